/// Elements of the page, written so that XML readers accept it too.
enum Markup {
  /// An element around markup that is escaped already.
  static func element(
    _ name: String, _ attributes: [(String, String)] = [], _ content: String
  ) -> String {
    let list = attributes.map { " \($0)=\"\(MarkupText.escaped($1))\"" }.joined()
    return "<\(name)\(list)>\(content)</\(name)>"
  }

  /// An element of a class.
  static func element(_ name: String, _ style: String, _ content: String) -> String {
    element(name, [("class", style)], content)
  }

  /// Text in an element of a class.
  static func text(_ name: String, _ style: String, _ text: String) -> String {
    element(name, style, MarkupText.escaped(text))
  }

  /// Text in an element of a class, with words for those who point at it.
  static func text(_ name: String, _ style: String, _ text: String, title: String) -> String {
    element(name, [("class", style), ("title", title)], MarkupText.escaped(text))
  }

  /// A name that is a link to its own place, with a sign that says so.
  static func permalink(_ place: String, text: String) -> String {
    let sign = element("span", [("aria-hidden", "true")], "#")
    return element(
      "a", [("class", "permalink"), ("href", "#\(place)")], MarkupText.escaped(text) + sign)
  }

  /// Prose of the Spec: inline code, bold, the text of links; obligations stand out.
  static func prose(_ text: String) -> String {
    var result = ""
    for (index, part) in text.split(byByte: .backtick).enumerated() {
      if index.isMultiple(of: 2) {
        result += plainProse(part)
      } else {
        result += element("code", [], MarkupText.escaped(String(part)))
      }
    }
    return result
  }

  private static func plainProse(_ text: Substring) -> String {
    let parts = withoutLinks(text).split(separator: "**", omittingEmptySubsequences: false)
    return parts.enumerated().map { index, part in
      let content = obligations(MarkupText.escaped(String(part)))
      return index.isMultiple(of: 2) ? content : element("b", [], content)
    }.joined()
  }

  /// `[text](address)` becomes `text`: the page stands alone.
  private static func withoutLinks(_ text: Substring) -> String {
    var result = ""
    var rest = text
    while let open = rest.firstIndex(of: "["), let close = rest[open...].firstIndex(of: "]"),
      rest[close...].dropFirst().first == "(", let end = rest[close...].firstIndex(of: ")")
    {
      result += rest[..<open] + rest[open..<close].dropFirst()
      rest = rest[end...].dropFirst()
    }
    return result + rest
  }

  private static func obligations(_ escaped: String) -> String {
    let words = escaped.split(separator: " ", omittingEmptySubsequences: false)
    return words.map { word in
      let bare = word.filter { $0.isLetter }
      let isObligation = bare == "NOT" || Level(rawValue: bare.lowercased())?.keyword == bare
      return isObligation ? element("strong", [], String(word)) : String(word)
    }.joined(separator: " ")
  }
}
