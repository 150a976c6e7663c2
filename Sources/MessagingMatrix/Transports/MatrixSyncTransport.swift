public import MessagingCore
public import MessagingModel

/// Receives the events of a Matrix homeserver by long polls. The order is that of the server's
/// lists.
///
/// Rooms are conversations. State and invitations are left out.
public struct MatrixSyncTransport: SyncTransport {
  private let client: MatrixClient
  private let book: MatrixBook
  /// Who was typing in the last report. The server lists everybody who is typing, never who
  /// stopped, and only when that changes.
  private let typing = Locked<[ConversationID: Set<ParticipantID>]>([:])

  /// - Parameter book: the book that belongs to the store; the same one in every run.
  public init(_ client: MatrixClient, book: MatrixBook) {
    self.client = client
    self.book = book
  }

  public var server: SyncServer {
    var server = SyncServer(streams: [.main: .polled])
    server.historyLimit = client.limits.page
    server.givesLists = true
    return server
  }

  public func connect(
    hear: @escaping @Sendable (ConnectionNews) -> Void
  ) async throws(SyncError) {
    hear(.opened)
    // There is no connection: long polls deliver everything.
    let (silence, end) = AsyncStream<Void>.makeStream()
    for await _ in silence {}
    end.finish()
  }

  /// The answer to a question. An answer that is too large is requested again with fewer messages
  /// of each room, down to one.
  private func answer(
    to question: SyncQuestion, since: SyncToken?, wait: Int64
  ) async throws(MatrixFailure) -> JSON {
    var request = MatrixRequest(.get, "client", "v3", "sync")
    var limit = max(1, min(question.limit, client.limits.timeline))
    while true {
      request.query = [
        ("timeout", String(max(0, wait))), ("filter", Self.filter(limit).text.string),
      ]
      if let since { request.query.append(("since", since.description)) }
      do throws(MatrixFailure) {
        return try await client.json(of: request).json
      } catch {
        guard case .malformed("too-large") = error, limit > 1 else { throw error }
        limit /= 2
      }
    }
  }

  public func news(_ question: SyncQuestion) async throws(SyncError) -> SyncAnswer {
    let news = try await firstNews(question)
    var parts = news.parts
    for (room, reverted) in news.reverted {
      let items = try await restored(reverted, in: room)
      if let index = parts.firstIndex(where: { $0.conversation == room }) {
        parts[index] = ConversationPart(
          room, parts[index].start, items: parts[index].items + items)
      } else {
        parts.append(ConversationPart(room, items: items))
      }
    }
    try book.flush()
    return SyncAnswer(
      stream: question.stream, parts: parts, next: news.next, isComplete: true,
      people: people(news))
  }

  /// The first answer that says something. A server also answers for what no filter leaves out,
  /// such as the devices of others; those answers end no wait.
  private func firstNews(_ question: SyncQuestion) async throws(SyncError) -> MatrixNews {
    // A person who is typing is reported again before others would think that they stopped.
    let most = typing.current.isEmpty ? question.wait : min(question.wait, Self.typingAgain)
    let end = ContinuousClock.now + .milliseconds(max(0, most))
    var (since, wait) = (question.since, most)
    var answers = 0
    while true {
      let json: JSON
      do throws(MatrixFailure) {
        json = try await answer(to: question, since: since, wait: wait)
      } catch {
        throw SyncError(error, namesToken: since != nil)
      }
      guard let news = MatrixNews(json, owner: client.account.user, book: book) else {
        throw SyncError(.malformed, code: "sync")
      }
      answers += 1
      wait = Int64((end - ContinuousClock.now) / .milliseconds(1))
      guard news.isEmpty, question.since != nil, news.next != since, wait > 0,
        answers < Self.mostEmptyAnswers
      else { return news }
      since = news.next
    }
  }

  /// How many answers that say nothing one question passes over.
  private static let mostEmptyAnswers = 20

  /// After how many milliseconds a person who is still typing is reported again.
  private static let typingAgain: Int64 = 4_000

