public import MessagingCore
public import MessagingModel
public import MessagingTimeline

/// A complete conversation on a screen, as its view uses it. `ConversationTimeline` is one.
public protocol TimelineScreen: Sendable {
  /// Works until ``close()``, until the store is closed, or until the task is cancelled. After that
  /// it has ended for good.
  func run() async
  /// Returns the next update; `nil` when the conversation has ended. A call means that the caller
  /// has applied the previous update. Only one call at a time.
  func nextUpdate() async -> TimelineUpdate?
  /// Returns the current status at once, then each changed status.
  func statuses() -> AsyncStream<TimelineStatus>

  // The view's events, as in ``TimelineEvent``.

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
/// The suite runs it on its own executor until it rests. The screen's tasks must be children of
/// `run()` (task groups, `async let`), and it must wait only on `ports.clock`. Before macOS 15 and
/// iOS 18 there are no such executors, and the subject does not play this role.
public protocol TimelineScreenSubject: TimelineSubject {
  /// Returns a conversation that does not run yet. Called for each opening.
  func timelineScreen(
    _ options: TimelineOptions, _ ports: TimelinePorts
  ) -> any TimelineScreen
}

extension TimelineScreenSubject {
  /// Wraps the screen so that it can be played like the rules of a timeline.
  public func timelineDeciding(_ options: TimelineOptions) -> any TimelineDeciding {
    guard #available(macOS 15, iOS 18, *) else { return UndrivenTimeline() }
    return DrivenTimeline(options) { timelineScreen(options, $0) }
  }
}
