import Testing

@testable import ConformanceProof

/// What the pages about the code read of it.
@Suite struct SourcePagesTests {
  private static let source = """
    /// A policy.
    public struct Policy: Hashable {
      /// What it does
      /// in two lines.
      public enum Mode { case on }

      /// The first.
      public var first: Int64 = 1
      public var bare = Mode.on
    }

    public enum Codes: String {
      /// It is full.
      case diskFull = "disk-full"
      case closed
    }
    """

  @Test func `members come with their comments`() {
    let policy = SourceComments(of: "Policy", in: Self.source)
    #expect(policy.members.map(\.name) == ["first", "bare"])
    #expect(policy["first"] == "The first.")
    #expect(policy["bare"] == "")
    let codes = SourceComments(of: "Codes", in: Self.source)
    #expect(codes.members.map(\.name) == ["disk-full", "closed"])
    #expect(codes["disk-full"] == "It is full.")
    #expect(SourceComments(of: "Nothing", in: Self.source).members == [])
  }

  @Test func `targets are read as they are written`() throws {
    let manifest = """
      var targets: [Target] = [
        // The inside.
        // Imports nothing.
        .target(name: "Inner", swiftSettings: settings),
        .executableTarget(
          name: "tool",
          dependencies: [
            "Outer", "Inner", .product(name: "Parser", package: "swift-parser"),
          ],
          path: "Other/tool", swiftSettings: settings),
      ]
      """
    let targets = ManifestTarget.all(in: manifest)
    #expect(targets.map(\.name) == ["Inner", "tool"])
    let inner = try #require(targets.first)
    #expect(inner.comment == "The inside. Imports nothing.")
    #expect(inner.folder == "Sources/Inner")
    let tool = try #require(targets.last)
    #expect(tool.modules == ["Inner", "Outer"])
    #expect(tool.products == ["Parser"])
    #expect(tool.folder == "Other/tool")
    #expect(tool.kind == .program)
  }

  @Test func `a tool in a package of its own says what it is`() {
    let manifest = """
      // swift-tools-version: 6.2
      import PackageDescription

      // Counts what
      // there is. Nobody needs it.
      let package = Package(
        name: "counter",
        dependencies: [
          .package(url: "https://example.org/a/swift-parser", from: "1.8.0"),
          .package(url: "https://example.org/a/counting", from: "2.0.0"),
        ])
      """
    let tool = ToolPackage(name: "Counter", manifest: manifest)
    #expect(tool.folder == "Conformance/Counter")
    #expect(tool.comment == "Counts what there is.")
    #expect(tool.packages == ["swift-parser", "counting"])
  }

  @Test func `a message ends where the diagram says`() async {
    let edges = await StateDiagrams.delivery().edges
    let retry = StateDiagram.Edge(from: "failed", to: "sending", label: "retry")
    #expect(edges.contains(retry))
    // Progress never goes back.
    #expect(!edges.contains { $0.from == "read" && $0.to == "delivered" })
    #expect(!edges.contains { $0.from == "sent" && $0.to == "sending" })
  }
}