  /// Who is typing, and who is not any more. Who wrote a message has stopped, unless the same
  /// answer says otherwise.
  private func people(_ news: MatrixNews) -> [PersonNews] {
    typing.withLock { known in
      Set(known.keys).union(news.typing.keys).sorted().flatMap { room in
        let before = known[room] ?? []
        let now = news.typing[room] ?? before.subtracting(news.writers(in: room))
        known[room] = now.isEmpty ? nil : now
        return now.sorted().map { PersonNews.typing(room, $0, isTyping: true) }
          + before.subtracting(now).sorted().map { .typing(room, $0, isTyping: false) }
      }
    }
  }

  public func report(_ reading: Reading) async throws(SyncError) {
    try await client.markAsRead(upTo: reading.upTo.remoteID, in: reading.conversation)
  }

  public func tellTyping(_ isTyping: Bool, in conversation: ConversationID) async {
    // Typing expires on the server by itself, so errors are ignored.
    try? await client.setTyping(for: isTyping ? 8_000 : 0, in: conversation)
  }

  public func history(_ question: HistoryQuestion) async throws(SyncError) -> HistoryAnswer {
    let room = question.conversation
    var timeline = MatrixTimeline(room, owner: client.account.user, book: book)
    var request = MatrixRequest(.get, "client", "v3", "rooms", room.description, "messages")
    request.query = [
      ("dir", "b"), ("limit", String(max(1, min(question.limit, client.limits.page)))),
    ]
    let json: JSON
    do throws(MatrixFailure) {
      if let from = try await upperEnd(of: question.gap, in: room) {
        request.query.append(("from", from))
      }
      json = try await client.json(of: request).json
    } catch {
      throw SyncError(error, namesToken: question.gap?.token != nil)
    }
    guard let answer = HistoryAnswer(matrix: json, in: &timeline) else {
      throw SyncError(.malformed, code: "messages")
    }
    let restored = try await restored(timeline.reverted, in: room).compactMap { item -> Relation? in
      if case .relation(let relation) = item { relation } else { nil }
    }
    try book.flush()
    return HistoryAnswer(
      conversation: answer.conversation, messages: answer.messages,
      relations: answer.relations + restored, below: answer.below)
  }

  /// The token from which a gap is filled; `nil` for the live end.
  private func upperEnd(
    of gap: Gap?, in room: ConversationID
  ) async throws(MatrixFailure) -> String? {
    if let token = gap?.token { return token.description }
    guard let event = gap?.before?.remoteID else { return nil }
    var request = MatrixRequest(
      .get, "client", "v3", "rooms", room.description, "context", event.description)
    request.query = [("limit", "0")]
    guard let start = try await client.json(of: request).json["start"]?.string else {
      throw .malformed("context")
    }
    return start.string
  }

  /// The current bodies of messages whose edits were deleted.
  private func restored(
    _ reverted: [MatrixTimeline.Reverted], in room: ConversationID
  ) async throws(SyncError) -> [SyncItem] {
    var items: [SyncItem] = []
    for one in reverted {
      let event: MatrixEvent
      do throws(MatrixFailure) {
        event = try await client.event(one.target, in: room)
      } catch {
        let error = SyncError(error)
        // A message that is gone has no body to restore.
        if error.kind == .refused || error.code == "event" { continue }
        throw error
      }
      // Somebody else's edit was never shown: only the author edits.
      let wasShown = one.editor.map { $0 == event.sender } ?? true
      guard !event.isRedacted, wasShown else { continue }
      // Its own event may be in a part of the list that this device never gets.
      if let edit = event.edit {
        book.note(edit.id, in: room, .edit(one.target, edit.sender, edit.version))
      }
      let body = event.edit?.newBody ?? Body(matrix: event.content, type: event.type)
      items.append(
        .relation(
          Relation(
            conversation: room, target: .remote(one.target), author: event.sender,
            version: one.version, action: .edit(body))))
    }
    return items
  }

  private static func filter(_ limit: Int) -> JSON {
    let nothing: JSON = ["not_types": ["*"]]
    return [
      "presence": nothing, "account_data": nothing,
      "room": [
        "account_data": nothing, "state": nothing,
        "ephemeral": ["types": ["m.receipt", "m.typing"]],
        "timeline": ["limit": .integer(Int64(limit))],
      ],
    ]
  }
}
