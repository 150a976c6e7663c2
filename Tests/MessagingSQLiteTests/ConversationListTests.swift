import MessagingCore
import MessagingModel
import MessagingSQLite
import MessagingTimeline
import Testing

/// A list of conversations over files, with names, texts and places of every kind.
@Suite("A list of conversations over a file", .timeLimit(.minutes(10)))
struct ConversationListTests {
  @Test("at rest it shows what each conversation has last", arguments: 1...4 as ClosedRange<UInt64>)
  func atRest(seed: UInt64) async throws {
    try await TemporaryFile.with { file in
      let store = try await SQLiteRepository(path: file.path, owner: "me", announcing: atOnce)
      let list = ConversationList(ConversationListOptions(owner: "me"), store, index: store)
      let run = Task { await list.run() }
      var updates = list.updates.makeAsyncIterator()
      #expect(await updates.next()?.entries == [])
      var mill = ChangeMill(seed: seed)
      var shown: [ConversationEntry] = []
      var last = Revision.zero
      for _ in 0..<6 {
        for _ in 0..<50 {
          // What is refused changes nothing, and what nobody can see is not told.
          guard let commit = try? await store.apply(mill.batch()), !commit.kinds.isEmpty else {
            continue
          }
          last = commit.revision
        }
        for await status in list.statuses() where status.revision >= last { break }
        let wanted = try await stored(store)
        if wanted == shown { continue }
        let update = try #require(await updates.next())
        #expect(update.diff == ConversationListDiff(from: shown, to: update.entries))
        #expect(update.entries == wanted)
        shown = update.entries
      }
      #expect(shown.count > 3)
      list.close()
      await run.value
      await store.close()
    }
  }

  /// What a list would show, read conversation by conversation.
  private func stored(_ store: SQLiteRepository) async throws -> [ConversationEntry] {
    let there = try await store.conversations(changedAfter: nil)
    var wanted: [ConversationEntry] = []
    for (id, revision) in there.conversations {
      let page = try await store.read(Query(.newest, in: id, limit: 1))
      #expect(page.revision == revision)
      wanted.append(entry(id, page))
    }
    return wanted.sorted { $0.isAbove($1) }
  }

  /// As it is read on paper, off the last message.
  private func entry(_ id: ConversationID, _ page: Snapshot) -> ConversationEntry {
    guard let last = page.messages.last else { return ConversationEntry(id, unread: page.unread) }
    var body = last.body
    for index in body.attachments.indices {
      var files = body.attachments
      files[index].localPath = nil
      files[index].remote = nil
      files[index].placeholder = nil
      files[index].upload = .done
      body.attachments = files
    }
    let isDeleted = last.body == .redacted
    return ConversationEntry(
      id,
      preview: ConversationPreview(
        message: last.id, sender: last.sender, isOutgoing: last.isOutgoing,
        position: last.position,
        time: last.position.confirmed?.serverTime ?? last.timestamp, body: body,
        isEdited: last.isEdited && !isDeleted,
        delivery: last.isOutgoing ? last.delivery : nil), unread: page.unread)
  }

  @Test("the index of a file names what another handle wrote") func index() async throws {
    try await TemporaryFile.with { file in
      let app = try await SQLiteRepository(path: file.path, owner: "me", announcing: atOnce)
      let other = try await SQLiteRepository(path: file.path, owner: "me", announcing: atOnce)
      _ = try await app.apply([.receive(received("s1", 1))])
      _ = try await other.apply([.receive(received("s2", 2))])
      let answer = try await app.conversations(changedAfter: Revision(1))
      #expect(
        answer
          == ChangedConversations(
            revision: Revision(2), conversations: [chat: Revision(2)], isWhole: false))
      _ = try await other.apply([.forget(chat)])
      let whole = try await app.conversations(changedAfter: Revision(2))
      #expect(whole.conversations.isEmpty && whole.isWhole)
      await app.close()
      await other.close()
    }
  }
}
