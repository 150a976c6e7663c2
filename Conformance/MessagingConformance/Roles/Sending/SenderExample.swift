internal import MessagingCore

/// The smallest examples of a capability of a sender.
struct SenderExample {
  private let scripts: [String]

  /// - Returns: `nil` for a capability of a store or of a list differ.
  init?(_ capability: Capability) {
    switch capability {
    case .sendingEdits: scripts = SenderExample.edits
    case .sendingFiles: scripts = SenderExample.files
    case .sendingDiagnosis: scripts = SenderExample.diagnosis
    case .sendingCredentials: scripts = SenderExample.credentials
    case .durable, .gaps, .edits, .reactions, .receipts, .media, .threads, .index, .faults,
      .powerLoss, .shared, .releases, .virtualTime, .arrivals, .aspects:
      return nil
    }
  }

  /// Plays the examples over the reference store.
  ///
  /// - Returns: what the sender does wrong in the first that does not work; `nil` if all work.
  func problem(of subject: any SendSubject, seed: UInt64) async throws -> String? {
    for script in scripts {
      do {
        var player = try await SendPlayer(subject, seed: seed, store: ReferenceSubject())
        try await player.playToEnd(SendTale("an example", script).script)
      } catch let violation as Violation {
        let lines = script.split(separator: "\n").joined(separator: "; ")
        return "\(violation.message), in the example: \(lines)"
      }
    }
    return nil
  }

  private static let edits = [
    "send c1 \"one\"\namend d1 c1 edit \"new\"\n? kept c1 = \"new\"",
    "send c1 \"one\"\namend d1 c1 delete\n? server = none",
    "send c1 \"one\"\namend d1 c1 react \"+\"\n? reacted c1 = \"+\"",
  ]

  private static let files = [
    "send c1 \"look\" file=photos/a.jpg\n? uploaded = c1/1\n? kept c1 = \"look[1 remote]\""
  ]

  private static let diagnosis = [
    "offline\nsend c1 \"one\"\n? waiting k1 = messages:1\n? obstacle k1 = offline"
  ]

  private static let credentials = [
    "server unauthorized 401\nsend c1 \"one\"\nadvance 1h\n? server = none\nsign-in\n? server = c1"
  ]
}

extension SendChecks {
  /// No undeclared capability of a sender works in its smallest examples.
  static func undeclaredOnesFail(_ context: RoleContext<any SendSubject>) async throws {
    for capability in Capability.allCases
    where !context.subject.capabilities.contains(capability) {
      guard let example = SenderExample(capability) else { continue }
      context.count(steps: 1)
      let problem = try await example.problem(of: context.subject, seed: context.options.seed)
      try context.expect(problem != nil, "\(capability.rawValue) works and is not declared")
    }
  }
}
