/// The upper bounds of everything that grows. A value at the limit is accepted, a greater one is
/// refused (`REPO-030`).
public enum Limits {
  /// Messages that one read returns.
  public static let page = 1_000
  /// Changes in one batch.
  public static let batch = 10_000
  /// Bytes of a text, a caption or the payload of an unknown kind.
  public static let body = 1_048_576
  /// Bytes of a name, a token, a reaction key, a path or another short text.
  public static let name = 65_536
  /// Files of one message.
  public static let attachments = 100
  /// Edits, deletions, reactions, receipts and states that wait for one missing message.
  public static let waiting = 128
  /// Unread messages that are counted; above this, the count is a lower bound.
  public static let unread = 1_000
  /// The newest replies of a thread that are counted where the replies are not shown.
  public static let replies = 100
  /// Unsent changes (edits, deletions, reactions) of one message.
  public static let dependents = 100
}
