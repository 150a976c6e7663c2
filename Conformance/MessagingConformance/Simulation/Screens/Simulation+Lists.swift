internal import MessagingCore
internal import MessagingModel
internal import MessagingTimeline

// Lists of conversations in the simulation.
extension Simulation {
  /// Makes lists retry what they could not read, after time has passed.
  mutating func retryLists() {
    for index in devices.indices { devices[index].retryList(&place) }
  }

  /// Opens a list on every device, and ends all faults of lists.
  mutating func healLists() async {
    var random = SeededRandom(seed: 4, stream: "calm")
    for index in devices.indices {
      if devices[index].list == nil { await devices[index].openList(&random, &place) }
      devices[index].list?.isStalled = false
      devices[index].list?.failingReads = 0
    }
  }

  /// Checks that every list shows what its store contains.
  mutating func compareLists(_ moment: String) async throws {
    for index in devices.indices {
      await devices[index].noticeList()
      try await settleList(index)
      try await compareList(index, moment)
      // A commit without a change must not lead to an update.
      guard let list = devices[index].list, let revision = list.remembered else { continue }
      devices[index].tell(ConversationListEvent.committed(revision), &place)
      try await settleList(index)
      if devices[index].list?.screen.updates.count != list.screen.updates.count {
        throw failure(index, "gets an update after a commit that changed nothing, \(moment)")
      }
    }
  }

  private func compareList(_ index: Int, _ moment: String) async throws {
    if let broken = place.broken { throw SimulationFailure(reason: broken, step: nil) }
    let device = devices[index]
    guard let list = device.list, let changed = await device.changedSpared(after: nil) else {
      throw failure(index, "is not there, \(moment)")
    }
    var tops: [ConversationID: Snapshot] = [:]
    for conversation in SimulatedPlace.conversations {
      guard let page = await device.readSpared(.top(of: conversation)) else { continue }
      let isThere = changed.conversations[conversation] != nil
      if !isThere, !page.messages.isEmpty {
        throw failure(index, "does not hear of \(conversation.text), \(moment)")
      }
      if isThere { tops[conversation] = page }
    }
    guard let wrong = list.difference(from: tops, at: changed.revision) else { return }
    throw failure(index, "\(wrong), \(moment)")
  }

  /// Delivers everything to the list until it waits for nothing.
  private mutating func settleList(_ index: Int) async throws {
    var random = SeededRandom(seed: 5, stream: "calm")
    for _ in 0..<10_000 {
      if await devices[index].workList(&random, &place) { continue }
      guard devices[index].list?.retryAt != nil else { return }
      devices[index].tell(ConversationListEvent.retry, &place)
    }
    throw failure(index, "does not come to rest")
  }

  private func failure(_ index: Int, _ sentence: String) -> SimulationFailure {
    SimulationFailure(
      reason: .init("list", "the list of device \(devices[index].number) \(sentence)"),
      step: nil)
  }
}
