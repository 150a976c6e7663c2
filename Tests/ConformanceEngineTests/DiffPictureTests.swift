import Foundation
import MessagingCore
import MessagingModel
import MessagingTimeline
import Testing

@testable import MessagingConformance

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// What a difference says, as a drawing.
@Suite struct DiffPictureTests {
  /// Says nothing that fits any rows.
  private struct Nonsense: DiffSubject, TimelineDiffing {
    let name = "nonsense"
    func timelineDiffing() -> any TimelineDiffing { self }
    func diff(from old: Timeline, to new: Timeline) -> TimelineDiff {
      TimelineDiff(
        base: 7, target: 8, deletes: [99, -1], inserts: [],
        moves: [TimelineDiff.Move(from: 50, to: -3), TimelineDiff.Move(from: 50, to: 2)])
    }
  }

  private static let script = "old m1 m2 m3 c4\nnew m3 m1 c4@50* m6\n? deletes = 1:m2"

  private static func spec() throws -> Spec {
    let text = SpecSamples.requirement(
      id: "DIFF-001", evidence: "```diff one\n\(script)\n```")
    return try Spec(texts: ["DIFF.md": text])
  }

  @Test func `what goes, comes, moves and changes is told apart`() async throws {
    let block = try #require(try Self.spec().requirements.first?.blocks.first)
    let draw = try #require(block.kind.draw)
    let picture = try #require(await draw(block, ReferenceSubject(), "one & two"))
    #expect(picture.contains("<title>one &amp; two</title>"))
    #expect(picture.components(separatedBy: "class=\"film-row film-gone\"").count == 2)
    #expect(picture.components(separatedBy: "class=\"film-row film-come\"").count == 2)
    #expect(picture.components(separatedBy: "class=\"film-move\"").count == 2)
    #expect(picture.components(separatedBy: "class=\"film-hatch\"").count == 3)
    #expect(picture.contains(">c4@50 *</text>") || picture.contains(">c4 *</text>"), "\(picture)")
    #expect(XMLParser(data: Data(picture.utf8)).parse())
  }

  @Test func `nonsense is drawn without harm, in a red frame`() async throws {
    let report = try await ConformanceRunner(spec: try Self.spec()).run([Nonsense()])
    let picture = try #require(report.results.first?.failure?.picture)
    #expect(report.results.first?.outcome == .fail)
    #expect(picture.contains("film-view film-bad"))
    #expect(XMLParser(data: Data(picture.utf8)).parse())
  }
}
