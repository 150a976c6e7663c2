public import MessagingModel

/// Reports what people are doing at the moment: who is typing, and when they were last seen. This
/// is shown, and never stored.
public protocol PeopleWatching: Sendable {
  /// The current state at once, then every change. A slow observer misses the ones in between.
  func people() -> AsyncStream<People>

  /// Reports that the owner typed. Call it for each key; the engine forwards it to the server at
  /// intervals (`SYNC-074`).
  func typed(in conversation: ConversationID)
  /// Reports that the owner sent or discarded the text. Without this call, typing ends by itself.
  func stoppedTyping(in conversation: ConversationID)
}
