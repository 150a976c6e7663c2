public import MessagingConformance
public import MessagingCore
public import MessagingTimeline

/// The screens of this package, whole: a conversation, and the list of them.
public struct ScreensSubject: TimelineScreenSubject, ConversationListScreenSubject {
  public let name = "screens"
  /// The histories of what decides alone are tried in full by `model`.
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
