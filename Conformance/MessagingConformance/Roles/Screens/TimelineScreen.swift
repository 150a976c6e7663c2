public import MessagingCore
public import MessagingModel
public import MessagingTimeline

/// A whole conversation on a screen, as its view sees it: what `ConversationTimeline` is.
public protocol TimelineScreen: Sendable {
  /// Works until ``close()``, until the store is closed, or the task is cancelled; then for good.
  func run() async
  /// The next update; `nil` when the conversation has ended. Whoever asks has applied the one
  /// before. One caller at a time.
  func nextUpdate() async -> TimelineUpdate?
  /// How it is: the present state at once, then what differs from it.
  func statuses() -> AsyncStream<TimelineStatus>

  // What the view tells, as in ``TimelineEvent``.

  func open(at place: OpeningPlace, height: Double)
  func looked(_ viewport: WindowViewport)
  func jump(to message: MessageReference)
  func jumpToEnd()
  func hold(_ isHeld: Bool)
  func setActive(_ isActive: Bool)
  func sent(_ message: MessageID)
  func show(_ input: TimelineInput)
  func close()
}

extension ConversationTimeline: TimelineScreen {
  public func nextUpdate() async -> TimelineUpdate? {
    var updates = updates.makeAsyncIterator()
    return await updates.next()
  }
}

/// A complete conversation on a screen, under test: the areas SCREEN, OPEN and THREAD, played
/// through its ports.
///
///     struct MyScreens: TimelineScreenSubject {
///       let name = "MyScreens"
///       func timelineScreen(
///         _ options: TimelineOptions, _ ports: TimelinePorts
///       ) -> any TimelineScreen { MyConversationModel(options, ports) }
///     }
///
/// The suite runs it on an executor of its own, until it rests: its tasks have to be children of
/// `run()` (task groups, `async let`), its waits those of `ports.clock`. Where there are no such
/// executors, before macOS 15 and iOS 18, the subject does not play this role.
public protocol TimelineScreenSubject: TimelineSubject {
  /// A conversation that does not run yet; asked at each opening.
  func timelineScreen(
    _ options: TimelineOptions, _ ports: TimelinePorts
  ) -> any TimelineScreen
}

extension TimelineScreenSubject {
  /// The screen, driven like what decides.
  public func timelineDeciding(_ options: TimelineOptions) -> any TimelineDeciding {
    guard #available(macOS 15, iOS 18, *) else { return UndrivenTimeline() }
    return DrivenTimeline(options) { timelineScreen(options, $0) }
  }
}
