/// The conversations of a store that changed after a revision.
public struct ChangedConversations: Hashable, Sendable {
  /// The revision up to which the answer is complete.
  public var revision: Revision
  /// The newest commit in each conversation that changed.
  public var conversations: [ConversationID: Revision]
  /// Whether ``conversations`` lists every conversation of the store. It does in the first answer,
  /// in each answer after a conversation may have been removed, and in each answer of an index that
  /// does not know what changed.
  public var isWhole: Bool

  public init(
    revision: Revision, conversations: [ConversationID: Revision], isWhole: Bool
  ) {
    self.revision = revision
    self.conversations = conversations
    self.isWhole = isWhole
  }
}
