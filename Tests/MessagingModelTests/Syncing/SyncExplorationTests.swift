import MessagingConformance
import MessagingCore
import MessagingModel
import Testing

/// Random histories of a device and a server between which everything goes wrong; when nothing goes
/// wrong any more, the store shows what the server has.
@Suite("Sync: whatever happens on the way") struct SyncExplorationTests {
  static let histories: UInt64 = 60

  @Test("in the end the store shows what the server has", arguments: SyncFamily.all)
  func converges(family: SyncFamily) async throws {
    for seed in 1...Self.histories {
      guard let fault = try await fault(family, seed: seed) else { continue }
      Issue.record("\(family), seed \(seed): \(fault)")
      return
    }
  }

  /// What is wrong with one history; `nil` for a sound one.
  private func fault(_ family: SyncFamily, seed: UInt64) async throws -> String? {
    var world = try await SyncWorld(family, seed: seed)
    world.tell(.online(true))
    for number in 0..<(40 + Int(seed) * 7 % 160) {
      try await world.step()
      if let fault = world.faults.first { return "step \(number): \(fault)" }
      if family.arrival != .pushed, !family.givesLists, let hole = try await world.hole() {
        return "step \(number): \(hole)"
      }
    }
    guard try await world.calmDown() else {
      return "not live: \(world.state.status), pending \(world.pending), mail \(world.mail.count)"
    }
    guard try await world.fillEverything() else { return "a caller was not answered" }
    for conversation in world.conversations {
      let (shown, truth) = (
        try await world.shown(in: conversation),
        world.server.truth(in: conversation).map { "\($0.name) \($0.body)" }
      )
      guard shown.filter({ !$0.hasPrefix("unsent") }) != truth else { continue }
      return "\(conversation): shown \(shown), true \(truth)"
    }
    return world.faults.first
  }
}

extension SyncWorld {
  /// Two messages that stand side by side although something is known to the server between them.
  func hole() async throws -> String? {
    for conversation in conversations {
      let all = try await store.read(
        Query(.newest, in: conversation, limit: 1_000, crossesGaps: true))
      let echoed = all.messages.filter(\.hasEcho).compactMap(\.position.confirmed)
      let truth = server.log.compactMap { event -> ServerPosition? in
        guard event.conversation == conversation, case .message(let message) = event.item else {
          return nil
        }
        return message.position
      }
      for (lower, upper) in zip(echoed, echoed.dropFirst()) {
        let isMissing = all.gaps.contains { gap in
          (gap.after.map { $0 < upper } ?? true) && (gap.before.map { lower < $0 } ?? true)
        }
        if isMissing { continue }
        let between = truth.first { place in
          lower < place && place < upper
            && !all.messages.contains { $0.position.confirmed == place }
            && !server.isDeleted(place.remoteID)
        }
        if let between { return "\(lower.remoteID) and \(upper.remoteID) hide \(between.remoteID)" }
      }
    }
    return nil
  }
}

extension SimulatedServer {
  func isDeleted(_ id: RemoteID) -> Bool {
    log.contains { event in
      guard case .relation(let relation) = event.item, relation.target == .remote(id) else {
        return false
      }
      if case .delete = relation.action { return true }
      return false
    }
  }
}
