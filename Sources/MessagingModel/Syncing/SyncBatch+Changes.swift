/// Translates what the server reports into changes.
struct SyncTranslation {
  let owner: ParticipantID
  let server: SyncServer
  /// The number of events that were not stored, or not as a whole, by conversation.
  private(set) var unreadable: [ConversationID: Int] = [:]

  init(owner: ParticipantID, server: SyncServer) {
    self.owner = owner
    self.server = server
  }

  /// Returns the commits that store a batch; its token is in the last of them.
  mutating func commits(of batch: SyncBatch, in stream: StreamID) -> [[Change]] {
    var changes: [Change] = []
    for part in batch.parts {
      if batch.damaged.contains(part.conversation) {
        changes.append(.resetHistory(part.conversation))
      }
      changes += self.changes(
        of: part, end: batch.ends[part.conversation] ?? nil,
        shown: batch.shown[part.conversation] ?? [:],
        isLoose: batch.open.contains(part.conversation),
        isPaged: batch.paged.contains(part.conversation), mayFollowPages: batch.mayFollowPages)
    }
    // Split only what no batch can hold. The token comes last: it means that everything is stored.
    var commits: [[Change]] = []
    let room = Limits.batch - 2
    while changes.count > room {
      commits.append(
        changes.prefix(room) + [.advance(stream, from: batch.from, to: batch.from)])
      changes.removeFirst(room)
    }
    // Each commit, even one that moves no token, is stored only if the stream is still where it was
    // at the request.
    if batch.from != batch.to || !changes.isEmpty {
      changes.append(.advance(stream, from: batch.from, to: batch.to))
    }
    return changes.isEmpty ? commits : commits + [changes]
  }

  /// - Parameters:
  ///   - end: the newest message that the server returned; for a part that does not just continue
  ///     what is stored, and for all parts of a server that gives lists.
  ///   - shown: positions at and below `end`, including edges of gaps and of what is deleted.
  ///   - isLoose: whether there is a gap at the live end. For a server that gives lists, what
  ///     follows then leaves room for what is missing.
  ///   - isPaged: whether a stored page may be newer than the part.
  ///   - mayFollowPages: whether that is unknown; then the times of the messages decide.
  mutating func changes(
    of part: ConversationPart, end: ServerPosition?, shown: [RemoteID: ServerPosition],
    isLoose: Bool = false, isPaged: Bool = false, mayFollowPages: Bool = false
  ) -> [Change] {
    let conversation = part.conversation
    var (messages, relations) = storable(part.items, of: conversation)
    if server.givesLists {
      // Does the part lie above the page or below it? Only a message in both shows that
      // (`SYNC-090`).
      let joins = messages.isEmpty || messages.contains { shown[$0.position.remoteID] != nil }
      // A position may lie a minute after the message's own time.
      let isOlder = messages.contains { message in
        end.map { message.position.timestamp < $0.timestamp } ?? false
      }
      guard joins || !(isPaged || (mayFollowPages && isOlder)) else {
        return [.openGap(conversation, Gap(after: end, before: nil))] + relations
      }
      let placed = ListOrder.place(
        messages, below: nil, known: shown, isLoose: isLoose || part.start != .continues)
      // Without positions none of the messages is stored, and what is missing becomes a gap.
      guard let placed else {
        return [.openGap(conversation, Gap(after: end, before: nil))] + relations
      }
      messages = placed
    } else {
      messages.sort { $0.position < $1.position }
    }
    // The answer is older than what is stored: it ends below it, or says that there are no
    // messages. So it does not reach the live end any more (`SYNC-087`). Another engine on the same
    // store may have stored a page, too.
    let isOld =
      switch (messages.last?.position, end) {
      case (_, nil): false
      case (let last?, let end?): last < end
      case (nil, _?): part.start == .begins
      }
    let reach = isOld ? HistoryPage.Reach.newest : .live
    switch part.start {
    case .continues:
      return messages.map(Change.receive) + relations
    case .begins:
      return pages(of: conversation, messages, reach: reach, below: .start) + relations
    case .limited(let token) where isOld:
      return pages(of: conversation, messages, reach: reach, below: .more(token)) + relations
    case .limited(let token):
      return [.openGap(conversation, Gap(after: end, before: nil, token: token))]
        + pages(of: conversation, messages, reach: reach, below: .more(token)) + relations
    case .refused:
      return [.openGap(conversation, Gap(after: end, before: nil))]
        + pages(of: conversation, messages, reach: .newest, below: .more(nil)) + relations
    }
  }

