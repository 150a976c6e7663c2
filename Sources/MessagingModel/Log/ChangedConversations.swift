/// Which conversations of a store changed after a revision.
public struct ChangedConversations: Hashable, Sendable {
  /// Up to where the answer is complete.
  public var revision: Revision
  /// The newest commit of each conversation that changed.
  public var conversations: [ConversationID: Revision]
  /// Whether these are all that there are: the first answer, each after which a conversation may be
  /// gone, and each of an index that does not know what changed.
  public var isWhole: Bool

  public init(
    revision: Revision, conversations: [ConversationID: Revision], isWhole: Bool
  ) {
    self.revision = revision
    self.conversations = conversations
    self.isWhole = isWhole
  }
}
