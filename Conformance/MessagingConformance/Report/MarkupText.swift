/// Text in XML and HTML.
enum MarkupText {
  /// Returns text escaped for an element, or for an attribute in double quotes.
  ///
  /// Characters that XML 1.0 forbids, and invisible ones, are written as `\u{0}`.
  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      case "\n", "\t": result.unicodeScalars.append(scalar)
      default: result += isForbidden(scalar) ? hidden(scalar) : String(scalar)
      }
    }
    return result
  }

  private static func hidden(_ scalar: Unicode.Scalar) -> String {
    "\\u{\(JSONText.hex(scalar.value, digits: 1))}"
  }

  private static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned: true
    case .format: scalar.value != 0x200D
    default: scalar.value & 0xFFFE == 0xFFFE  // foreign: Unicode
    }
  }
}
