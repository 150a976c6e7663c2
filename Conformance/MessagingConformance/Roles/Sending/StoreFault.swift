internal import MessagingCore
internal import MessagingModel

/// A fault that a store has permanently.
enum StoreFault: String, CaseIterable, Sendable {
  case forgetsAcknowledgements = "says of acknowledgements that they are stored, and they are not"
  case forgetsSettling = "says that changes are settled, and they are not"
  case forgetsFailures = "says that failures are stored, and they are not"
  case forgetsUploads = "says that the state of uploads is stored, and it is not"
  case forgetsCancellations = "says that something is taken back, and it is not"
  case forgetsAll = "says that everything is stored, and nothing is"
  case refusesSettling = "refuses to settle changes, for good"
  case refusesUploads = "refuses the state of uploads, for good"
  case refusesAll = "refuses everything, for good"
  case losesNames = "forgets the network's names of files"
  case hasMore = "says that there is always more"

  /// Returns what the faulty store makes of a batch.
  func bend(_ changes: [Change]) throws(RepositoryError) -> [Change] {
    switch self {
    case .refusesAll: throw StoreFault.refusal
    case .refusesSettling:
      if changes.contains(where: StoreFault.isSettling) { throw StoreFault.refusal }
      return changes
    case .refusesUploads:
      if changes.contains(where: StoreFault.isUpload) { throw StoreFault.refusal }
      return changes
    case .forgetsAcknowledgements:
      return changes.filter { if case .acknowledge = $0 { false } else { true } }
    case .forgetsSettling: return changes.filter { !StoreFault.isSettling($0) }
    case .forgetsFailures: return changes.filter { if case .fail = $0 { false } else { true } }
    case .forgetsUploads: return changes.filter { !StoreFault.isUpload($0) }
    case .forgetsCancellations:
      return changes.filter { if case .cancel = $0 { false } else { true } }
    case .forgetsAll: return []
    case .losesNames, .hasMore: return changes
    }
  }

  /// Returns what the faulty store makes of a read.
  func bend(_ snapshot: Snapshot) -> Snapshot {
    var bent = snapshot
    switch self {
    case .losesNames:
      for message in bent.messages.indices {
        var files = bent.messages[message].body.attachments
        for file in files.indices { files[file].remote = nil }
        bent.messages[message].body.attachments = files
      }
    case .hasMore: bent.newer = .more
    case .forgetsAcknowledgements, .forgetsSettling, .forgetsFailures, .forgetsUploads,
      .forgetsCancellations, .forgetsAll, .refusesSettling, .refusesUploads, .refusesAll:
      break
    }
    return bent
  }

  private static let refusal = RepositoryError(.unknownMessage, "scripted")

  private static func isSettling(_ change: Change) -> Bool {
    if case .settle = change { true } else { false }
  }

  private static func isUpload(_ change: Change) -> Bool {
    if case .upload = change { true } else { false }
  }
}

extension SendChecks {
  /// With a faulty store, everything that can be done still ends, each time.
  static func stubbornStores(_ context: RoleContext<any SendSubject>) async throws {
    for fault in StoreFault.allCases {
      _ = try await context.tryHistories("stubborn stores", 24) { seed, number in
        var history = SendHistory(
          random: SeededRandom(seed: seed, stream: "SEND/stubborn/\(number)"),
          for: context.subject.capabilities)
        let lines = history.lines(length: 24)
        do {
          try await play(lines, on: fault, context)
        } catch var violation as Violation {
          violation.notes.append("the store \(fault.rawValue)")
          violation.notes.append("seed \(seed), history \(number):")
          violation.notes += lines
          throw violation
        }
      }
    }
  }

  private static func play(
    _ lines: [String], on fault: StoreFault, _ context: RoleContext<any SendSubject>
  ) async throws {
    var player = try await SendPlayer(context.subject, seed: context.options.seed)
    defer { context.count(steps: player.stepCount) }
    let tale = try SendTale("history", lines.joined(separator: "\n"))
    for unit in tale.script.units {
      try await player.play(Script(units: [unit]))
      // A policy line creates a new world.
      player.world.fault = fault
      // The age is unknown if the store did not keep it.
      player.world.judgesTime = false
      try await player.world.settle(most: most)
    }
    player.world.heal()
    // Time passes; the work at each time still ends.
    for _ in 0..<20 {
      try await player.world.settle(most: most)
      let before = player.world.now
      var ticks = 0
      while player.world.now == before {
        guard player.world.advanceToDeadline() else { return await player.world.repository.close() }
        try await player.world.settle(most: most)
        ticks += 1
        if ticks > most { throw Violation("the queue wakes up for ever, without time passing") }
      }
    }
    await player.world.repository.close()
  }

  /// More steps than these histories can cause at one time.
  private static let most = 600
}
