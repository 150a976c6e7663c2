import BuiltInSubjects
import MessagingConformance
import MessagingConformanceTesting
import Testing

/// The subjects that the requirements for a role are checked on: the arguments of the generated
/// tests. The reference's repository is checked with its mutants, the one of JSON lines by
/// `Tests/ExampleBackendTests`.
func subjectNames(playing role: Role) -> [String] {
  let known: [Role: [String]] = [
    .repository: ["memory", "sqlite"], .sending: ["model", "worker"],
    .worker: ["worker", "sqlite"], .syncing: ["model", "engine"], .engine: ["engine"],
    .downloading: ["model", "downloads"], .fetching: ["downloads"], .keeping: ["downloads"],
    .progress: ["model", "client"], .watching: ["client"], .client: ["client"],
    .composing: ["drafts"], .acting: ["drafts"],
    .timeline: ["model", "screens"],
    .conversations: ["model", "screens"], .screens: ["screens"],
  ]
  return known[role] ?? ["model"]
}

/// Runs the cases of one requirement on one subject and records what does not hold.
func expectConformance(
  of name: String, to id: String, sourceLocation: SourceLocation = #_sourceLocation
) async throws {
  let subject = try #require(BuiltInSubjects[name], sourceLocation: sourceLocation)
  await Turnstile.shared.pass {
    await Conformance.check(
      id, on: subject, options: RunOptions(historiesMax: 24), sourceLocation: sourceLocation)
  }
}

/// Lets two in at a time. Swift Testing begins all tests at once; a case that waits behind three
/// hundred others for its turn on a processor would look as if it never answered.
private actor Turnstile {
  static let shared = Turnstile()

  private var free = 2
  private var waiting: [CheckedContinuation<Void, Never>] = []

  func pass(_ work: @Sendable () async -> Void) async {
    if free == 0 {
      await withCheckedContinuation { waiting.append($0) }
    } else {
      free -= 1
    }
    await work()
    if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() }
  }
}
