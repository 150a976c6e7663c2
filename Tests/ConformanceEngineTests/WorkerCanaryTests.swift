import MessagingConformance
import MessagingCore
import Testing

/// The suite on whole workers: what it sees, what it survives, and what it leaves behind.
@Suite struct WorkerCanaryTests {
  /// Without the sweeps, which say again what the scripts say.
  private func report(
    _ subject: any ConformanceSubject, _ patterns: String = "SEND-*,MEDIA-*,WORKER-*"
  ) async throws -> Report {
    let selection = try Selection(patterns, skip: "SEND-061,SEND-062,SEND-063")
    return try await ConformanceRunner(
      spec: .bundled(), options: RunOptions(selection: selection, historiesMax: 12)
    ).run([subject])
  }

  private func requirements(_ report: Report, _ outcome: Outcome) -> [RequirementID] {
    Set(report.results.filter { $0.outcome == outcome }.map(\.id.requirement)).sorted()
  }

  private static let seen: [(WorkerCanary, [RequirementID])] = [
    (.readsTheScreenToo, []),
    (.neverLooksAtFiles, ["MEDIA-008"]),
    (.uploadsElsewhere, ["MEDIA-007"]),
    // A retry changes nothing but a state; what is said of retries builds on it.
    (.hearsOfNoStates, ["SEND-027"]),
    (
      .oversleeps,
      [
        "SEND-022", "SEND-023", "SEND-025", "SEND-032", "SEND-033", "SEND-060", "SEND-103",
        "WORKER-010",
      ]
    ),
  ]

  @Test(arguments: seen)
  func `a worker is seen through its ports`(
    canary: WorkerCanary, expected: [RequirementID]
  ) async throws {
    let report = try await report(canary)
    #expect(requirements(report, .fail) == expected)
    #expect(requirements(report, .error) == [])
  }

  @Test(arguments: [
    (WorkerCanary.neverRests, "the worker never rests"),
    (.sendsInALooseTask, "a task that is not a child of"),
    (.sleepsElsewhere, "wait on ports.clock"),
  ])
  func `a worker that nobody can drive is one error, and no verdict`(
    canary: WorkerCanary, message: String
  ) async throws {
    let report = try await report(canary)
    #expect(requirements(report, .fail) == [])
    let errors = report.results.filter { $0.outcome == .error }.map(\.message)
    #expect(errors.count == 1)
    #expect(errors.first?.contains(message) ?? false, "\(errors)")
    #expect(report.results.count { $0.outcome == .pass } == 0)
  }

  @Test func `every run that was begun has ended, crashes or not`() async throws {
    let subject = CountingSubject()
    let report = try await report(subject, "SEND-003,SEND-016,SEND-018,SEND-052,MEDIA-004")
    #expect(report.verdict == .conforming)
    let runs = subject.runs.current
    #expect(runs.begun > 8)
    #expect(runs.begun == runs.ended)
  }
}
