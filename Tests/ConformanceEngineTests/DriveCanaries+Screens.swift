import MessagingConformance
import MessagingCore
import MessagingModel
import MessagingTimeline

/// Engines that the suite cannot drive.
enum AbsentEngine: String, CaseIterable, SyncEngineSubject {
  case worksDetached = "works-detached"
  case sleepsElsewhere = "sleeps-elsewhere"

  var name: String { rawValue }

  func syncEngine(
    _ ports: SyncPorts, owner: ParticipantID, policy: SyncPolicy, seed: UInt64
  ) -> any SyncEngine {
    var bent = ports
    if self == .sleepsElsewhere { bent.clock = Stopwatch(WallClock(pause: .seconds(60))) }
    let engine = RepositorySyncEngine(bent, owner: owner, policy: policy, seed: seed)
    return self == .worksDetached ? DetachedEngine(engine: engine) : engine
  }
}

/// A conversation on a screen that the suite cannot drive.
enum AbsentScreen: String, CaseIterable, TimelineScreenSubject {
  case worksDetached = "works-detached"
  case mergesElsewhere = "merges-elsewhere"

  var name: String { rawValue }

  func timelineScreen(
    _ options: TimelineOptions, _ ports: TimelinePorts
  ) -> any TimelineScreen {
    var bent = ports
    if self == .mergesElsewhere { bent.clock = Stopwatch(WallClock(pause: .milliseconds(50))) }
    let screen = ConversationTimeline(options, bent) { TimelineState($0) }
    return self == .worksDetached ? DetachedScreen(screen: screen) : screen
  }
}

/// A list of conversations that the suite cannot drive.
enum AbsentList: String, CaseIterable, ConversationListScreenSubject {
  case worksDetached = "works-detached"
  case sleepsElsewhere = "sleeps-elsewhere"

  var name: String { rawValue }

  func conversationListScreen(
    _ options: ConversationListOptions, _ ports: ConversationListPorts
  ) -> any ConversationListScreen {
    var bent = ports
    if self == .sleepsElsewhere { bent.clock = Stopwatch(WallClock(pause: .milliseconds(50))) }
    let list = ConversationList(options, bent) { ConversationListState($0) }
    return self == .worksDetached ? DetachedList(list: list) : list
  }
}

/// A conversation that cannot be driven beside a list that can.
struct HalfAbsentScreens: TimelineScreenSubject, ConversationListScreenSubject {
  let name = "half-absent"

  func timelineScreen(
    _ options: TimelineOptions, _ ports: TimelinePorts
  ) -> any TimelineScreen { AbsentScreen.worksDetached.timelineScreen(options, ports) }

  func conversationListScreen(
    _ options: ConversationListOptions, _ ports: ConversationListPorts
  ) -> any ConversationListScreen {
    ConversationList(options, ports) { ConversationListState($0) }
  }
}

/// Leaves the task in which it is run.
private func detached(_ run: @escaping @Sendable () async -> Void) async {
  await Task.detached { await run() }.value
}

private struct DetachedEngine: SyncEngine {
  let engine: RepositorySyncEngine

  func run() async { await detached { await engine.run() } }
  func fill(_ gap: Gap, in conversation: ConversationID) async -> FillOutcome {
    await engine.fill(gap, in: conversation)
  }
  func open(_ conversation: ConversationID) { engine.open(conversation) }
  func close(_ conversation: ConversationID) { engine.close(conversation) }
  func cleared(_ conversation: ConversationID) { engine.cleared(conversation) }
  func signedIn() { engine.signedIn() }
  func woke() { engine.woke() }
  func signOut() async { await engine.signOut() }
  func statuses() -> AsyncStream<SyncStatus> { engine.statuses() }
}

private struct DetachedScreen: TimelineScreen {
  let screen: ConversationTimeline

  func run() async { await detached { await screen.run() } }
  func nextUpdate() async -> TimelineUpdate? { await screen.nextUpdate() }
  func statuses() -> AsyncStream<TimelineStatus> { screen.statuses() }
  func open(at place: OpeningPlace, height: Double) { screen.open(at: place, height: height) }
  func looked(_ viewport: WindowViewport) { screen.looked(viewport) }
  func jump(to message: MessageReference) { screen.jump(to: message) }
  func jumpToEnd() { screen.jumpToEnd() }
  func hold(_ isHeld: Bool) { screen.hold(isHeld) }
  func setActive(_ isActive: Bool) { screen.setActive(isActive) }
  func sent(_ message: MessageID) { screen.sent(message) }
  func show(_ input: TimelineInput) { screen.show(input) }
  func close() { screen.close() }
}

private struct DetachedList: ConversationListScreen {
  let list: ConversationList

  func run() async { await detached { await list.run() } }
  func nextUpdate() async -> ConversationListUpdate? { await list.nextUpdate() }
  func statuses() -> AsyncStream<ConversationListStatus> { list.statuses() }
  func show(_ input: TimelineInput) { list.show(input) }
  func retry() { list.retry() }
  func close() { list.close() }
}