  /// Returns what a store accepts of some events.
  private mutating func storable(
    _ items: [SyncItem], of conversation: ConversationID
  ) -> (messages: [ReceivedMessage], relations: [Change]) {
    var messages: [ReceivedMessage] = []
    var relations: [Change] = []
    for item in items {
      guard item.conversation == conversation else {
        unreadable[conversation, default: 0] += 1
        continue
      }
      switch item {
      case .message(let message): messages += storable(message).map { [$0] } ?? []
      case .relation(let relation): relations += storable(relation).map { [$0] } ?? []
      case .unreadable: unreadable[conversation, default: 0] += 1
      }
    }
    return (messages, relations)
  }

  /// Returns a message as a store accepts it: one that is too large loses its content, not its
  /// position.
  mutating func storable(_ message: ReceivedMessage) -> ReceivedMessage? {
    let isOurs = message.sender == owner
    let id = isOurs || server.vouchesForKeys ? message.id : nil
    let copy = { (body: Body, isWhole: Bool) in
      ReceivedMessage(
        conversation: message.conversation, position: message.position, id: id,
        sender: message.sender, version: message.version, body: body,
        replyTo: isWhole ? message.replyTo : nil, threadRoot: isWhole ? message.threadRoot : nil)
    }
    let whole = copy(message.body, true)
    if Change.receive(whole).isValid { return whole }
    unreadable[message.conversation, default: 0] += 1
    let rest = copy(.unknown(kind: "refused", payload: ""), false)
    return Change.receive(rest).isValid ? rest : nil
  }

  mutating func storable(_ relation: Relation) -> Change? {
    let change = Change.relate(relation)
    if change.isValid { return change }
    unreadable[relation.conversation, default: 0] += 1
    return nil
  }

  /// Returns what a store accepts of a page that was requested for a gap, in ascending order of
  /// position.
  ///
  /// - Returns: `nil` if there is no room for it in the gap.
  mutating func range(
    _ answer: HistoryAnswer, in gap: Gap?, shown: [RemoteID: ServerPosition]
  ) -> [ReceivedMessage]? {
    let messages = answer.messages.compactMap { storable($0) }
    guard server.givesLists else {
      // Messages above the gap were not requested, and do not prove that they touch it.
      let before = gap?.before
      return messages.filter { message in before.map { message.position < $0 } ?? true }
        .sorted { $0.position < $1.position }
    }
    return ListOrder.place(
      messages, below: gap?.before, known: shown, isLoose: true)
  }

  /// Returns a range of history as pages that a store accepts, the newest first.
  ///
  /// - Parameter messages: in ascending order of position.
  func pages(
    of conversation: ConversationID, _ messages: [ReceivedMessage], reach: HistoryPage.Reach,
    below: HistoryAnswer.Below
  ) -> [Change] {
    var pages: [Change] = []
    var rest = messages[...]
    var reach = reach
    while rest.count > Limits.page {
      let page = rest.suffix(Limits.page)
      rest = rest.dropLast(Limits.page)
      pages.append(
        .page(HistoryPage(conversation: conversation, messages: Array(page), reach: reach)))
      if let lowest = page.first?.position { reach = .position(lowest) }
    }
    let token: GapToken? = if case .more(let token) = below { token } else { nil }
    if rest.isEmpty, below != .start, token == nil { return pages }
    pages.append(
      .page(
        HistoryPage(
          conversation: conversation, messages: Array(rest), reach: reach,
          reachesStart: below == .start, token: token)))
    return pages
  }
}

extension Change {
  /// Whether a store accepts the change, as far as that does not depend on what is stored.
  fileprivate var isValid: Bool { (try? validate()) != nil }
}
