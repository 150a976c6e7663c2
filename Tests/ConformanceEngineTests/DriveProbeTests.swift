import BuiltInSubjects
import MessagingConformance
import MessagingCore
import Testing

/// A part that the suite cannot drive gives one error, and no verdict that would be a guess.
@Suite struct DriveProbeTests {
  private func report(
    _ subject: any ConformanceSubject, _ patterns: String
  ) async throws -> Report {
    let sweeps = patterns.contains("SEND-*") ? "SEND-061,SEND-062,SEND-063" : ""
    let selection = try Selection(patterns, skip: sweeps)
    return try await ConformanceRunner(
      spec: .bundled(), options: RunOptions(selection: selection, historiesMax: 2)
    ).run([subject])
  }

  private func expectOneError(_ report: Report, of noun: String) {
    let errors = report.results.filter { $0.outcome == .error }.map(\.message)
    #expect(errors.count == 1)
    #expect(errors.first?.contains("the \(noun)") ?? false, "\(errors)")
    // Which of the two is found first depends on how fast the machine is.
    let reasons = ["ports.clock", "not a child of its run()"]
    #expect(reasons.contains { errors.first?.contains($0) ?? false }, "\(errors)")
    #expect(report.results.count { $0.outcome == .notRun } == report.results.count - 1)
    #expect(report.results.count > 1)
  }

  @Test(arguments: AbsentWorker.allCases)
  func `a worker that waits for something else than its ports is one error`(
    canary: AbsentWorker
  ) async throws {
    guard #available(macOS 15, *) else { return }
    expectOneError(try await report(canary, "SEND-*,MEDIA-*,WORKER-*"), of: "worker")
  }

  @Test(arguments: AbsentEngine.allCases)
  func `an engine that leaves its run or its clock is one error`(
    canary: AbsentEngine
  ) async throws {
    guard #available(macOS 15, *) else { return }
    expectOneError(try await report(canary, "SYNC-*,ENGINE-*"), of: "engine")
  }

  @Test(arguments: AbsentScreen.allCases)
  func `a screen that leaves its run or its clock is one error`(
    canary: AbsentScreen
  ) async throws {
    guard #available(macOS 15, *) else { return }
    expectOneError(try await report(canary, "SCREEN-*,OPEN-*,THREAD-*"), of: "screen")
  }

  @Test(arguments: AbsentList.allCases)
  func `a list that leaves its run or its clock is one error`(canary: AbsentList) async throws {
    guard #available(macOS 15, *) else { return }
    expectOneError(try await report(canary, "SCREEN-*,LIST-*"), of: "list")
  }

  @Test func `a part that can be driven is judged beside one that cannot`() async throws {
    guard #available(macOS 15, *) else { return }
    let report = try await report(HalfAbsentScreens(), "OPEN-001,OPEN-002,LIST-001,LIST-002")
    #expect(report.results.count { $0.outcome == .error } == 1)
    let passed = Set(report.results.filter { $0.outcome == .pass }.map(\.id.requirement))
    #expect(passed == ["LIST-001", "LIST-002"])
  }

  @Test func `a worker that gives up too early is judged`() async throws {
    guard #available(macOS 15, *) else { return }
    let report = try await report(ImpatientSubject(), "SEND-001,SEND-023")
    #expect(report.results.count { $0.outcome == .error } == 0)
    let failed = Set(report.results.filter { $0.outcome == .fail }.map(\.id.requirement))
    #expect(failed.contains("SEND-023"))
  }
}
