internal import MessagingCore
internal import MessagingModel
internal import MessagingTimeline

/// A complete conversation on a screen, played like its rules. It passes events to the screen and
/// its ports, and runs the screen until it rests. The screen's requests to its ports become the
/// actions that rules would return.
@available(macOS 15, iOS 18, *)
final class DrivenTimeline: TimelineDriving {
  private let conversation: ConversationID
  private let screen: any TimelineScreen
  private let whole = ScreenRun<TimelineUpdate>()
  private let shown: Locked<TimelineStatus>
  /// How often each value was reported, to alternate between the values with the same meaning.
  private let said = Locked((offline: 0, filled: 0))

  private var rig: ScreenRig<TimelineUpdate> { whole.rig }

  init(_ options: TimelineOptions, _ make: (TimelinePorts) -> any TimelineScreen) {
    conversation = options.window.conversation
    shown = Locked(TimelineStatus(phase: .unopened))
    let (rig, shown) = (whole.rig, shown)
    let ports = ScreenPorts(rig)
    let screen = make(
      TimelinePorts(
        repository: ports, sync: ports, people: ports, clock: rig.clock,
        wallClock: { rig.deviceTime }))
    self.screen = screen
    whole.follow { for await status in screen.statuses() { shown.withLock { $0 = status } } }
    whole.takeUpdates { await screen.nextUpdate() }
  }

  deinit { whole.end() }

  var trouble: String? { rig.trouble }
  var wokeByItself: Bool { rig.executor.hasWork }
  var status: TimelineStatus { shown.current }
  var endedRuns: Int { whole.endedRuns }
  var hasSeenEnd: Bool { whole.hasSeenEnd }
  var sleeperCount: Int { rig.clock.sleeperCount }
  var nextWait: Int64? { whole.nextWait }
  var scopes: [Scope] { rig.scopes }
  var hasReadUnfollowed: Bool { rig.hasReadUnfollowed }
  var toldEngine: [String] { rig.toldEngine }
  var nextDeadline: Int64? { rig.clock.nextDeadline.map { $0.sinceStart.roundedUp } }

  func begin() {
    whole.begin { [screen] in await screen.run() }
    whole.rest()
  }

  func holdBack() { whole.holdBack() }

  func phaseForNewcomer() -> String? {
    let screen = screen
    return whole.first { screen.statuses() }.map { "\($0.phase)" }
  }

  func cancel() { whole.cancel() }

  func replaceCaller() { whole.replaceCaller() }

  func note(_ commit: Commit) { rig.note(commit) }

  func holdFirstWord(_ isHeld: Bool) { rig.holdFirstWord(isHeld) }

  func handle(_ event: TimelineEvent, at now: Int64) -> [TimelineAction] {
    whole.advance(to: now)
    tell(event)
    // It begins to run when the engine first reports its state.
    if !whole.hasBegun, !whole.isHeldBack { begin() }
    return takeActions()
  }

  func marked(_ message: MessageReference) -> [TimelineAction] {
    rig.answer(message, .commit(rig.commit))
    return takeActions()
  }

  private func tell(_ event: TimelineEvent) {
    switch event {
    case .opened(let place, let height):
      rig.noteOpening()
      screen.open(at: place, height: height)
    case .ready: whole.askForUpdate()
    case .looked(let viewport): screen.looked(viewport)
    case .jumped(let message): screen.jump(to: message)
    case .jumpedToEnd: screen.jumpToEnd()
    case .held(let isHeld): screen.hold(isHeld)
    case .active(let isActive): screen.setActive(isActive)
    case .sent(let message): screen.sent(message)
    case .shown(let input): screen.show(input)
    case .closed: screen.close()
    case .committed: rig.announce()
    case .read(let ticket, let page): rig.answer(ticket, .page(page))
    case .notRead(let ticket, let code): rig.answer(ticket, .refused(code))
    case .notMarked(let message, let code): rig.answer(message, .refused(code))
    case .storeClosed: rig.closeStore()
    case .syncing(let sync): rig.set(phase(of: sync))
    case .typing(let names):
      var people = People()
      if !names.isEmpty { people.typing[conversation] = names.sorted() }
      people.typing["k-elsewhere"] = ["zoe"]
      rig.show(people)
    case .filled(let ticket): rig.answer(ticket, .filled(filled))
    case .notFilled(let ticket):
      rig.answer(ticket, .filled(.failed(SyncError(.transient, code: "scripted"))))
    case .clock: break
    }
  }

  /// The phase for a state. Each call may use another phase with the same meaning.
  private func phase(of sync: TimelineSync) -> SyncStatus.Phase {
    switch sync {
    case .live: return .live
    case .catchingUp: return .catchingUp(SyncStatus.Progress())
    case .offline:
      let count = said.withLock { said in
        said.offline += 1
        return said.offline
      }
      return [.offline, .connecting, .needsSignIn, .signedOut][(count - 1) % 4]
    }
  }

  private var filled: FillOutcome {
    let count = said.withLock { said in
      said.filled += 1
      return said.filled
    }
    return [.filled(messages: 1), .alreadyFilled, .unavailable][(count - 1) % 3]
  }

  private func takeActions() -> [TimelineAction] {
    whole.rest()
    return rig.takeNotes().compactMap(action)
  }

  /// The message that the owner has read up to, if the changes are exactly that reading.
  private func mark(_ changes: [Change]) -> MessageReference? {
    guard case .read(let place, let message, let time)? = changes.first, changes.count == 1,
      place == conversation, time == rig.deviceTime
    else { return nil }
    return message
  }

  private func action(_ note: ScreenNote<TimelineUpdate>) -> TimelineAction? {
    switch note {
    case .showed(let update): return .show(update)
    case .gaveUp(let ticket): return .cancel(ticket)
    case .asked(let ticket, .read(let query)): return .read(ticket, query)
    case .asked(let ticket, .fill(let gap, conversation)): return .fill(ticket, gap)
    case .asked(_, .apply(let changes)):
      if let message = mark(changes) { return .markRead(message) }
      rig.complain("the screen stores a change other than how far its owner has read")
      return nil
    case .asked(_, .fill), .asked(_, .changed):
      rig.complain("the screen asked for another conversation, or for what changed")
      return nil
    }
  }
}

/// Stands for a screen on a system that cannot drive it.
final class UndrivenTimeline: UndrivenScreen, TimelineDriving {
  let nextDeadline: Int64? = nil
  let status = TimelineStatus(phase: .unopened)
  let toldEngine: [String] = []

  func handle(_ event: TimelineEvent, at now: Int64) -> [TimelineAction] { [] }
  func note(_ commit: Commit) {}
  func holdFirstWord(_ isHeld: Bool) {}
  func marked(_ message: MessageReference) -> [TimelineAction] { [] }
}
