internal import MessagingCore
internal import MessagingModel
internal import MessagingTimeline

// What users do with the screen of a device.
extension SimulatedDevice {
  mutating func use(
    _ kind: SimulationStep.ScreenKind, _ step: SimulationStep, _ random: inout SeededRandom,
    _ place: inout SimulatedPlace
  ) async {
    switch kind {
    case .open: return await comeToScreen(&random, &place)
    case .backlog: return
    case .work, .close, .recreate, .scroll, .jump, .jumpToEnd, .hold, .letGo, .stall, .take,
      .background, .foreground, .readsFail, .wait, .typing, .hide, .write, .attach, .forget:
      guard screen != nil else { return await comeToScreen(&random, &place) }
    }
    switch kind {
    case .work:
      for _ in 0...random.below(8) {
        guard await workScreen(&random, &place) else { break }
      }
    case .close: closeScreen(&place)
    case .recreate: await recreateScreen(&random, &place)
    case .scroll: scrollScreen(&random, &place)
    case .jump:
      if let target = await anyMessage(&random) { tell(TimelineEvent.jumped(to: target), &place) }
    case .jumpToEnd: tell(TimelineEvent.jumpedToEnd, &place)
    case .hold: tell(TimelineEvent.held(true), &place)
    case .letGo: letGo(&place)
    case .stall: screen?.isStalled = true
    case .take:
      if screen?.isStalled ?? false, screen?.offered != nil { place.mark(.screenLate) }
      screen?.isStalled = false
    case .background:
      place.mark(.screenLeft)
      tell(TimelineEvent.active(false), &place)
    case .foreground: tell(TimelineEvent.active(true), &place)
    case .readsFail: screen?.failingReads = 1 + random.below(2)
    case .typing: tell(TimelineEvent.typing(random.chance(1, of: 2) ? ["bob", "dan"] : []), &place)
    case .hide: hide(&random, &place)
    case .write, .attach: await writeHere(kind, step, &place)
    case .forget: await forget(&place)
    case .open, .backlog, .wait: break
    }
  }

  private mutating func comeToScreen(
    _ random: inout SeededRandom, _ place: inout SimulatedPlace
  ) async {
    let conversation = random.pick(from: SimulatedPlace.conversations) ?? "k1"
    var target = OpeningPlace.end
    switch random.below(4) {
    case 0:
      target = .firstUnread
      place.mark(.screenAtUnread)
    case 1:
      if let message = await anyMessage(&random, in: conversation) {
        target = .message(message)
        place.mark(.screenAtMessage)
      }
    default: break
    }
    await openScreen(on: conversation, at: target, &random, &place)
  }

  private mutating func recreateScreen(
    _ random: inout SeededRandom, _ place: inout SimulatedPlace
  ) async {
    guard let screen else { return }
    place.mark(.screenRecreated)
    let target = screen.view.top.map { OpeningPlace.message(.id($0)) } ?? .end
    await openScreen(on: screen.conversation, at: target, &random, &place)
  }

  /// A message that is stored; in rare cases one that is not.
  private func anyMessage(
    _ random: inout SeededRandom, in conversation: ConversationID? = nil
  ) async -> MessageReference? {
    guard !random.chance(1, of: 8) else { return .remote("nowhere") }
    guard let conversation = conversation ?? screen?.conversation,
      let page = await readSpared(.all(of: conversation)),
      let message = random.pick(from: page.messages)
    else { return nil }
    guard let name = message.remoteID, random.chance(1, of: 2) else { return .id(message.id) }
    return .remote(name)
  }

  private mutating func scrollScreen(
    _ random: inout SeededRandom, _ place: inout SimulatedPlace
  ) {
    guard var screen else { return }
    if random.chance(1, of: 20), let row = screen.view.rows.first {
      // The row may be gone by now.
      let stranger = MessageID(high: 999, low: 1)
      let viewport = WindowViewport(
        first: row, last: stranger, hiddenAbove: 0, hiddenBelow: 0, height: SimulatedView.height)
      return tell(TimelineEvent.looked(viewport), &place)
    }
    place.mark(.screenScrolled)
    let count = [-1_000, -12, -3, -3, 2, 6, 1_000][random.below(7)]
    screen.view.scroll(by: count)
    self.screen = screen
    look(&place)
  }

  private mutating func letGo(_ place: inout SimulatedPlace) {
    let before = screen?.offered == nil
    tell(TimelineEvent.held(false), &place)
    if before, screen?.offered != nil { place.mark(.screenHeld) }
  }

  private mutating func hide(_ random: inout SeededRandom, _ place: inout SimulatedPlace) {
    guard var input = screen?.input else { return }
    input.hidden = random.chance(1, of: 2) ? [] : [random.chance(1, of: 2) ? "bob" : "dan"]
    if !input.hidden.isEmpty { place.mark(.screenHid) }
    tell(TimelineEvent.shown(input), &place)
  }

  private mutating func writeHere(
    _ kind: SimulationStep.ScreenKind, _ step: SimulationStep, _ place: inout SimulatedPlace
  ) async {
    guard let conversation = screen?.conversation else { return }
    let id = MessageID(high: UInt64(number), low: UInt64(step.number + 1))
    tell(TimelineEvent.sent(id), &place)
    if kind == .attach {
      await attach(id, in: conversation, &place)
    } else {
      await compose(id, in: conversation, answering: nil, &place)
    }
  }

  /// Forgets a conversation in which nothing is unsent.
  private mutating func forget(_ place: inout SimulatedPlace) async {
    guard let conversation = screen?.conversation, queue.nextDeadline == nil,
      let all = await readSpared(.all(of: conversation)), !all.messages.isEmpty,
      let outbox = await readSpared(Query(.outbox, in: conversation, limit: Limits.page)),
      outbox.messages.isEmpty, outbox.retractions.isEmpty, outbox.readings.isEmpty,
      effects.allSatisfy({ $0.request?.conversation != conversation }),
      await isAccepted([.forget(conversation)], &place) != nil, !troubles.isDead
    else { return }
    place.mark(.screenForgotten)
    await leaveFilesToTheSweep(in: conversation)
    tell(SyncEvent.cleared(conversation), &place)
  }
}
