/// Functions that read prose: obligations, sentences, inline code.
///
/// They scan by hand, because a `Regex` for each line is ten times slower.
package enum Prose {
  /// An obligation in capitals: MUST, MUST NOT, SHOULD, SHOULD NOT, MAY.
  package struct Obligation: Hashable {
    package let keyword: String
    package let level: Level
    /// The number of line breaks before it, from the start of the text.
    package let lineOffset: Int
  }

  /// Returns the obligations in a text, except in inline code.
  package static func obligations(in text: String) -> [Obligation] {
    var found: [Obligation] = []
    for (offset, line) in withoutCode(text).split(byByte: .lineFeed).enumerated() {
      for word in line.split(whereSeparator: { !$0.isLetter && !$0.isNumber }) {
        guard let level = Level(rawValue: word.lowercased()), word == level.keyword else {
          continue
        }
        found.append(Obligation(keyword: String(word), level: level, lineOffset: offset))
      }
    }
    return found
  }

  /// Returns the text with inline code replaced by spaces. Line breaks are kept.
  package static func withoutCode(_ text: String) -> String {
    var result = ""
    var isCode = false
    for scalar in text.unicodeScalars {
      if scalar == "`" { isCode.toggle() }
      result.unicodeScalars.append(isCode && scalar != "\n" ? " " : scalar)
    }
    return result
  }

  /// Returns the pieces of inline code in a text.
  package static func codeSpans(in text: String) -> [(code: Substring, lineOffset: Int)] {
    var spans: [(Substring, Int)] = []
    for (offset, line) in text.split(byByte: .lineFeed).enumerated() {
      let parts = line.split(byByte: .backtick)
      for index in stride(from: 1, to: parts.count - 1, by: 2) {
        spans.append((parts[index], offset))
      }
    }
    return spans
  }

  /// Returns the sentences in one line of prose. Each ends with `. `, `? `, `! ` or at the end of
  /// the text.
  static func sentences(of text: String) -> [String] {
    var sentences: [String] = []
    var sentence = ""
    var isCode = false
    var ended = false
    for character in text {
      if character == "`" { isCode.toggle() }
      if ended, character == " ", !isCode {
        sentences.append(sentence)
        sentence = ""
      } else {
        sentence.append(character)
      }
      ended = ".!?".contains(character)
    }
    return sentence.isEmpty ? sentences : sentences + [sentence]
  }
}
