public import MessagingConformance
public import MessagingCore
public import MessagingTimeline

/// The complete screens of this package: a conversation, and the list of conversations.
public struct ScreensSubject: TimelineScreenSubject, ConversationListScreenSubject {
  public let name = "screens"
  /// Few histories: `model` tries all histories of the deciding states alone.
  public let historiesMax: Int? = 12

  public init() {}

  public func timelineScreen(
    _ options: TimelineOptions, _ ports: TimelinePorts
  ) -> any TimelineScreen {
    ConversationTimeline(options, ports) { TimelineState($0) }
  }

  public func conversationListScreen(
    _ options: ConversationListOptions, _ ports: ConversationListPorts
  ) -> any ConversationListScreen {
    ConversationList(options, ports) { ConversationListState($0) }
  }
}
