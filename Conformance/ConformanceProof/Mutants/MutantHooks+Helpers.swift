internal import MessagingConformance
internal import MessagingCore
internal import MessagingModel

/// What one opened store of a mutant remembers between two hooks.
typealias Memory = Locked

extension Locked {
  /// Sets the value.
  func set(_ value: Value) { withLock { $0 = value } }
}

extension MutantHooks {
  /// Changes each message that a commit writes.
  mutating func writeMessages(_ change: @escaping @Sendable (inout MessageRecord) -> Void) {
    onWrite = { edits in
      edits.map { edit in
        guard case .put(.message(var record)) = edit else { return edit }
        change(&record)
        return .put(.message(record))
      }
    }
  }

  /// Changes each conversation's own row that a commit writes.
  mutating func writeConversations(
    _ change: @escaping @Sendable (inout ConversationRecord) -> Void
  ) {
    onWrite = { edits in
      edits.map { edit in
        guard case .put(.conversation(var record)) = edit else { return edit }
        change(&record)
        return .put(.conversation(record))
      }
    }
  }

  /// Changes each message that is loaded before a batch is merged; `nil` hides it.
  mutating func loadMessages(_ change: @escaping @Sendable (MessageRecord) -> MessageRecord?) {
    onLoad = { row in
      guard case .message(let record) = row else { return row }
      return change(record).map(StoredRecord.message)
    }
  }

  /// Leaves out notes of what is gone, when a commit would write them.
  ///
  /// - Parameter isDropped: is told whether a note is of a local change, not of a message.
  mutating func dropNotes(
    where isDropped: @escaping @Sendable (Tombstone, _ isOfChange: Bool) -> Bool
  ) {
    let made = Memory<Set<MessageReference>>([])
    watch { changes in
      for case .amend(_, let id, _) in changes { made.withLock { _ = $0.insert(.id(id)) } }
    }
    onWrite = { edits in
      edits.filter { edit in
        guard case .put(.tombstone(let note)) = edit else { return true }
        return !isDropped(note, made.current.contains(note.target))
      }
    }
  }

  /// Puts other changes in the place of each change.
  mutating func applyEach(_ change: @escaping @Sendable (Change) -> [Change]) {
    onApply = { changes in changes.flatMap(change) }
  }

  /// Puts another page in the place of each page of history.
  mutating func applyPages(_ change: @escaping @Sendable (HistoryPage) -> HistoryPage) {
    applyEach { step in
      guard case .page(let page) = step else { return [step] }
      return [.page(change(page))]
    }
  }

  /// Looks at each batch before it is applied.
  mutating func watch(_ look: @escaping @Sendable ([Change]) -> Void) {
    onApply = { changes in
      look(changes)
      return changes
    }
  }

  /// Changes each message that lies on the disk when the store is opened.
  mutating func openMessages(_ change: @escaping @Sendable (inout MessageRecord) -> Void) {
    onOpen = { rows in
      var rows = rows
      for record in rows.allMessages {
        var changed = record
        change(&changed)
        if changed != record { rows.apply([.put(.message(changed))]) }
      }
      return rows
    }
  }
}

extension MemoryRows {
  /// The conversations that have a row.
  var allConversations: [ConversationRecord] {
    (try? conversations(changedAfter: Revision(-1))) ?? []
  }

  /// Every message of every conversation.
  var allMessages: [MessageRecord] {
    allConversations.flatMap { record in
      (try? scan(Scan(record.id, isAscending: true, limit: .max))) ?? []
    }
  }
}

extension [Change] {
  /// The messages that arrived live.
  var received: [ReceivedMessage] {
    compactMap { if case .receive(let message) = $0 { message } else { nil } }
  }

  /// What was said about messages.
  var relations: [Relation] {
    compactMap { if case .relate(let relation) = $0 { relation } else { nil } }
  }

  /// The places that the server gave.
  var acknowledged: [ServerPosition] {
    compactMap { if case .acknowledge(_, let place) = $0 { place } else { nil } }
  }

  /// All messages that come from the network, live and in pages, with their conversations.
  var arriving: [ReceivedMessage] {
    flatMap { change -> [ReceivedMessage] in
      switch change {
      case .receive(let message): return [message]
      case .page(let page): return page.messages
      case .enqueue, .acknowledge, .amend, .settle, .fail, .tried, .retry, .cancel, .upload,
        .relate,
        .openGap, .giveUp, .advance, .read, .reported, .resetHistory,
        .forget:
        return []
      }
    }
  }
}

extension ReceivedMessage {
  /// The same message with another place or body.
  func with(_ place: ServerPosition? = nil, body newBody: Body? = nil) -> ReceivedMessage {
    ReceivedMessage(
      conversation: conversation, position: place ?? position, id: id, sender: sender,
      version: version, body: newBody ?? body, replyTo: replyTo, threadRoot: threadRoot)
  }

  /// The same message; if it has no id, with one that is not the derived one.
  var namedHere: ReceivedMessage {
    let other = RemoteID("here " + position.remoteID.description)
    return ReceivedMessage(
      conversation: conversation, position: position,
      id: id ?? MessageID(derivedFrom: other, in: conversation), sender: sender,
      version: version, body: body, replyTo: replyTo, threadRoot: threadRoot)
  }
}

extension HistoryPage {
  /// The same page, changed.
  func with(
    messages newMessages: [ReceivedMessage]? = nil, reach newReach: Reach? = nil,
    isStart: Bool? = nil, keepsToken: Bool = true
  ) -> HistoryPage {
    HistoryPage(
      conversation: conversation, messages: newMessages ?? messages, reach: newReach ?? reach,
      reachesStart: isStart ?? reachesStart, token: keepsToken ? token : nil)
  }
}

extension Relation {
  /// The same relation, changed.
  func with(
    conversation newConversation: ConversationID? = nil, author newAuthor: ParticipantID? = nil,
    action newAction: Action? = nil
  ) -> Relation {
    Relation(
      conversation: newConversation ?? conversation, target: target, author: newAuthor ?? author,
      version: version, action: newAction ?? action)
  }
}

extension ServerPosition {
  /// Right above this place, under another name.
  func above(for name: RemoteID) -> ServerPosition {
    ServerPosition(
      serverTime: serverTime,
      timestamp: Timestamp(milliseconds: timestamp.milliseconds + 1), remoteID: name)
  }
}

extension MessageRecord {
  /// Whether its identity comes from its remote id: nobody minted one.
  var hasDerivedID: Bool {
    position.confirmed.map {
      MessageID(derivedFrom: $0.remoteID, in: key.conversation) == key.id
    } ?? false
  }

  /// The network's name.
  var remoteID: RemoteID? { position.confirmed?.remoteID }
}
