internal import MessagingCore
internal import MessagingModel

// What users do with their devices.
extension SimulatedDevice {
  mutating func wish(
    _ kind: SimulationStep.Kind, _ step: SimulationStep, _ random: inout SeededRandom,
    _ place: inout SimulatedPlace
  ) async throws {
    let conversation = random.pick(from: SimulatedPlace.conversations) ?? "k1"
    guard let page = await read(.all(of: conversation), &place) else { return }
    let shown = page.messages.filter { $0.body != .redacted }
    let id = MessageID(high: UInt64(number), low: UInt64(step.number + 1))
    switch kind {
    case .write: await compose(id, in: conversation, answering: nil, &place)
    case .reply:
      guard let target = random.pick(from: shown) else { return }
      await compose(id, in: conversation, answering: target, &place)
    case .edit:
      guard let target = random.pick(from: shown.filter(\.isOutgoing)) else { return }
      await amend(target, id, .edit(.text(ExactString("e\(step.number)"))), &place)
    case .delete:
      guard let target = random.pick(from: shown.filter(\.isOutgoing)) else { return }
      await amend(target, id, .delete, &place)
    case .react:
      guard let target = random.pick(from: shown) else { return }
      await amend(target, id, .react(random.chance(1, of: 3) ? "-" : "+"), &place)
    case .unreact:
      let own = shown.flatMap { message in
        message.reactions.filter { $0.participant == owner }.map { (message, $0.key) }
      }
      guard let (target, key) = random.pick(from: own) else { return }
      await amend(target, id, .unreact(key), &place)
    case .cancel: await cancel(shown.filter { !$0.delivery.isConfirmed }, &random, &place)
    case .cancelChange: await cancelChange(shown, &random, &place)
    case .retry: await retry(shown, &random, &place)
    case .read: await readUpTo(random.pick(from: shown.suffix(4)), &place)
    case .clear: await clear(conversation, &place)
    case .work, .scroll, .unscroll, .open, .close, .moveOut, .wait, .pass, .offline, .online, .days,
      .disconnect, .hint, .woken, .crash, .crashInWrite, .storeFails, .setClock, .hold, .release,
      .forgetTokens, .refuse, .admit, .lateRequest, .forgetDevice, .signIn:
      break
    }
  }

  mutating func compose(
    _ id: MessageID, in conversation: ConversationID, answering target: Message?,
    _ place: inout SimulatedPlace
  ) async {
    let key = MessageKey(conversation, id)
    let message = OutgoingMessage(
      key: key, timestamp: wallClock(place), body: .text(ExactString("t\(id.low - 1)")),
      replyTo: target.map { $0.remoteID.map(MessageReference.remote) ?? .id($0.id) })
    guard await isAccepted([.enqueue(message)], &place) != nil else { return }
    place.mark(target == nil ? .wrote : .replied)
    place.story.wrote(message, by: owner, device: number, session: session)
  }

  private mutating func amend(
    _ target: Message, _ id: MessageID, _ action: Dependent.Action, _ place: inout SimulatedPlace
  ) async {
    let key = MessageKey(target.conversation, target.id)
    guard let isHeard = await isAccepted([.amend(key, id: id, action)], &place) else { return }
    switch action {
    case .edit: place.mark(.edited)
    case .delete: place.mark(.deleted)
    case .react: place.mark(.reacted)
    case .unreact: place.mark(.unreacted)
    }
    place.story.changed(
      target, id, action, by: owner, device: number, session: session, isCertain: isHeard)
  }

  private mutating func cancel(
    _ unsent: [Message], _ random: inout SeededRandom, _ place: inout SimulatedPlace
  ) async {
    guard let target = random.pick(from: unsent) else { return }
    let key = MessageKey(target.conversation, target.id)
    guard let isHeard = await isAccepted([.cancel(OutboxKey(key))], &place) else { return }
    place.mark(.cancelled)
    place.story.cancelled(key.id, isCertain: isHeard)
  }

