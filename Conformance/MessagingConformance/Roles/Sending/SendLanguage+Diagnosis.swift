internal import MessagingCore
internal import MessagingModel

extension SendWorld {
  /// What the sender reports of what waits; `nil` if it reports nothing.
  var diagnosis: SendDiagnosis? {
    worker?.diagnosis ?? (queue as? any SendDiagnosing)?.diagnosis
  }
}

// What a sender reports of what waits (`SEND-107` … `SEND-110`).
extension SendLanguage {
  static let diagnosis = ClauseSection<Ask>(
    "What it reports of what waits",
    [
      Clause(
        "? waiting CONVERSATION",
        "How many messages, changes and retractions wait, and how many of them failed; "
          + "`at-least` if there may be more.",
        example: "? waiting k1 = messages:2 failed:1"
      ) { player, a in
        let state = try state(of: try a.first(Words.conversation), player)
        return Observation(state.map(counts))
      },
      Clause(
        "? obstacle CONVERSATION",
        "What holds it up: `offline`, `needs-sign-in`, `paused`, `store`, `failed:c1`, "
          + "`attempt:c1`, `upload:c1` or `target:c1`.",
        example: "? obstacle k1 = attempt:c1"
      ) { player, a in
        let state = try state(of: try a.first(Words.conversation), player)
        return Observation(state?.obstacle.map { [word($0)] })
      },
      Clause(
        "? next-attempt [CONVERSATION]",
        "When something is tried again, in this conversation or in any.",
        example: "? next-attempt k1 = 1000ms"
      ) { player, a in
        let conversation = a.all(Words.conversation).first
        let moment =
          try conversation.map { try state(of: $0, player)?.nextAttempt }
          ?? report(player).nextAttempt
        let world = player.world
        return Observation(moment.map { ["\($0 + world.born - world.now)ms"] })
      },
      Clause(
        "? last-error [CONVERSATION]",
        "The code of the last error of what waits or is in flight, in this conversation; without "
          + "one, of the search for what is unsent.",
        example: #"? last-error k1 = "503""#
      ) { player, a in
        let code =
          if let conversation = a.all(Words.conversation).first {
            try state(of: conversation, player)?.lastError
          } else {
            try report(player).storeError
          }
        return Observation(code.map { [ObservedWord(.string($0.string))] } ?? [])
      },
    ])

  private static func report(_ player: SendPlayer) throws -> SendDiagnosis {
    guard let diagnosis = player.world.diagnosis else {
      throw Violation(
        "nothing is reported of what waits: the queue is no SendDiagnosing, or the worker no "
          + "SendDiagnosisReporting")
    }
    return diagnosis
  }

  private static func state(
    of conversation: ConversationID, _ player: SendPlayer
  ) throws -> SendDiagnosis.Conversation? {
    try report(player).conversations.first { $0.id == conversation }
  }

  private static func counts(_ state: SendDiagnosis.Conversation) -> [String] {
    let counts = [
      ("messages", state.messages), ("changes", state.changes),
      ("retractions", state.retractions), ("failed", state.failed),
    ]
    return (state.isLowerBound ? ["at-least"] : [])
      + counts.filter { $0.1 > 0 }.map { "\($0.0):\($0.1)" }
  }

  private static func word(_ obstacle: SendDiagnosis.Obstacle) -> String {
    switch obstacle {
    case .offline: "offline"
    case .needsSignIn: "needs-sign-in"
    case .paused: "paused"
    case .store: "store"
    case .failed(let id): "failed:\(ScriptNames.name(of: id))"
    case .attempt(let id): "attempt:\(ScriptNames.name(of: id))"
    case .upload(let id): "upload:\(ScriptNames.name(of: id))"
    case .target(let id): "target:\(ScriptNames.name(of: id))"
    }
  }
}
