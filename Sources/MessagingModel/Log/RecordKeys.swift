/// The rows that a batch of changes may touch: what to load before merging it.
public struct RecordKeys: Sendable {
  /// The keys, without duplicates, in the order of the changes.
  public private(set) var keys: [RecordKey] = []
  /// The conversations that the batch resets; a store gathers ``HistoryFacts`` for each.
  public private(set) var resets: [ConversationID] = []
  /// The conversations that the batch resets or forgets, without duplicates. Unreadable rows of
  /// these are no reason to refuse the batch (`REPO-026`).
  public private(set) var repairs: [ConversationID] = []
  private let owner: ParticipantID
  private var seen: Set<RecordKey> = []

  /// - Parameter owner: the owner of the store.
  /// - Complexity: O(changes).
  public init(touchedBy changes: [Change], owner: ParticipantID) {
    self.owner = owner
    for change in changes { add(change) }
  }

  /// Returns the further rows to load, once some rows are known:
  ///
  /// - for a receipt that waits for a message: the stored receipt of its author, and its own
  ///   message;
  /// - for a deleted message: the tombstones under all its names, so that a repeated change finds
  ///   them (`REPO-006`);
  /// - for a tombstone under an id: the one under the remote id, which has the latest position;
  /// - for a stored receipt: its message;
  /// - for a message that may still move, and for the one of a stored receipt: what waits for it,
  ///   because a lower receipt may have to wait, too (`RECEIPT-022`).
  ///
  /// Call it again with the rows that it led to, until it returns nothing new.
  public static func following(_ rows: [StoredRecord]) -> [RecordKey] {
    rows.flatMap { row -> [RecordKey] in
      switch row {
      case .waiting(let record): following(record)
      case .message(let record): following(record)
      case .receipt(let receipt): following(receipt)
      case .tombstone(let note): following(note)
      case .store, .stream, .conversation: []
      }
    }
  }

  private static func following(_ note: Tombstone) -> [RecordKey] {
    guard let name = note.position.map({ MessageReference.remote($0.remoteID) }) else { return [] }
    let waiting = RecordKey.waiting(note.conversation, name)
    return note.target == name ? [waiting] : [waiting, .tombstone(note.conversation, name)]
  }

  private static func following(_ record: MessageRecord) -> [RecordKey] {
    var keys: [RecordKey] = []
    if record.body == .redacted {
      keys = record.names.map { .tombstone(record.conversation, $0) }
    }
    guard record.mayMove, let name = record.names.last else { return keys }
    return keys + [.waiting(record.conversation, name)]
  }

  private static func following(_ record: WaitingRecord) -> [RecordKey] {
    record.relations.flatMap { relation -> [RecordKey] in
      guard case .receipt = relation.action else { return [] }
      let receipt = RecordKey.receipt(record.conversation, relation.author)
      guard relation.target != record.target else { return [receipt] }
      return [receipt, .message(record.conversation, relation.target)]
        + [RecordKey.tombstone, RecordKey.waiting].map { $0(record.conversation, relation.target) }
    }
  }

  private static func following(_ receipt: Receipt) -> [RecordKey] {
    guard let position = receipt.upTo.confirmed else { return [] }
    let name = MessageReference.remote(position.remoteID)
    return [RecordKey.message, RecordKey.waiting].map { $0(receipt.conversation, name) }
  }

  /// Returns the further rows to load for conversations that the batch resets: what waits for the
  /// messages that receipts belong to (`RECEIPT-021`).
  public static func following(
    _ histories: [ConversationID: HistoryFacts]
  ) -> [RecordKey] {
    Set(
      histories.flatMap { conversation, facts in
        facts.receipts.compactMap(\.upTo.confirmed).map {
          RecordKey.waiting(conversation, .remote($0.remoteID))
        }
      }
    ).map(\.self)
  }

  /// Returns the further rows to load for a conversation that the batch resets: what its unsent
  /// messages refer to by identities (`SEND-048`).
  public static func targets(ofUnsent records: [MessageRecord]) -> [RecordKey] {
    records.flatMap { record in
      [record.replyTo, record.threadRoot].compactMap { target in
        guard case .id? = target else { return nil }
        return target.map { RecordKey.message(record.conversation, $0) }
      }
    }
  }

  private mutating func add(_ change: Change) {
    switch change {
    case .enqueue(let message):
      add(.message(message.key.conversation, .id(message.key.id)))
      add(.tombstone(message.key.conversation, .id(message.key.id)))
      add(.conversation(message.key.conversation))
      for target in [message.replyTo, message.threadRoot].compactMap(\.self) {
        add(.message(message.key.conversation, target))
      }
    case .acknowledge(let key, let position):
      add(arrivalIn: key.conversation, remoteID: position.remoteID, id: key.id)
    case .amend(let key, let id, _):
      add(key)
      add(.tombstone(key.conversation, .id(id)))
    case .upload(let key, _, _, _): add(key)
    case .settle(let key, _), .fail(let key, _), .tried(let key, _), .retry(let key),
      .cancel(let key):
      add(key.message)
    case .receive(let message): add(message)
    case .page(let page):
      add(.conversation(page.conversation))
      for message in page.messages { add(message) }
    case .relate(let relation): add(relation)
    case .read(let conversation, let target, _):
      add(.conversation(conversation))
      add(.message(conversation, target))
      add(.tombstone(conversation, target))
      add(.receipt(conversation, owner))
    case .reported(let conversation, _): add(.conversation(conversation))
    case .openGap(let conversation, _), .giveUp(let conversation, _):
      add(.conversation(conversation))
    case .forget(let conversation):
      add(.conversation(conversation))
      if !repairs.contains(conversation) { repairs.append(conversation) }
    case .resetHistory(let conversation):
      add(.conversation(conversation))
      resets.append(conversation)
      if !repairs.contains(conversation) { repairs.append(conversation) }
    // The token of the main stream is in the store's own record.
    case .advance(let stream, _, _): if stream != .main { add(.stream(stream)) }
    }
  }

  private mutating func add(_ key: MessageKey) {
    add(.conversation(key.conversation))
    add(.message(key.conversation, .id(key.id)))
    add(.tombstone(key.conversation, .id(key.id)))
  }

  private mutating func add(_ received: ReceivedMessage) {
    add(
      arrivalIn: received.conversation, remoteID: received.position.remoteID, id: received.id)
  }

  private mutating func add(_ relation: Relation) {
    add(.conversation(relation.conversation))
    add(.message(relation.conversation, relation.target))
    add(.tombstone(relation.conversation, relation.target))
    add(.waiting(relation.conversation, relation.target))
    if case .receipt = relation.action {
      add(.receipt(relation.conversation, relation.author))
    }
  }

  private mutating func add(
    arrivalIn conversation: ConversationID, remoteID: RemoteID, id: MessageID?
  ) {
    add(.conversation(conversation))
    for target in [MessageReference.remote(remoteID)] + (id.map { [.id($0)] } ?? []) {
      add(.message(conversation, target))
      add(.tombstone(conversation, target))
      add(.waiting(conversation, target))
    }
    // A message without an id, or with one of another message, gets a derived one. Something may
    // wait under that id, too.
    let derived = MessageReference.id(MessageID(derivedFrom: remoteID, in: conversation))
    add(.tombstone(conversation, derived))
    add(.waiting(conversation, derived))
  }

  private mutating func add(_ key: RecordKey) {
    if seen.insert(key).inserted { keys.append(key) }
  }
}
