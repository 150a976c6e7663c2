/// Small pieces of HTML.
enum HTML {
  /// Text for an element or an attribute in double quotes.
  static func escaped(_ text: some StringProtocol) -> String {
    var result = ""
    for character in text {
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      default: result.append(character)  // foreign: Unicode
      }
    }
    return result
  }

  /// An outcome as a label: a sign, a word, a colour.
  static func chip(_ outcome: Verdicts.Outcome) -> String {
    let words = words(outcome.name)
    let label = "\(sign(outcome.name)) \(outcome.subject)"
    return "<span class=\"chip \(escaped(outcome.name))\" title=\"\(escaped(outcome.subject)) "
      + "\(escaped(words))\">\(escaped(label))</span>"
  }

  /// For readers.
  static func words(_ name: String) -> String {
    let words = [
      "pass": "holds", "fail": "violated", "known-fail": "known failure", "error": "error",
      "unsupported": "not supported", "inconclusive": "undecided", "not-run": "not run",
      "unexpected-pass": "not as listed", "conforming": "conforms", "as-listed": "fails as listed",
      "undecided": "is undecided", "violated": "does not conform", "broken": "could not be checked",
    ]
    return words[name] ?? name
  }

  private static func sign(_ name: String) -> String {
    switch name {
    case "pass", "conforming": "✓"
    case "fail", "violated", "error", "broken", "unexpected-pass": "✗"
    case "known-fail", "as-listed": "~"
    case "inconclusive", "undecided", "blocked": "?"
    default: "–"  // foreign: a report
    }
  }

  /// The anchor that GitHub gives a heading.
  static func slug(_ heading: String) -> String {
    var result = ""
    for character in heading.lowercased() {
      if character == " " || character == "-" {
        result.append("-")
      } else if character.isLetter || character.isNumber || character == "_" {
        result.append(character)
      }
    }
    return result
  }

  /// A text as a JavaScript string that may stand in a file of its own.
  static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\u{2028}", "\u{2029}", "\u{0}"..."\u{1F}": result += " "
      default: result.unicodeScalars.append(scalar)  // foreign: Unicode
      }
    }
    return result + "\""
  }
}
