import MessagingCore
import MessagingModel
import Testing

@testable import MessagingConformance

/// Edits and files are capabilities of a sender.
@Suite struct SenderCapabilityTests {
  private static let edits = ["SEND-013", "SEND-037", "SEND-041", "SEND-044"]
  private static let files = ["SEND-012", "MEDIA-002", "MEDIA-003"]
  private static let all: Set<Capability> = [
    .sendingEdits, .sendingFiles, .sendingDiagnosis, .sendingCredentials,
  ]

  @Test func `a sender of text holds the rules of text, and the others are unsupported`()
    async throws
  {
    let asked = "SEND-001..008,SEND-012,SEND-013,SEND-016,SEND-037,SEND-041,SEND-044,SEND-061..063,"
    let report = try await run(Sender(declares: []), asked + "SEND-071,MEDIA-002,MEDIA-003")
    #expect(report.results.filter(\.isBad).map(\.message) == [])
    let missing = requirements(of: report, .unsupported)
    #expect(missing.isSuperset(of: Self.edits + Self.files))
    #expect(report.verdict(on: "sender") == .conforming)
    // One that has all has nothing unsupported, and runs more steps.
    let all = try await run(Sender(declares: Self.all), asked + ",SEND-107..SEND-110")
    #expect(requirements(of: all, .unsupported) == [])
    #expect(all.results.filter(\.isBad).map(\.message) == [])
  }

  @Test func `histories of a sender of text have no edits and no files`() {
    for number in 0..<20 {
      var history = SendHistory(
        random: SeededRandom(seed: 1, stream: "text/\(number)"), for: [])
      let lines = history.lines(length: 60)
      #expect(!lines.contains { $0.hasPrefix("amend") || $0.hasPrefix("discard") })
      #expect(!lines.contains { $0.contains(" file=") || $0.hasPrefix("uploads") })
      var edits = SendHistory(
        random: SeededRandom(seed: 1, stream: "text/\(number)"), for: [.sendingEdits])
      let changes = edits.lines(length: 60)
      #expect(changes.contains { $0.hasPrefix("amend") })
      #expect(!changes.contains { $0.contains(" file=") })
    }
  }

  @Test(arguments: [
    (Capability.sendingEdits, "sending-edits works and is not declared"),
    (.sendingFiles, "sending-files works and is not declared"),
    (.sendingDiagnosis, "sending-diagnosis works and is not declared"),
    (.sendingCredentials, "sending-credentials works and is not declared"),
  ])
  func `a capability that works and is not declared is a warning`(
    capability: Capability, message: String
  ) async throws {
    let report = try await run(Sender(declares: Self.all.subtracting([capability])), "SEND-105")
    #expect(report.results.filter { $0.outcome != .notRun }.map(\.message) == [message])
    #expect(report.verdict(on: "sender") == .conforming)
    let declared = try await run(Sender(declares: Self.all), "SEND-105")
    #expect(requirements(of: declared, .pass) == ["SEND-105"])
  }

  @Test func `a sender of text that declares more fails the rules of it`() async throws {
    let subject = TextSender(capabilities: [.sendingEdits, .sendingFiles])
    let report = try await run(subject, "SEND-001,SEND-041,MEDIA-002")
    #expect(requirements(of: report, .fail) == ["SEND-041", "MEDIA-002"])
    let honest = try await run(
      TextSender(capabilities: [.sendingCredentials]), "SEND-001,SEND-105")
    #expect(requirements(of: honest, .pass) == ["SEND-001", "SEND-105"])
  }

  @Test func `a store cannot declare what a sender can`() async throws {
    let report = try await run(Store(capabilities: [.sendingFiles]), "CAPA-001")
    #expect(
      report.results.filter { $0.outcome == .fail }.map(\.message) == [
        "sending-files is declared and does not work: "
          + "it is a capability of a sender, and the subject is none"
      ])
  }

  @Test func `the smallest example says what a sender does wrong`() async throws {
    let edits = try #require(SenderExample(.sendingEdits))
    let text = try await edits.problem(of: TextSender(capabilities: []), seed: 1)
    let example = "send c1 \"one\"; amend d1 c1 edit \"new\"; ? kept c1 = \"new\""
    #expect(text?.hasSuffix(example) == true)
    #expect(try await edits.problem(of: Sender(declares: []), seed: 1) == nil)
    #expect(SenderExample(.edits) == nil)
  }

  private func run(_ subject: any ConformanceSubject, _ rules: String) async throws -> Report {
    let options = RunOptions(selection: try Selection(rules), historiesMax: 4)
    return try await ConformanceRunner(spec: .bundled(), options: options).run([subject])
  }

  private func requirements(of report: Report, _ outcome: Outcome) -> Set<String> {
    Set(report.results.filter { $0.outcome == outcome }.map { "\($0.id.requirement)" })
  }
}

private struct Sender: SendSubject {
  let name = "sender"
  let capabilities: Set<Capability>

  init(declares capabilities: Set<Capability>) { self.capabilities = capabilities }

  func sendDeciding(_ policy: SendPolicy, seed: UInt64) -> any SendDeciding {
    SendQueue(policy: policy, seed: seed)
  }
}

/// Sends text, and begins neither an upload nor a change of a message.
private struct TextSender: SendSubject {
  let name = "text-sender"
  let capabilities: Set<Capability>

  func sendDeciding(_ policy: SendPolicy, seed: UInt64) -> any SendDeciding {
    TextQueue(queue: SendQueue(policy: policy, seed: seed))
  }
}

private struct TextQueue: SendDeciding {
  var queue: SendQueue

  var nextDeadline: Int64? { queue.nextDeadline }

  mutating func handle(_ event: SendEvent, at now: Int64) -> [SendAction] {
    queue.handle(event, at: now).filter { action in
      switch action {
      case .upload: return false
      case .send(let request):
        if case .publish = request.action { return true } else { return false }
      case .find, .load, .abandon, .abort, .discard, .commit: return true
      }
    }
  }
}

private struct Store: RepositorySubject {
  let name = "store"
  let capabilities: Set<Capability>

  func repository(in environment: ConformanceEnvironment) async throws -> any MessageRepository {
    try await InMemoryRepository(owner: environment.owner)
  }
}
