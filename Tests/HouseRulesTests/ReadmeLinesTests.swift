import Testing

/// What the README shows to people who build an app stands, line by line, in a test that runs it.
@Suite struct ReadmeLinesTests {
  static let section = "## Use it in an app"
  static let test = "Tests/MessagingSQLiteTests/ReadmeTests.swift"

  @Test func `the lines for apps compile and run`() throws {
    let files = Repository.current.files
    let readme = try #require(files.first { $0.path == "README.md" })
    let code = try #require(files.first { $0.path == Self.test })
    let blocks = Self.blocks(of: readme.lines)
    #expect(blocks.count >= 3)
    for block in blocks where !Self.contains(code.lines, block) {
      Issue.record(
        "README.md: these lines are not in \(Self.test):\n\(block.joined(separator: "\n"))")
    }
  }

  @Test func `another word, another order and a missing line are found`() {
    let code: [Substring] = [
      "func a() {", "  let b = 1", "", "  if b == 1 {", "    c()", "  }", "}",
    ]
    #expect(Self.contains(code, ["let b = 1", "", "if b == 1 {", "  c()", "}"]))
    #expect(!Self.contains(code, ["let b = 2"]))
    #expect(!Self.contains(code, ["let b = 1", "if b == 1 {"]))
    #expect(!Self.contains(code, ["if b == 1 {", "c()", "}"]))
    #expect(!Self.contains(code, ["c()", "let b = 1"]))
  }

  /// The Swift blocks of the section.
  static func blocks(of lines: [Substring]) -> [[Substring]] {
    let rest = lines.drop { $0 != section }.dropFirst()
    let body = rest.prefix { !$0.hasPrefix("## ") }
    return body.split { $0 == "```swift" }.dropFirst().map { Array($0.prefix { $0 != "```" }) }
  }

  /// Whether the lines stand one after the other in the code, all of them indented alike.
  static func contains(_ code: [Substring], _ block: [Substring]) -> Bool {
    code.indices.contains { start in
      guard let first = block.first, code[start].hasSuffix(first) else { return false }
      let indent = code[start].dropLast(first.count)
      guard indent.allSatisfy({ $0 == " " }), start + block.count <= code.count else {
        return false
      }
      return zip(code[start...], block).allSatisfy { line, wanted in
        line == (wanted.isEmpty ? "" : indent + wanted)
      }
    }
  }
}
