public import MessagingCore
internal import MessagingModel
public import MessagingTimeline

/// A complete list of conversations on a screen, as its view uses it. `ConversationList` is one.
public protocol ConversationListScreen: Sendable {
  /// Opens the list and works until ``close()``, until the store is closed, or until the task is
  /// cancelled. After that it has ended for good.
  func run() async
  /// Returns the next update; `nil` when the list has ended. A call means that the caller has
  /// applied the previous update. Only one call at a time.
  func nextUpdate() async -> ConversationListUpdate?
  /// Returns the current status at once, then each changed status.
  func statuses() -> AsyncStream<ConversationListStatus>

  // The view's events, as in ``ConversationListEvent``.

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
  /// Returns a list that does not run yet. Called for each opening.
  func conversationListScreen(
    _ options: ConversationListOptions, _ ports: ConversationListPorts
  ) -> any ConversationListScreen
}

extension ConversationListScreenSubject {
  /// Wraps the screen so that it can be played like the rules of a list.
  public func conversationListDeciding(
    _ options: ConversationListOptions
  ) -> any ConversationListDeciding {
    guard #available(macOS 15, iOS 18, *) else { return UndrivenConversationList() }
    return DrivenConversationList { conversationListScreen(options, $0) }
  }
}
