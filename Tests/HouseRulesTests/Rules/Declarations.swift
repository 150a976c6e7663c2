extension HouseRule {
  static let globalVariable = HouseRule(
    "global-variable",
    flagged: Example("Sources/A.swift", "enum A {\n  static var count = 0\n}"),
    accepted: Example(
      "Sources/A.swift",
      """
      let limit = 3
      enum A {
        static let limit = 3
        static var next: Int { limit + 1 }
        @TaskLocal static var run: Int?
        var count = 0
      }
      func a() { var b = 0 }
      """)
  ) { file in
    guard file.isSwift, file.path != "Package.swift" else { return [] }
    var depth = 0
    var violations: [Violation] = []
    for (place, token) in file.tokens.enumerated() {
      switch token.text {
      case "{": depth += 1
      case "}": depth -= 1
      case "var" where depth == 0 || place > 0 && file.tokens[place - 1].text == "static":
        guard file.isStored(variable: place), !file.isTaskLocal(variable: place) else { continue }
        violations.append(
          Violation(
            token.line, "Global mutable state: make it `let`, or a parameter, or put it in a value."
          )
        )
      default: continue
      }
    }
    return violations
  }

  static let defaultCase = HouseRule(
    "default-case",
    flagged: Example(
      "Sources/A.swift",
      """
      switch state {
      case .sent: 1
      case .failed(1), let .late(time): 2
      default: 3
      }
      """),
    accepted: Example(
      "Sources/A.swift",
      """
      switch word {
      case "sent": switch state { case .a: 1; @unknown default: 2 }
      default: 3
      }
      switch (word, count) {
      case ("a", 1): 1
      default: 2
      }
      switch code {
      case .full: 1
      default: 2  // foreign: result codes of SQLite
      }
      """)
  ) { file in
    file.places(of: ["switch"]).compactMap { place in
      guard let fallback = file.defaultOfOwnEnum(switch: place) else { return nil }
      return Violation(
        file.tokens[fallback].line,
        "`default:` over an enum of ours: name the cases, so that a new one is seen here. "
          + "If it is not ours, say so behind it: `// foreign: whose`.")
    }
  }
}

extension SourceFile {
  /// The variable keeps a value: `=` or the end of the declaration comes before a brace.
  fileprivate func isStored(variable place: Int) -> Bool {
    var index = place + 1
    while index < tokens.count {
      switch tokens[index].text {
      case "{": return false
      case "=": return true
      case "(", "[": index = closing(index)
      default: if tokens[index].startsLine { return true }
      }
      index += 1
    }
    return true
  }

  /// A task-local value changes only for the duration of a call.
  fileprivate func isTaskLocal(variable place: Int) -> Bool {
    tokens[max(0, place - 4)..<place].contains { $0.text == "TaskLocal" }
  }

  /// The `default` of a switch all of whose patterns are cases of an enum and that nobody excused.
  fileprivate func defaultOfOwnEnum(switch place: Int) -> Int? {
    guard let start = switchBody(after: place) else { return nil }
    let end = closing(start)
    var fallback: Int?
    var index = start + 1
    while index < end {
      switch tokens[index].text {
      case "{", "(", "[": index = closing(index)
      case "case" where !isCondition(case: index):
        if !isEnumPattern(after: index) { return nil }
      case "default" where tokens[index + 1].text == ":" && tokens[index - 1].text != "unknown":
        fallback = index
      default: break
      }
      index += 1
    }
    return fallback.flatMap { isExcused(line: tokens[$0].line) ? nil : $0 }
  }

  private func switchBody(after place: Int) -> Int? {
    var index = place + 1
    while index < tokens.count {
      switch tokens[index].text {
      case "{": return index
      case "(", "[": index = closing(index)
      default: break
      }
      index += 1
    }
    return nil
  }

  /// `if case`, `guard case`, `for case`, and the conditions after a comma.
  private func isCondition(case place: Int) -> Bool {
    ["if", "guard", "while", "for", ","].contains(tokens[place - 1].text)
  }

  /// The pattern begins like a case: `.name`, also behind `let` and inside of a tuple.
  private func isEnumPattern(after place: Int) -> Bool {
    var index = place + 1
    while index < tokens.count, ["let", "var", "("].contains(tokens[index].text) { index += 1 }
    return index < tokens.count && tokens[index].text == "."
  }

  private func isExcused(line: Int) -> Bool {
    comments.contains { comment in
      let text = comment.text.drop { $0 == " " }
      return comment.line == line && text.hasPrefix("foreign: ") && text.count > 9
    }
  }
}
