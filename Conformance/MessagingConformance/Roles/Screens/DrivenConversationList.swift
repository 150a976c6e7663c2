internal import MessagingCore
internal import MessagingModel
internal import MessagingTimeline

/// A complete list of conversations on a screen, played like its rules. If it waits for time to
/// pass, it reports that it wants to retry.
@available(macOS 15, iOS 18, *)
final class DrivenConversationList: ScreenDriving, ConversationListDeciding {
  /// The deadline that it waits for, and how often in a row it has waited.
  private struct Waiting: Sendable {
    var deadline: Int64?
    var time: Int64 = 0
    var shortest: Int64 = .max
    var attempt = 0
    var retries = 0
  }

  private let screen: any ConversationListScreen
  private let whole = ScreenRun<ConversationListUpdate>()
  private let shown = Locked(ConversationListStatus(phase: .unopened))
  private let waiting = Locked(Waiting())

  private var rig: ScreenRig<ConversationListUpdate> { whole.rig }

  init(_ make: (ConversationListPorts) -> any ConversationListScreen) {
    let (rig, shown) = (whole.rig, shown)
    let ports = ScreenPorts(rig)
    let screen = make(
      ConversationListPorts(repository: ports, index: ports, clock: rig.clock))
    self.screen = screen
    whole.follow { for await status in screen.statuses() { shown.withLock { $0 = status } } }
    whole.takeUpdates { await screen.nextUpdate() }
  }

  deinit { whole.end() }

  var trouble: String? { rig.trouble }
  var wokeByItself: Bool { rig.executor.hasWork }
  var status: ConversationListStatus { shown.current }
  var endedRuns: Int { whole.endedRuns }
  var hasSeenEnd: Bool { whole.hasSeenEnd }
  var sleeperCount: Int { rig.clock.sleeperCount }
  var nextWait: Int64? { whole.nextWait }
  var scopes: [Scope] { rig.scopes }
  var hasReadUnfollowed: Bool { rig.hasReadUnfollowed }

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

  func handle(_ event: ConversationListEvent) -> [ConversationListAction] {
    // Give each event a time of its own, to distinguish two waits.
    whole.advance(to: now + 1)
    tell(event)
    whole.rest()
    return rig.takeNotes().compactMap(action) + comeback()
  }

  private var now: Int64 { rig.clock.now.sinceStart.roundedUp }

  private func tell(_ event: ConversationListEvent) {
    switch event {
    // It begins to run when the store first reports its revision.
    case .opened: rig.noteOpening()
    case .committed(let revision):
      rig.note(Commit(revision: revision, kinds: .all))
      if whole.hasBegun || whole.isHeldBack { rig.announce() } else { begin() }
    case .ready: whole.askForUpdate()
    case .shown(let input): screen.show(input)
    case .retry: retry()
    case .closed: screen.close()
    case .changed(let ticket, let changed): rig.answer(ticket, .changed(changed))
    case .notChanged(let ticket, let code): rig.answer(ticket, .refused(code))
    case .read(let ticket, let page): rig.answer(ticket, .page(page))
    case .notRead(let ticket, let code): rig.answer(ticket, .refused(code))
    case .storeClosed: rig.closeStore()
    }
  }

  /// Lets time pass until it retries, or makes the user retry first, in turn.
  private func retry() {
    let isByHand = waiting.withLock { waiting in
      waiting.retries += 1
      return waiting.retries % 2 == 0
    }
    if isByHand || rig.clock.sleeperCount == 0 {
      screen.retry()
    } else {
      rig.clock.advanceToNextDeadline()
    }
  }

  /// Reports that it waits, unless it already waited for the same deadline.
  private func comeback() -> [ConversationListAction] {
    let (next, now) = (rig.clock.nextDeadline.map { $0.sinceStart.roundedUp }, now)
    return waiting.withLock { waiting in
      guard next != waiting.deadline else { return [] }
      waiting.deadline = next
      guard let next else { return [] }
      waiting.shortest = min(waiting.shortest, next - now)
      let isLater = next - now >= waiting.time && next - now > waiting.shortest
      waiting.attempt = isLater ? waiting.attempt + 1 : 1
      waiting.time = next - now
      return [.retryLater(attempt: waiting.attempt)]
    }
  }

  private func action(
    _ note: ScreenNote<ConversationListUpdate>
  ) -> ConversationListAction? {
    switch note {
    case .showed(let update): return .show(update)
    case .asked(let ticket, .changed(let revision)):
      return .ask(ticket, changedAfter: revision)
    case .asked(let ticket, .read(let query)): return .read(ticket, query)
    // The answer would not be used.
    case .gaveUp: return nil
    case .asked(_, .fill), .asked(_, .apply):
      rig.complain("the list requested a gap or a change; a list only reads")
      return nil
    }
  }
}

/// Stands for a list on a system that cannot drive it.
final class UndrivenConversationList: UndrivenScreen, ConversationListDeciding {
  let status = ConversationListStatus(phase: .unopened)
  func handle(_ event: ConversationListEvent) -> [ConversationListAction] { [] }
}
