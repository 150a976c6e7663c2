/// Elements of the HTML page, written so that an XML parser accepts them too.
enum Markup {
  /// Returns an element around markup that is already escaped.
  static func element(
    _ name: String, _ attributes: [(String, String)] = [], _ content: String
  ) -> String {
    let list = attributes.map { " \($0)=\"\(MarkupText.escaped($1))\"" }.joined()
    return "<\(name)\(list)>\(content)</\(name)>"
  }

  /// Returns an element with a class, around markup that is already escaped.
  static func element(_ name: String, _ style: String, _ content: String) -> String {
    element(name, [("class", style)], content)
  }

  /// Returns text in an element with a class.
  static func text(_ name: String, _ style: String, _ text: String) -> String {
    element(name, style, MarkupText.escaped(text))
  }

  /// Returns text in an element with a class and a tooltip.
  static func text(_ name: String, _ style: String, _ text: String, title: String) -> String {
    element(name, [("class", style), ("title", title)], MarkupText.escaped(text))
  }

  /// Returns a name as a link to its own place, with a sign that shows this.
  static func permalink(_ place: String, text: String) -> String {
    let sign = element("span", [("aria-hidden", "true")], "#")
    return element(
      "a", [("class", "permalink"), ("href", "#\(place)")], MarkupText.escaped(text) + sign)
  }

  /// Returns prose of the Spec as markup, with inline code, bold, and the text of links.
  /// Obligations are emphasised.
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

  /// Replaces `[text](address)` with `text`, because the page has no external links.
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
