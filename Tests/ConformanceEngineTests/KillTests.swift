import BuiltInSubjects
import ConformanceProof
import MessagingConformance
import MessagingCore
import Testing

/// Processes that write a store and are killed.
@Suite(.enabled(if: ProcessLauncher.current != nil, "no program stands beside this one"))
struct KillTests {
  /// How many cases of a requirement end how, and how many processes were killed for them.
  private static func outcome(
    of id: RequirementID, on subject: any ConformanceSubject, killing: Bool
  ) async throws -> (Set<Outcome>, messages: [String], killed: Int) {
    let runner = try ConformanceRunner(spec: .bundled(), options: RunOptions())
    let launcher = killing ? ProcessLauncher.current : nil
    let report = await ProcessLauncher.$current.withValue(launcher) {
      await runner.report(of: id, on: subject)
    }
    let killed = report.figures.first { $0.name == "processes killed" }?.value ?? 0
    return (
      Set(report.results.map(\.outcome)), report.results.map(\.message).filter { !$0.isEmpty },
      killed
    )
  }

  @Test(arguments: ["kept-until-closed", "forgotten-in-two-writes", "token-in-a-second-write"])
  func `what is written late is seen when a process is killed, and not when a store is let go`(
    name: String
  ) async throws {
    let mutant = try #require(MutantCatalogue[name])
    let released = try await Self.outcome(of: mutant.kills, on: mutant.subject, killing: false)
    #expect(!released.0.contains(.fail), "\(released.messages)")
    #expect(released.killed == 0)
    let killed = try await Self.outcome(of: mutant.kills, on: mutant.subject, killing: true)
    #expect(killed.0.contains(.fail), "\(killed.messages)")
    #expect(!killed.0.contains(.error), "\(killed.messages)")
  }

  /// Whether one of the moments is the one between the parts is luck.
  @Test func `who says nothing is killed at some moments`() async throws {
    let seen = try await Self.outcome(of: "REPO-005", on: TornFileSubject(), killing: true)
    #expect(seen.0.isSubset(of: [.pass, .fail]), "\(seen.messages)")
    #expect(seen.killed > 0)
  }

  @Test func `who says what it does is killed before each of its operations`() async throws {
    let seen = try await Self.outcome(of: "REPO-005", on: OutspokenTornFileSubject(), killing: true)
    #expect(seen.messages.contains { $0.contains("killed before operation") }, "\(seen.messages)")
  }

  @Test func `without a process to kill a store that cannot be made to fail is undecided`()
    async throws
  {
    let seen = try await Self.outcome(of: "REPO-005", on: TornFileSubject(), killing: false)
    #expect(seen.0 == [.inconclusive])
    #expect(Set(seen.messages) == ["no process could be started and killed"])
  }

  @Test func `a type that the program does not have is an error`() async throws {
    let seen = try await Self.outcome(of: "REPO-001", on: UnknownSubject(), killing: true)
    #expect(seen.0.contains(.error))
    #expect(seen.messages.contains { $0.contains("this program has no subject") })
  }
}

/// A subject of these tests: `messaging-conformance` does not know it.
private struct UnknownSubject: FileSubject {
  let name = "unknown"
  let capabilities = Profile.standard.capabilities

  func repository(
    in environment: ConformanceEnvironment
  ) async throws -> any MessageRepository {
    try await JSONSubject().repository(in: environment)
  }
}
