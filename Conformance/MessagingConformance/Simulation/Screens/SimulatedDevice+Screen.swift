internal import MessagingCore
internal import MessagingModel
internal import MessagingTimeline

// The screen of a device: requests to its store and its engine.
extension SimulatedDevice {
  mutating func openScreen(
    on conversation: ConversationID, at target: OpeningPlace, _ random: inout SeededRandom,
    _ place: inout SimulatedPlace
  ) async {
    closeScreen(&place)
    place.mark(.screenOpened)
    var options = TimelineOptions(owner: owner, conversation: conversation)
    options.window.quiet = random.chance(1, of: 2) ? 0 : 2_000
    if random.chance(1, of: 2) { options.window.cap = 30 }
    screen = SimulatedScreen(options, minds.showing(options))
    noticePhase()
    await noticeStore()
    tell(SyncEvent.opened(conversation), &place)
    tell(TimelineEvent.opened(at: target, height: SimulatedView.height), &place)
    tell(TimelineEvent.ready, &place)
  }

  /// Closes the screen, and reports this to the engine. The screen's pending requests are dropped.
  mutating func closeScreen(_ place: inout SimulatedPlace) {
    guard let conversation = screen?.conversation else { return }
    tell(TimelineEvent.closed, &place)
    // Pending answers still arrive.
    while let screen, !screen.answers.isEmpty {
      if let answer = self.screen?.takeAnswer(0) { tell(answer, &place) }
    }
    if screen?.status.phase != .closed { place.blame("a closed screen reports another state") }
    screen = nil
    tell(SyncEvent.closed(conversation), &place)
    for caller in screenCallers.keys.sorted() { tell(SyncEvent.unwanted(caller), &place) }
    screenCallers = [:]
  }

  /// Delivers one event or action between the screen, the store and the engine.
  ///
  /// - Returns: whether there was one.
  mutating func workScreen(
    _ random: inout SeededRandom, _ place: inout SimulatedPlace
  ) async -> Bool {
    guard let work = random.pick(from: screen?.work ?? []) else { return false }
    switch work {
    case .news: if let news = screen?.takeNews() { tell(news, &place) }
    case .phase: if let phase = screen?.takePhase() { tell(phase, &place) }
    case .read(let index): await readScreen(index, &place)
    case .answer(let index): if let answer = screen?.takeAnswer(index) { tell(answer, &place) }
    case .mark: await markRead(&random, &place)
    case .take: takeUpdate(&random, &place)
    }
    return true
  }

  private mutating func readScreen(_ index: Int, _ place: inout SimulatedPlace) async {
    guard let (ticket, query) = screen?.takeRead(index) else { return }
    if let failing = screen?.failingReads, failing > 0 {
      place.mark(.screenReadFailed)
      screen?.failingReads -= 1
      screen?.add(.notRead(ticket, .storage))
    } else if let page = await readSpared(query) {
      screen?.add(.read(ticket, page))
    } else {
      screen?.add(.notRead(ticket, .storage))
    }
  }

  /// Reads the store. This read does not use up a planned failure of the store.
  func readSpared(_ query: Query) async -> Snapshot? {
    troubles.spare(true)
    defer { troubles.spare(false) }
    return try? await store.read(query)
  }

  private mutating func markRead(
    _ random: inout SeededRandom, _ place: inout SimulatedPlace
  ) async {
    guard let conversation = screen?.conversation, let message = screen?.takeMark() else { return }
    if !place.isCalm, random.chance(1, of: 6) {
      place.mark(.screenReadRefused)
      screen?.add(.notMarked(message, .diskFull))
      return
    }
    let moment = Timestamp(milliseconds: place.now)
    do throws(RepositoryError) {
      _ = try await write([.read(conversation, upTo: message, at: moment)], &place)
      place.mark(.screenRead)
    } catch {
      guard !troubles.isDead else { return }
      // The store fails, or the message is gone.
      place.mark(.screenReadRefused)
      screen?.add(.notMarked(message, error.code))
    }
  }

  private mutating func takeUpdate(_ random: inout SeededRandom, _ place: inout SimulatedPlace) {
    guard let update = screen?.takeUpdate() else { return }
    note(update, &place)
    // A view reports the visible rows after layout, before or after it requests another update.
    let isLate = random.chance(1, of: 4)
    if !isLate { look(&place) }
    tell(TimelineEvent.ready, &place)
    if isLate { look(&place) }
  }

  /// Reports the visible rows.
  mutating func look(_ place: inout SimulatedPlace) {
    if let viewport = screen?.view.viewport { tell(TimelineEvent.looked(viewport), &place) }
  }

  private func note(_ update: TimelineUpdate, _ place: inout SimulatedPlace) {
    switch update.reason {
    case .local, .news: break
    case .jump: place.mark(.screenJumped)
    case .merged: place.mark(.screenMerged)
    case .page: place.mark(.screenPaged)
    }
    if update.kinds == .metadata { place.mark(.screenMetadata) }
    if update.diff.inserts.contains(where: \.isNew) { place.mark(.screenArrivals) }
    if update.sent != nil { place.mark(.screenWrote) }
    if case .missing = update.destination { place.mark(.screenMissed) }
    let isEmptied = update.timeline.isEmpty || !update.timeline.contains { $0.message != nil }
    if isEmptied, !update.diff.deletes.isEmpty { place.mark(.screenEmptied) }
  }

  /// Passes an event to the screen, and carries out its actions.
  mutating func tell(_ event: TimelineEvent, _ place: inout SimulatedPlace) {
    let now = place.now - born
    guard let actions = screen?.tell(event, at: now) else { return }
    place.note(number, ScreenWords(event), actions.map(ScreenWords.init), part: "screen")
    if let broken = screen?.broken { place.blame(broken, of: "screen-law") }
    for action in actions {
      guard case .fill(let ticket, let gap) = action, let screen else { continue }
      place.mark(.screenFilled)
      let caller = nextCaller()
      screenCallers[caller] = ticket
      tell(SyncEvent.wanted(caller, screen.conversation, gap), &place)
    }
  }

  /// Records the store's content, which the screen may show from now on.
  mutating func noticeStore(isVisible: Bool = true) async {
    await noticeList(isVisible: isVisible)
    guard let conversation = screen?.conversation, !troubles.isDead,
      let page = await readSpared(.all(of: conversation))
    else { return }
    screen?.notice(page, isVisible: isVisible)
  }

  /// Reports the phase of syncing to the screen.
  mutating func noticePhase() {
    let phase = TimelineSync(sync.status.phase)
    screen?.notice(phase)
  }

  /// Passes the engine's answer to a caller on to the screen.
  ///
  /// - Returns: whether the caller was the screen.
  mutating func answerScreen(_ caller: SyncCaller, _ outcome: FillOutcome) -> Bool {
    guard let ticket = screenCallers.removeValue(forKey: caller) else { return false }
    switch outcome {
    case .filled, .alreadyFilled, .unavailable: screen?.add(.filled(ticket))
    case .failed: screen?.add(.notFilled(ticket))
    }
    return true
  }

  /// The next deadline of its screen; `nil` if there is none.
  var screenDeadline: Int64? { screen?.nextDeadline.map { $0 + born } }
}

extension TimelineSync {
  /// The state that a screen shows for a phase of syncing.
  init(_ phase: SyncStatus.Phase) {
    switch phase {
    case .catchingUp: self = .catchingUp
    case .live: self = .live
    case .offline, .connecting, .needsSignIn, .signedOut: self = .offline
    }
  }
}
