import FixtureCorpus
import Foundation
import MessagingCore
import MessagingModel
import Testing

@testable import ConformanceProof
@testable import MessagingConformance

/// Every golden file, read, compared with its source and replayed; every store is asked by
/// `REPO-048` and `REPO-085`.
@Suite struct FixtureGoldenTests {
  static let names = (try? FixtureFolder(FixtureCorpus.directory).names()) ?? []

  private static func file(_ name: String) throws -> FixtureFile {
    let spec = try Spec.bundled()
    return try FixtureFolder(FixtureCorpus.directory, known: Set(spec.requirements.map(\.id)))
      .file(name)
  }

  @Test func `each file has a source that makes it, and each source its file`() throws {
    let goldens = GoldenFixtures.all
    #expect(goldens.map(\.name) == Self.names)
    for golden in goldens {
      let file = FixtureCorpus.directory.appendingPathComponent(golden.name)
      #expect(try Array(Data(contentsOf: file)) == golden.bytes, "\(golden.name)")
    }
  }

  @Test(arguments: names)
  func `the reference in memory and the oracle agree`(_ name: String) async throws {
    try await FixtureReplay.reference.run(Self.file(name))
  }

  /// The height of the content at the end of the reading session, added up on paper: all messages;
  /// 61 1/3 and 52 2/3 while at the end, ten of 44 2/3 and a point for each page of 3, 13 … 93; a
  /// quarter for each page of 9, 19 … 99; two rows measured after the jump; 44 1/3 at last.
  @Test func `the reading session ends as high as its parts`() throws {
    let lines = try String(
      contentsOf: FixtureCorpus.directory.appendingPathComponent("reading-session.scroll"),
      encoding: .utf8
    ).split(separator: "\n")
    let last = try #require(lines.last).split(separator: " ")
    let conversation = LongConversation.golden
    let units = { (points: Double) in (points * 192).rounded() }
    let arrived = units(61.333) + units(52.667) + units(44.333)
    let pages = stride(from: 3, through: 93, by: 10).reduce(0) { $0 + units(44.667 + Double($1)) }
    let measured =
      units(200.333) - units(Double(conversation.height(3_499)))
      + units(99) - units(Double(conversation.height(3_501)))
    let total = units(969_949) + arrived + pages + 10 * units(0.25) + measured
    let written = try #require(Double(last[3]))
    #expect(last[1] == "height" && (written * 192).rounded() == total)
  }

  @Test func `the long conversation is what its formulas say`() {
    let conversation = LongConversation.golden
    let heights = (0..<conversation.count).map(conversation.height)
    #expect(heights.min() == 44 && heights.max() == 344 && conversation.totalHeight == 969_949)
    #expect(conversation.arrivals.count == 5_000 && conversation.promotions.count == 25)
    #expect(Set(conversation.promotions).count == 25)
    #expect(
      conversation.promotions.first
        == .acknowledge(conversation.key(4_975), conversation.position(4_975)))
    #expect(
      conversation.promotions[1]
        == .acknowledge(conversation.key(4_986), conversation.position(4_986)))
    for index in 1..<conversation.count {
      let (before, after) = (conversation.position(index - 1), conversation.position(index))
      #expect(before < after)
      #expect((before.timestamp == after.timestamp) == (index % 4 != 0 && index % 125 != 0))
    }
    for index in stride(from: 19, to: conversation.count, by: 20) {
      #expect(conversation.replyTo(index) != nil)
    }
  }

  @Test func `a difference names its place`() async throws {
    let wrong = HistoryFixture.Case("a", [.receive("s1", 1, 1), .expect, .receive("s2", 2, 2)])
    var history = HistoryFixture(cases: [wrong]).lines
    history.append(history[history.count - 2])
    let bytes = FixtureFile.bytes(
      kind: .history, covers: ["ORDER-001"], oracle: .naive, body: history)
    let file = try FixtureFile(name: "a.history", bytes: bytes)
    let failure = await #expect(throws: FixtureReplay.Failure.self) {
      try await FixtureReplay.reference.run(file)
    }
    #expect(failure?.description.hasPrefix("a.history, case a, oracle: entry 2 is ") ?? false)
  }
}
