internal import MessagingCore
internal import MessagingModel

// The end of a history, without faults.
extension Simulation {
  /// Continues until nothing is left to do: everything is sent, every event is delivered, every gap
  /// is filled.
  mutating func calmDown() async throws {
    heal()
    if hasScreens {
      await healScreens()
      await healLists()
    }
    var random = SeededRandom(seed: 1, stream: "calm")
    for _ in 0..<Self.rounds {
      try await settle(&random)
      if try await isDone() {
        guard try await wantMore() else { return }
      } else {
        breathe()
      }
      if let broken = place.broken {
        throw SimulationFailure(reason: broken, step: nil)
      }
    }
    throw SimulationFailure(reason: .init("restless", try await unrest()), step: nil)
  }

  /// The most rounds of letting time pass, or of further user actions, until everything is quiet.
  private static let rounds = 600
  /// The most actions at one time.
  private static let most = 20_000

  private mutating func heal() {
    place.isCalm = true
    place.server.faults = ServerFaults()
    while !place.late.isEmpty {
      let late = place.late.removeFirst()
      place.mark(.requestLate)
      _ = place.server.accept(late.request, from: late.from)
    }
    for index in devices.indices {
      devices[index].troubles.heal()
      devices[index].isHeld = false
      devices[index].signIn(&place)
      devices[index].setOnline(true, &place)
      admit(index)
    }
  }

  /// Handles a change of who may read which conversation. A server without numbers makes all
  /// devices connect again, because it does not repeat later what it withheld on an open
  /// connection.
  mutating func admit(_ index: Int) {
    if place.family == .pushed { devices[index].loseConnection(&place) }
  }

  /// Carries out everything that can be done without time passing.
  private mutating func settle(_ random: inout SeededRandom) async throws {
    // A generator of its own, so that lists do not change the other random choices.
    var lists = SeededRandom(seed: 6, stream: "calm")
    for _ in 0..<Self.most {
      if let index = devices.firstIndex(where: { $0.hasWork(place) }) {
        _ = try await work(index, &random)
      } else if let index = devices.firstIndex(where: { $0.screen?.work.isEmpty == false }) {
        _ = await devices[index].workScreen(&random, &place)
      } else if let index = devices.firstIndex(where: { $0.list?.work.isEmpty == false }) {
        _ = await devices[index].workList(&lists, &place)
      } else {
        return
      }
    }
    throw SimulationFailure(
      reason: .init("restless", "\(Self.most) things done, and no time passed"), step: nil)
  }

  /// Lets time pass. The server sends a sign of life on each connection.
  private mutating func breathe() {
    // An earlier answer may have reported again that the server does not know the device.
    for index in devices.indices { devices[index].signIn(&place) }
    for index in devices.indices where devices[index].link != nil {
      devices[index].tell(SyncEvent.heard, &place)
    }
    let deadlines = devices.flatMap { [$0.nextDeadline, $0.screenDeadline] }
    guard let next = deadlines.compactMap(\.self).min() else { return }
    pass(min(max(1, next - place.now), 20_000))
  }

  private func isDone() async throws -> Bool {
    for device in devices where try await device.unrest(place) != nil { return false }
    return true
  }

  private func unrest() async throws -> String {
    var all: [String] = []
    for device in devices {
      if let unrest = try await device.unrest(place) {
        all.append("device \(device.number) \(unrest)")
      }
    }
    return all.joined(separator: "; ")
  }

  /// Retries what failed, and requests everything that is missing.
  ///
  /// - Returns: whether there was anything.
  private mutating func wantMore() async throws -> Bool {
    var isMore = false
    for index in devices.indices {
      if try await devices[index].wantMore(&place) { isMore = true }
    }
    return isMore
  }
}

extension SimulatedDevice {
  /// What is not at rest; `nil` if everything that can be sent is sent, and all updates are stored.
  func unrest(_ place: SimulatedPlace) async throws -> String? {
    if sync.status.phase != .live { return "is \(sync.status.phase)" }
    if sync.status.nextAttempt != nil { return "waits to ask" }
    // In time it asks by itself.
    if hasLostLast { return "has not heard of what got lost last" }
    if !lostQuestions.isEmpty { return "waits for an answer that got lost" }
    if !callers.isEmpty { return "has callers that were not answered" }
    if !isListening(place) { return "does not hear of news" }
    for conversation in SimulatedPlace.conversations {
      let outbox = try await store.read(Query(.outbox, in: conversation, limit: Limits.page))
      if !outbox.retractions.isEmpty { return "has something to take back" }
      // What follows something that failed waits for the user.
      guard outbox.messages.allSatisfy(\.failed.isEmpty) else { continue }
      if let waiting = outbox.messages.first { return "has \(waiting.id.shortName) unsent" }
      // A report that was lost silently is sent again in time.
      if let reading = outbox.readings.first { return "has read \(reading.upTo.remoteID) untold" }
    }
    return screenUnrest
  }

  /// Whether it will receive the server's next event.
  private func isListening(_ place: SimulatedPlace) -> Bool {
    guard !place.family.hasLink else { return link != nil }
    return effects.contains { effect in
      if case .sync(.ask, _) = effect { true } else { false }
    }
  }

  mutating func wantMore(_ place: inout SimulatedPlace) async throws -> Bool {
    var isMore = false
    for conversation in SimulatedPlace.conversations {
      let page = try await store.read(.all(of: conversation))
      for key in page.messages.flatMap(\.failed) {
        isMore = true
        try await settle(key, in: page, &place)
        announce()
      }
      guard let gap = page.missing.first else { continue }
      isMore = true
      if gap.isUnavailable {
        // The server may be able to fill it by now. Clearing the history makes the client request
        // it again.
        await clear(conversation, &place)
      } else {
        want(gap, in: conversation, &place)
      }
    }
    return isMore
  }

  /// Retries something. A reply to, or a change of, something that is gone is given up.
  private mutating func settle(
    _ key: OutboxKey, in page: Snapshot, _ place: inout SimulatedPlace
  ) async throws {
    guard let message = page.messages.first(where: { $0.id == key.message.id }) else { return }
    let change = message.dependents.first { $0.id == key.dependent }
    let state = key.dependent == nil ? message.delivery : change?.state
    guard case .failed(let reason)? = state, reason.code == "target-gone" else {
      _ = try await write([.retry(key)], &place)
      return
    }
    _ = try await write([.cancel(key)], &place)
    if key.dependent == nil { place.story.cancelled(message.id, isCertain: true) }
  }
}
