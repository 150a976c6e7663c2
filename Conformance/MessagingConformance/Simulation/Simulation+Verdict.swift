internal import MessagingCore
internal import MessagingModel

// Compares every device with the server, and the server with what users wanted.
extension Simulation {
  func compare() async throws {
    if let wrong = place.story.verdict(on: place.server) {
      throw SimulationFailure(reason: wrong, step: nil)
    }
    for device in devices {
      for conversation in SimulatedPlace.conversations {
        if let wrong = try await device.verdict(in: conversation, place) {
          let text = "device \(device.number), \(conversation.text.string): \(wrong.text)"
          throw SimulationFailure(reason: .init(wrong.kind, text), step: nil)
        }
      }
    }
  }
}

extension SimulatedDevice {
  fileprivate func verdict(
    in conversation: ConversationID, _ place: SimulatedPlace
  ) async throws -> SimulationFailure.Reason? {
    let outbox = try await store.read(Query(.outbox, in: conversation, limit: Limits.page))
    if let left = outbox.messages.first { return .init("unsent", "\(left.id.shortName) is left") }
    let page = try await store.read(.all(of: conversation))
    if let wrong = fileFault(page, in: conversation) { return .init("file", wrong) }
    if let wrong = page.violations().first { return .init("unsound", wrong) }
    let truth = place.server.truth(in: conversation)
    let (found, wanted) = (page.messages.map(\.remoteID), truth.map(\.name))
    if found != wanted.map(Optional.some) {
      return .init(
        "rows",
        Self.difference(found.map { $0?.description ?? "unsent" }, wanted.map(\.description)))
    }
    for (shown, known) in zip(page.messages, truth) {
      if let wrong = fault(of: shown, known, page, place) {
        return .init(wrong, "\(known.name) is not as the server has it")
      }
    }
    return receiptFault(page, conversation, place)
  }

  /// The part in which a stored message differs from the server's; `nil` if none does.
  private func fault(
    of shown: Message, _ known: TrueMessage, _ page: Snapshot, _ place: SimulatedPlace
  ) -> String? {
    if shown.sender != known.sender { return "sender" }
    if shown.body.asPublished != known.body { return "body" }
    if shown.isOutgoing != (known.sender == owner) { return "direction" }
    if !shown.delivery.isConfirmed || !shown.dependents.isEmpty { return "unsettled" }
    let people = known.reactions.flatMap { key, people in
      people.map { Reaction(participant: $0, key: key) }
    }
    if Set(shown.reactions) != Set(people) || shown.reactions.count != people.count {
      return "reactions"
    }
    let replyTo = place.server.event(named: known.name)?.message?.replyTo
    if (replyTo == nil) != (shown.replyTo == nil) { return "reply" }
    guard case .remote(let target)? = replyTo else { return nil }
    let quoted = page.messages.first { $0.remoteID == target }
    return page.quote(for: shown)?.remoteID == quoted?.remoteID ? nil : "quote"
  }

  /// Compares receipts and the unread count.
  private func receiptFault(
    _ page: Snapshot, _ conversation: ConversationID, _ place: SimulatedPlace
  ) -> SimulationFailure.Reason? {
    let truth = place.server.truth(in: conversation)
    for reader in Set(place.server.log.compactMap(\.message?.sender)) {
      let name = place.server.readUpTo(conversation, by: reader)
      let known = page.receipts.first { $0.participant == reader }?.upTo.confirmed?.remoteID
      if known != name { return .init("receipt", "another receipt of \(reader.text.string)") }
    }
    let read = place.server.readUpTo(conversation, by: owner)
      .flatMap { place.server.event(named: $0) }
    let unread = truth.count { message in
      guard message.sender != owner, let event = place.server.event(named: message.name) else {
        return false
      }
      return read.map { $0.isBefore(event) } ?? true
    }
    guard page.unread == Unread(count: unread, isLowerBound: false) else {
      return .init("unread", "\(page.unread.count) unread, not \(unread)")
    }
    return nil
  }

  private static func difference(_ found: [String], _ wanted: [String]) -> String {
    let missing = wanted.filter { !found.contains($0) }
    let extra = found.filter { !wanted.contains($0) }
    if missing.isEmpty, extra.isEmpty {
      return "another order: \(found.joined(separator: " ")), not \(wanted.joined(separator: " "))"
    }
    return "missing: \(missing.joined(separator: " ")); too much: \(extra.joined(separator: " "))"
  }
}
