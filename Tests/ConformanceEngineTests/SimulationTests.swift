import BuiltInSubjects
import MessagingConformance
import MessagingCore
import MessagingModel
import Testing

/// Whole systems: several devices, a server, and everything that goes wrong between them.
@Suite("Simulation") struct SimulationTests {
  /// Histories of each family with three devices.
  private static let seeds = UInt64(1)...16

  @Test("in the end every device shows what the server has", arguments: SimulationFamily.allCases)
  func converges(family: SimulationFamily) async throws {
    let run = SimulationRun(Simulation.Setting(family, devices: 3))
    var report = SimulationReport()
    for seed in Self.seeds { try await report.play(run, seed: seed) }
    for (family, finding) in report.findings {
      Issue.record("\(finding.lines(family: family, devices: 3).joined(separator: "\n"))")
    }
    #expect(report.count == Self.seeds.count)
    #expect(report.marks[.crashed] ?? 0 > 0)
  }

  @Test("in SQLite files, too", arguments: SimulationFamily.allCases)
  func convergesInFiles(family: SimulationFamily) async throws {
    let run = SimulationRun(Simulation.Setting(family, devices: 3)) { SQLiteSubject.disks() }
    for seed in UInt64(1)...3 { _ = try await run.play(run.steps(seed: seed), seed: seed) }
  }

  @Test("a device with a fault is found", arguments: SimulationCanary.allCases)
  func findsFaults(canary: SimulationCanary) async throws {
    var finding: SimulationRun.Finding?
    let run = SimulationRun(Simulation.Setting(.polled, devices: 3, minds: canary.minds))
    for seed in UInt64(1)...40 where finding == nil {
      let steps = run.steps(seed: seed)
      do {
        _ = try await run.play(steps, seed: seed)
      } catch let failure as SimulationFailure {
        finding = await run.shrink(failure, steps, seed: seed, evaluations: 45)
      }
    }
    let found = try #require(finding, "nobody saw it in 40 histories")
    // What is left of it goes wrong again, in the same way.
    let again = await #expect(throws: SimulationFailure.self) {
      try await run.play(
        run.steps(seed: found.seed, only: Set(found.steps.map(\.number))), seed: found.seed)
    }
    #expect(again?.reason.kind == found.failure.reason.kind)
    #expect(found.steps.count <= run.steps(seed: found.seed).count)
  }

  @Test("a history is the same each time")
  func replays() async throws {
    let run = SimulationRun(Simulation.Setting(.numbered, devices: 3))
    let first = try await run.play(run.steps(seed: 3), seed: 3)
    let second = try await run.play(run.steps(seed: 3), seed: 3)
    #expect(first == second)
    #expect(run.steps(seed: 3) != run.steps(seed: 4))
  }

  @Test("what no history met is a failure of many, and none of a few")
  func marks() async throws {
    let run = SimulationRun(Simulation.Setting(.polled, devices: 1))
    var report = SimulationReport()
    try await report.play(run, seed: 1, only: [])
    #expect(report.holds)
    #expect(report.notMet.contains(.crashed))
    for seed in UInt64(2)...UInt64(SimulationReport.enoughForMarks) {
      try await report.play(run, seed: seed, only: [])
    }
    #expect(!report.holds)
    #expect(!report.notMet.contains(.updateLost))
  }
}
