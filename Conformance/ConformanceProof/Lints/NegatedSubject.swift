internal import MessagingConformance

/// An obligation whose subject is a negation: `no message MUST`.
///
/// In the English of RFC 2119 that takes the obligation away from every message, and forbids
/// nothing.
struct NegatedSubject: Hashable {
  /// In small letters.
  let negation: String
  let keyword: String
  /// Line breaks before the keyword, counted from the start of the text.
  let lineOffset: Int

  private static let negations: Set<String> = ["no", "none", "nothing", "nobody", "neither"]
  /// What stands behind such a word says something about the subject, and is not the subject.
  private static let relatives: Set<String> = [
    "that", "which", "who", "whose", "whom", "because", "whether",
  ]

  /// Those of a text, inline code and parentheses left out.
  static func all(in text: String) -> [NegatedSubject] {
    var reader = Reader()
    for character in Prose.withoutCode(text) + "." { reader.take(character) }
    return reader.found
  }

  private struct Reader {
    var found: [NegatedSubject] = []
    private var word = ""
    /// The words since the last comma, and those since the last full stop.
    private var clause: [String] = []
    private var sentence: [String] = []
    private var lineOffset = 0
    private var depth = 0

    mutating func take(_ character: Character) {
      if character.isLetter || character.isNumber {
        word.append(character)
        return
      }
      endWord()
      switch character {
      case "\n": lineOffset += 1
      case "(": depth += 1
      case ")": depth = max(0, depth - 1)
      case ",", ";", ":": if depth == 0 { clause = [] }
      case ".", "!", "?": if depth == 0 { (clause, sentence) = ([], []) }
      default: break
      }
    }

    private mutating func endWord() {
      defer { word = "" }
      guard !word.isEmpty, depth == 0 else { return }
      if let level = Level(rawValue: word.lowercased()), word == level.keyword, let negation {
        found.append(
          NegatedSubject(negation: negation, keyword: word, lineOffset: lineOffset))
      }
      clause.append(word.lowercased())
      sentence.append(word.lowercased())
    }

    /// The negation that the words before a keyword begin with, or have outside of a relative
    /// clause.
    private var negation: String? {
      let subject = clause.prefix { !relatives.contains($0) }
      let candidates = [sentence.first, clause.last].compactMap(\.self) + subject
      return candidates.first(where: negations.contains)
    }
  }
}
