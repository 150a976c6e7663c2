import MessagingCore
import MessagingModel
import MessagingTimeline
import Testing

@testable import ConformanceProof
@testable import MessagingConformance

/// The oracle of the area SCROLL, and what is made of a disagreement with it.
@Suite struct NaiveScrollTests {
  /// The numbers of the vocabulary, worked out on paper.
  @Test func `a layout is what its formulas say`() {
    var frame = NaiveFrame()
    (frame.height, frame.top, frame.bottom) = (600 * 192, 44 * 192, 50 * 192)
    (frame.gap, frame.topPadding, frame.bottomPadding) = (8 * 192, 10 * 192, 20 * 192)
    let rows = [60, 120, 30].enumerated().map { number, height in
      NaiveRow(
        ScrollRow(
          id: .message(MessageID(high: 1, low: UInt64(number))), kind: .remoteMessage,
          height: Double(height)), height: height * 192)
    }
    let short = NaiveLayout(rows, frame)
    #expect(short.content == (10 + 60 + 8 + 120 + 8 + 30 + 20) * 192)
    #expect(short.lead == (600 - 44 - 50 - 256) * 192)
    #expect(short.tops == [260, 328, 456].map { $0 * 192 })
    #expect(short.lowest == -44 * 192 && short.highest == -44 * 192)
    frame.height = 200 * 192
    let long = NaiveLayout(rows, frame)
    #expect(long.lead == 0 && long.highest == (256 + 50 - 200) * 192)
  }

  @Test func `a fault is told by a short script`() async throws {
    let mutant = try #require(MutantCatalogue["growth-from-the-bottom"]?.subject)
    let faulty = try #require(mutant as? any ScrollSubject)
    let context = RoleContext<any ScrollSubject>(faulty, RunOptions())
    let violation = await #expect(throws: Violation.self) {
      try await ScrollChecks.randomHistories(context)
    }
    let script = try #require(violation).notes.dropFirst()
    #expect((2...8).contains(script.count), "\(script)")
  }

  @Test func `without a fault it agrees with itself`() async throws {
    struct Plain: ScrollSubject {
      let name = "plain"
      func scrollAnchoring(_ options: ScrollOptions) -> any ScrollAnchoring { NaiveScroll(options) }
    }
    let options = RunOptions(historiesMax: 20)
    try await ScrollChecks.randomHistories(RoleContext<any ScrollSubject>(Plain(), options))
  }

  @Test(arguments: ["? offset = 3 or", "jump nowhere", "? pinned = yes"])
  func `a session with a line that is none is refused`(_ line: String) {
    let bytes = FixtureFile.bytes(
      kind: .scroll, covers: ["SCROLL-009"], oracle: .naive,
      body: ["viewport 320x300", "rows m1:100", line])
    #expect(throws: FixtureError.self) {
      _ = try ScrollFixture(FixtureFile(name: "x.scroll", bytes: bytes))
    }
  }
}
