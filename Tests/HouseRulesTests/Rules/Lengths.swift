extension HouseRule {
  static let fileLength = HouseRule(
    "file-length",
    flagged: Example("Sources/A.swift", String(repeating: "\n", count: 401)),
    accepted: Example("Sources/A.swift", String(repeating: "\n", count: 400))
  ) { file in
    // The text after the last line end is no line when it is empty.
    let count = file.lines.count - (file.lines.last == "" ? 1 : 0)
    guard file.isSwift, count > 400 else { return [] }
    return [
      Violation(401, "The file has \(count) lines. Split it by idea; 400 is the limit, 100 usual.")
    ]
  }

  static let columns = HouseRule(
    "columns",
    flagged: Example("Sources/A.swift", "// " + String(repeating: "a", count: 98)),
    accepted: Example(
      "Sources/A.swift",
      """
      // \(String(repeating: "a", count: 97))
      // See https://example.org/\(String(repeating: "a", count: 90))
      let data = \"""
        \(String(repeating: "a", count: 120))
        \"""
      """)
  ) { file in
    guard file.isSwift else { return [] }
    return file.lines.enumerated().compactMap { index, text in
      guard text.utf8.count > 100, text.count > 100, !file.literalLines.contains(index + 1),
        !text.contains("://")
      else { return nil }
      return Violation(index + 1, "The line has \(text.count) columns. Break it; 100 is the limit.")
    }
  }

  static let functionLength = HouseRule(
    "function-length",
    flagged: Example(
      "Sources/A.swift", "func a() {\n" + String(repeating: "  b()\n", count: 51) + "}\n"),
    accepted: Example(
      "Sources/A.swift",
      """
      protocol P {
        func a()
        func b(_ c: () -> Void)
      }
      func a(_ b: () -> Void = {}) {
        c = \"""
        \(String(repeating: "  text\n", count: 20))
          \"""
      \(String(repeating: "  b()\n", count: 46))
      }
      \(String(repeating: "// far away\n", count: 60))
      """)
  ) { file in
    file.functions.compactMap { function in
      let first = file.tokens[function.start].line
      let last = file.tokens[function.end].line
      // Text of several lines is data: it needs no screen.
      let data = last - first > 50 ? file.literalLines.count { first < $0 && $0 < last } : 0
      let count = last - first - 1 - data
      guard count > 50 else { return nil }
      return Violation(
        file.tokens[function.name].line,
        "The function has \(count) lines. Name its parts and take them out; 50 is the limit.")
    }
  }
}

extension SourceFile {
  /// A function, initializer, subscript or computed variable: its keyword and its braces.
  struct Function {
    let name: Int
    let start: Int
    let end: Int
  }

  var functions: [Function] {
    let keywords = ["func", "init", "deinit", "subscript", "var"]
    return keywords.flatMap { places(of: [$0]) }.compactMap { place in
      guard place == 0 || tokens[place - 1].text != ".", let start = body(after: place)
      else { return nil }
      return Function(name: place, start: start, end: closing(start))
    }
  }

  /// The brace that opens the body; nil for a requirement of a protocol and a stored variable.
  private func body(after place: Int) -> Int? {
    let isVariable = tokens[place].text == "var"
    var index = place + 1
    while index < tokens.count {
      let token = tokens[index]
      switch token.text {
      case "{": return index
      case "(", "[": index = closing(index)
      case "}": return nil
      case "=" where isVariable: return nil
      default:
        let goesOn = ["where", "async", "throws", "rethrows", "-", ")"].contains(token.text)
        if token.startsLine, !goesOn { return nil }
      }
      index += 1
    }
    return nil
  }
}
