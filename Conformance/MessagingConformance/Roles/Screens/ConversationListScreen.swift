public import MessagingCore
internal import MessagingModel
public import MessagingTimeline

/// A whole list of conversations on a screen, as its view sees it: what `ConversationList` is.
public protocol ConversationListScreen: Sendable {
  /// Opens the list and works until ``close()``, until the store is closed, or the task is
  /// cancelled; then for good.
  func run() async
  /// The next update; `nil` when the list has ended. Whoever asks has applied the one before. One
  /// caller at a time.
  func nextUpdate() async -> ConversationListUpdate?
  /// How it is: the present state at once, then what differs from it.
  func statuses() -> AsyncStream<ConversationListStatus>

  // What the view tells, as in ``ConversationListEvent``.

  func show(_ input: TimelineInput)
  func retry()
  func close()
}

extension ConversationList: ConversationListScreen {
  public func nextUpdate() async -> ConversationListUpdate? {
    var updates = updates.makeAsyncIterator()
    return await updates.next()
  }
}

/// A complete list of conversations on a screen, under test: the areas SCREEN and LIST, played
/// through its ports.
///
///     struct MyLists: ConversationListScreenSubject {
///       let name = "MyLists"
///       func conversationListScreen(
///         _ options: ConversationListOptions, _ ports: ConversationListPorts
///       ) -> any ConversationListScreen { MyInboxModel(options, ports) }
///     }
///
/// It runs like a ``TimelineScreenSubject``. After a failed read it waits on `ports.clock`, longer
/// after each further failure.
public protocol ConversationListScreenSubject: ConversationListSubject {
  /// A list that does not run yet; asked at each opening.
  func conversationListScreen(
    _ options: ConversationListOptions, _ ports: ConversationListPorts
  ) -> any ConversationListScreen
}

extension ConversationListScreenSubject {
  /// The screen, driven like what decides.
  public func conversationListDeciding(
    _ options: ConversationListOptions
  ) -> any ConversationListDeciding {
    guard #available(macOS 15, iOS 18, *) else { return UndrivenConversationList() }
    return DrivenConversationList { conversationListScreen(options, $0) }
  }
}
