import BuiltInSubjects
import MessagingConformance
import Testing

@Suite struct ReplayTests {
  @Test func `each step is told with what is seen after it`() async throws {
    var told: [String] = []
    let holds = try await Replay(on: MemorySubject()).play(
      lines: ["page empty to=live start", "receive s7@10 \"a\"", "? timeline = s7"]
    ) { told.append($0) }
    #expect(holds)
    #expect(told.contains("receive s7@10 \"a\""))
    #expect(told.contains("    timeline in=k1: s7"))
    #expect(told.last == "ok   ? timeline = s7")
  }

  @Test func `what does not hold is told with what is there instead`() async throws {
    var told: [String] = []
    let holds = try await Replay(on: MemorySubject()).play(
      lines: ["page empty to=live start", "receive s7@10 \"a\"", "? timeline = s8"]
    ) { told.append($0) }
    #expect(!holds)
    #expect(told.last == "FAIL ? timeline = s8\n    timeline is s7, expected s8")
  }

  @Test func `a line that cannot be read names its place and the known words`() async throws {
    let error = await #expect(throws: SpecError.self) {
      _ = try await Replay(on: MemorySubject()).play(lines: ["", "recieve s7@10"]) { _ in }
    }
    #expect(error?.description.hasPrefix("replay:2: error: unknown step 'recieve'") == true)
  }
}