  private mutating func cancelChange(
    _ shown: [Message], _ random: inout SeededRandom, _ place: inout SimulatedPlace
  ) async {
    let changes = shown.flatMap { message in message.dependents.map { (message, $0.id) } }
    guard let (target, id) = random.pick(from: changes) else { return }
    let key = OutboxKey(MessageKey(target.conversation, target.id), dependent: id)
    guard let isHeard = await isAccepted([.cancel(key)], &place) else { return }
    place.mark(.changeCancelled)
    place.story.takenBack(id, isCertain: isHeard)
  }

  /// Retries something that failed.
  private mutating func retry(
    _ shown: [Message], _ random: inout SeededRandom, _ place: inout SimulatedPlace
  ) async {
    guard let key = random.pick(from: shown.flatMap(\.failed)) else { return }
    if await isAccepted([.retry(key)], &place) != nil { place.mark(.retried) }
  }

  /// Records that the user read up to a message. It counts here at once, and the engine reports it
  /// later.
  private mutating func readUpTo(_ message: Message?, _ place: inout SimulatedPlace) async {
    guard let message, let name = message.remoteID else { return }
    let moment = Timestamp(milliseconds: place.now)
    let change = Change.read(message.conversation, upTo: .remote(name), at: moment)
    if await isAccepted([change], &place) != nil { place.mark(.read) }
  }

  mutating func clear(_ conversation: ConversationID, _ place: inout SimulatedPlace) async {
    guard await isAccepted([.resetHistory(conversation)], &place) != nil, !troubles.isDead else {
      return
    }
    place.mark(.cleared)
    await leaveFilesToTheSweep(in: conversation)
    tell(SyncEvent.cleared(conversation), &place)
  }

  /// Applies a change of the user.
  ///
  /// - Returns: whether the store confirmed it; `nil` if the store did not apply it.
  mutating func isAccepted(_ changes: [Change], _ place: inout SimulatedPlace) async -> Bool? {
    do throws(RepositoryError) {
      return try await write(changes, &place).notices.isEmpty ? true : nil
    } catch {
      if troubles.isDead { return troubles.hasWritten ? false : nil }
      if error.code != .diskFull { place.blame("a store refuses a change: \(error.code.rawValue)") }
      return nil
    }
  }

  /// Requests what a gap lacks.
  mutating func scroll(
    _ random: inout SeededRandom, _ place: inout SimulatedPlace
  ) async {
    let conversation = random.pick(from: SimulatedPlace.conversations) ?? "k1"
    guard let page = await read(.all(of: conversation), &place),
      let gap = random.pick(from: page.missing)
    else { return }
    want(gap, in: conversation, &place)
  }

  mutating func want(_ gap: Gap, in conversation: ConversationID, _ place: inout SimulatedPlace) {
    place.mark(.scrolled)
    tell(SyncEvent.wanted(newCaller(), conversation, gap), &place)
  }

  mutating func unscroll(_ random: inout SeededRandom, _ place: inout SimulatedPlace) {
    guard let caller = random.pick(from: callers.sorted()) else { return }
    place.mark(.unwanted)
    callers.remove(caller)
    tell(SyncEvent.unwanted(caller), &place)
  }
}

extension Query {
  /// Everything that is stored of a conversation. One page is enough for these histories.
  static func all(of conversation: ConversationID) -> Query {
    Query(.newest, in: conversation, limit: Limits.page, crossesGaps: true)
  }
}

extension Snapshot {
  /// Every gap, including those at both ends of the page.
  var missing: [Gap] {
    gaps + [older, newer].compactMap { edge in if case .gap(let gap) = edge { gap } else { nil } }
  }
}

extension Message {
  /// The parts of it that have failed.
  var failed: [OutboxKey] {
    let key = MessageKey(conversation, id)
    let isFailed: (DeliveryState) -> Bool = { if case .failed = $0 { true } else { false } }
    return (isFailed(delivery) ? [OutboxKey(key)] : [])
      + dependents.filter { isFailed($0.state) }.map { OutboxKey(key, dependent: $0.id) }
  }
}
