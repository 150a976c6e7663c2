import MessagingCore
import MessagingModel
import Testing

/// A conversation without a record may be one that another handle forgot: a read of it notes the
/// revision of the store.
@Suite("A read finds what others forgot") struct UnseenForgettingTests {
  private func written(_ number: UInt64, in conversation: ConversationID) -> Change {
    .enqueue(
      OutgoingMessage(
        key: MessageKey(conversation, MessageID(high: 0, low: number)), timestamp: 5,
        body: .text("hi")))
  }

  /// Without an interval to look, a read is how a handle finds commits of others
  /// (`AnnouncementOptions.pollInterval`). The conversation that is gone is the news.
  @Test("who reads a conversation that another handle forgot has it announced") func forgotten()
    async throws
  {
    let rows = MemoryStorage()
    let other = try await StoredRepository(over: MemoryStorage(sharing: rows), owner: "me")
    _ = try await other.apply([written(1, in: "k1")])
    let store = try await StoredRepository(over: MemoryStorage(sharing: rows), owner: "me")
    let commits = store.commits(in: Scope(conversation: "k1"))
    let commit = try await other.apply([.forget("k1")])
    let page = try await store.read(Query(.newest, in: "k1", limit: 5))
    #expect(page.revision == commit.revision)
    await store.close()
    var heard: [Revision] = []
    for await news in commits { heard.append(news.revision) }
    #expect(heard.last == commit.revision)
  }
}
