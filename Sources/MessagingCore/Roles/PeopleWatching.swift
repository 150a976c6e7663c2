public import MessagingModel

/// What people are doing at the moment: typing, and when they were last seen. It is shown,
/// and never stored.
public protocol PeopleWatching: Sendable {
  /// The present state at once, then each that differs from the one before it; a slow observer
  /// misses those in between.
  func people() -> AsyncStream<People>

  /// The owner touched a key: call it with each; it is reported now and then (`SYNC-074`).
  func typed(in conversation: ConversationID)
  /// The owner has sent what was typed, or given it up. Without it, typing ends by itself.
  func stoppedTyping(in conversation: ConversationID)
}
