import Testing

/// The Swift of two guides stands, line by line, in files that are compiled and tested.
@Suite struct GuideLinesTests {
  static let samples = "Tests/ConformanceTests/Guides/"

  @Test(arguments: [("Spec/guides/workers.md", 4), ("Spec/guides/view-models.md", 3)])
  func `the lines of a guide compile`(page: String, count: Int) throws {
    let files = Repository.current.files
    let text = try #require(files.first { $0.path == page })
    let code = files.filter { $0.path.hasPrefix(Self.samples) }
    #expect(!code.isEmpty)
    let blocks = Self.blocks(of: text.lines)
    #expect(blocks.count == count)
    for block in blocks where !code.contains(where: { ReadmeLinesTests.contains($0.lines, block) })
    {
      Issue.record(
        "\(page): these lines are not in \(Self.samples):\n\(block.joined(separator: "\n"))")
    }
  }

  @Test func `what the reader has is not compared`() {
    let page: [Substring] = ["```swift", "// Before", "a", "```", "b", "```swift", "c", "```"]
    #expect(Self.blocks(of: page) == [["c"]])
  }

  /// The Swift blocks of a page, without those whose first line says that they are what a reader
  /// has.
  static func blocks(of lines: [Substring]) -> [[Substring]] {
    lines.split(separator: "```swift", omittingEmptySubsequences: false).dropFirst()
      .map { Array($0.prefix { $0 != "```" }) }
      .filter { $0.first?.hasPrefix("// Before") == false }
  }
}
