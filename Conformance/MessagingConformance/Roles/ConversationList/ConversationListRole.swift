public import MessagingCore
internal import MessagingModel
public import MessagingTimeline

/// Something that decides what a list of conversations shows, under test: the area LIST.
///
///     struct MyChats: ConversationListSubject {
///       let name = "MyChats"
///       func conversationListDeciding(
///         _ options: ConversationListOptions
///       ) -> any ConversationListDeciding { MyChatList(options) }
///     }
///
/// The store and the screen are played by the suite.
public protocol ConversationListSubject: ConformanceSubject {
  /// A list that is not open yet; asked at each opening.
  func conversationListDeciding(
    _ options: ConversationListOptions
  ) -> any ConversationListDeciding
}

extension Role {
  /// Decides what a list of conversations shows, and when a screen is told.
  public static let conversations = Role(
    "conversations", areas: [Area("LIST", "A list of conversations", place: 115)],
    kinds: [.list], checks: ConversationListChecks.all.mapValues { Check($0) },
    isPlayed: { subject in
      subject is any ConversationListSubject
        && (!(subject is any ConversationListScreenSubject) || WorkerDrive.isPossible)
    })
}

extension BlockKind {
  /// What is stored in several conversations, and the updates that a screen takes of their list.
  static let list = BlockKind("list", ConversationListLanguage.language) { subject, _, _ in
    ConversationListPlayer(subject)
  }
}
