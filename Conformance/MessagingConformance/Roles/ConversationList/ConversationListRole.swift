public import MessagingCore
internal import MessagingModel
public import MessagingTimeline

/// A type that decides what a list of conversations shows, under test: the area LIST.
///
///     struct MyChats: ConversationListSubject {
///       let name = "MyChats"
///       func conversationListDeciding(
///         _ options: ConversationListOptions
///       ) -> any ConversationListDeciding { MyChatList(options) }
///     }
///
/// The suite plays the store and the screen.
public protocol ConversationListSubject: ConformanceSubject {
  /// Returns a list that is not open yet. Called for each opening.
  func conversationListDeciding(
    _ options: ConversationListOptions
  ) -> any ConversationListDeciding
}

extension Role {
  /// Decides what a list of conversations shows, and when the screen gets an update.
  public static let conversations = Role(
    "conversations", areas: [Area("LIST", "A list of conversations", place: 115)],
    kinds: [.list], checks: ConversationListChecks.all.mapValues { Check($0) },
    isPlayed: { subject in
      subject is any ConversationListSubject
        && (!(subject is any ConversationListScreenSubject) || WorkerDrive.isPossible)
    })
}

extension BlockKind {
  /// Changes of several stored conversations, and the updates that a screen takes of their list.
  static let list = BlockKind("list", ConversationListLanguage.language) { subject, _, _ in
    ConversationListPlayer(subject)
  }
}
