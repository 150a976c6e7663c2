import CustomDump

/// A line of a difference.
struct DifferenceLine: Hashable {
  /// The side that a line is on.
  enum Side: Hashable {
    case both, expected, actual
  }

  let side: Side
  let text: String

  /// The line as printed: `- s7` was expected and is missing, `+ s3` was observed.
  var printed: String {
    switch side {
    case .both: "  \(text)"
    case .expected: "- \(text)"
    case .actual: "+ \(text)"
    }
  }
}

/// The difference between what was expected and what was observed.
enum Difference {
  /// The maximum number of lines that are shown.
  static let linesMax = 60

  /// Returns the difference, with one word on each line.
  static func lines(_ comparison: Comparison) -> [DifferenceLine] {
    let expected = comparison.expected.map(visible)
    let actual = comparison.actual.map(visible)
    // Swift holds some strings equal whose bytes differ. Only escapes can show such a difference.
    guard expected != actual else {
      let isSame = zip(comparison.expected, comparison.actual)
        .allSatisfy { $0.utf8.elementsEqual($1.utf8) }
      return isSame ? expected.map(both) : lines(escaped: comparison)
    }
    return lines(expected, actual)
  }

  private static func lines(escaped comparison: Comparison) -> [DifferenceLine] {
    lines(comparison.expected.map(ascii), comparison.actual.map(ascii))
  }

  private static func lines(_ expected: [String], _ actual: [String]) -> [DifferenceLine] {
    let (expected, actual) = (expected.map(Word.init), actual.map(Word.init))
    guard let text = diff(expected, actual) else { return expected.map { both($0.text) } }
    return short(text.textLines.compactMap(line))
  }

  /// Returns at most ``linesMax`` lines, with long values cut around the difference.
  private static func short(_ lines: [DifferenceLine]) -> [DifferenceLine] {
    var result: [DifferenceLine] = []
    var rest = lines[...]
    while let first = rest.first {
      let run = rest.prefix { $0.side == first.side }
      rest = rest.dropFirst(run.count)
      guard first.side == .expected else {
        result += run.map(alone)
        continue
      }
      // An expected line and the line observed in its place are cut together, as a pair.
      let seen = rest.prefix { $0.side == .actual }
      rest = rest.dropFirst(seen.count)
      let pairs = zip(run, seen).map { Excerpt.pair($0.text, $1.text) }
      result += pairs.map { DifferenceLine(side: .expected, text: $0.0) }
      result += run.dropFirst(pairs.count).map(alone)
      result += pairs.map { DifferenceLine(side: .actual, text: $0.1) }
      result += seen.dropFirst(pairs.count).map(alone)
    }
    guard result.count > linesMax else { return result }
    let left = result.count - linesMax + 1
    return result.prefix(linesMax - 1) + [both("… (\(left) more lines)")]
  }

  private static func alone(_ line: DifferenceLine) -> DifferenceLine {
    DifferenceLine(side: line.side, text: Excerpt.alone(line.text))
  }

  private static func both(_ text: String) -> DifferenceLine {
    DifferenceLine(side: .both, text: text)
  }

  /// Turns `-   [1]: s7,` into a line, and drops the brackets around the whole list.
  private static func line(_ printed: Substring) -> DifferenceLine? {
    let side: DifferenceLine.Side =
      switch printed.first {
      case "-": .expected
      case "+": .actual
      default: .both
      }
    var text = printed.dropFirst().trimmedText[...]
    guard text != "[", text != "]", !text.isEmpty else { return nil }
    if text.hasPrefix("["), let end = text.firstIndex(of: "]") {
      text = text[end...].dropFirst(3)
    } else if text.hasSuffix(",") {
      text = text.dropLast()
    }
    return DifferenceLine(side: side, text: String(text.prefix { $0 != Word.end }))
  }

  /// Returns the text with every invisible character written as an escape.
  static func visible(_ text: String) -> String {
    escaping(text) { scalar in
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned:
        true
      case .format: scalar.value != 0x200D
      default: false  // foreign: Unicode
      }
    }
  }

  private static func ascii(_ text: String) -> String { escaping(text) { !$0.isASCII } }

  private static func escaping(_ text: String, _ isHidden: (Unicode.Scalar) -> Bool) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      if isHidden(scalar) {
        result += "\\u{\(JSONText.hex(scalar.value, digits: 1))}"
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

/// A word that is dumped without quotes, followed by a mark that no visible text contains.
private struct Word: Hashable, CustomDumpStringConvertible {
  static let end: Character = "\u{3}"

  let text: String

  var customDumpDescription: String { "\(text)\(Word.end)" }
}
