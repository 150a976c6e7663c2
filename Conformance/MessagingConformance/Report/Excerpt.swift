/// Shortens long texts to the part that matters, for readers. `results.jsonl` always contains the
/// full text.
enum Excerpt {
  /// The maximum number of characters of a value that is shown in full.
  static let charactersMax = 72
  /// The maximum number of characters of a message that is shown in full.
  static let messageMax = 240

  /// The number of equal characters to show on each side of a difference.
  private static let context = 20
  private static let ellipsis = "…"

  /// Returns two texts, each cut around the place where they differ. A short text stays unchanged.
  static func pair(_ one: String, _ other: String) -> (String, String) {
    let (a, b) = (Array(one), Array(other))
    guard max(a.count, b.count) > charactersMax, a != b else { return (alone(one), alone(other)) }
    let head = zip(a, b).prefix { $0 == $1 }.count
    let rest = min(a.count, b.count) - head
    let tail = zip(a.reversed(), b.reversed()).prefix(rest).prefix { $0 == $1 }.count
    return (cut(a, head: head, tail: tail), cut(b, head: head, tail: tail))
  }

  /// Returns a text without its middle, if it is longer than `max` characters.
  static func alone(_ text: String, max: Int = charactersMax) -> String {
    let characters = Array(text)
    guard characters.count > max else { return text }
    let end = max / 3
    return String(characters.prefix(max - end - 1)) + ellipsis + String(characters.suffix(end))
  }

  private static func cut(_ text: [Character], head: Int, tail: Int) -> String {
    guard text.count > charactersMax else { return String(text) }
    // An ellipsis in place of a single character would save nothing.
    let start = head - context > 1 ? head - context : 0
    let end = tail - context > 1 ? text.count - tail + context : text.count
    let shown = alone(String(text[start..<end]))
    return (start > 0 ? ellipsis : "") + shown + (end < text.count ? ellipsis : "")
  }
}

extension CaseResult {
  /// The message for readers: long values in it are cut around the difference.
  var shortMessage: String {
    // What an error says is advice, not a value.
    if outcome == .error { return message }
    guard message.count > Excerpt.messageMax, let comparison = failure?.comparison else {
      return Excerpt.alone(message, max: Excerpt.messageMax)
    }
    let seen = comparison.actual.joined(separator: " ")
    let wanted = comparison.expected.joined(separator: " ")
    let (shortSeen, shortWanted) = Excerpt.pair(seen, wanted)
    let text = message.replacing(first: seen, with: shortSeen)
      .replacing(first: wanted, with: shortWanted)
    return Excerpt.alone(text, max: Excerpt.messageMax)
  }
}

extension String {
  /// Returns the text with the first occurrence of a long part replaced.
  fileprivate func replacing(first part: String, with other: String) -> String {
    guard part.count > Excerpt.charactersMax, let range = firstRange(of: part) else { return self }
    return self[..<range.lowerBound] + other + self[range.upperBound...]
  }
}
