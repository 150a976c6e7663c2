/// The rows that a batch of changes touches, and what becomes of them.
///
/// A store loads the rows of ``RecordKeys``, lets a slice apply the changes, and writes the
/// ``LogOutcome/edits`` of ``finish()`` in the same transaction. No rule is written anywhere else,
/// so every store merges alike.
public struct LogSlice: Sendable {
  var store: StoreRecord
  var streams: Table<StreamID, StreamRecord>
  var conversations: Table<ConversationID, ConversationRecord>
  var messages: Table<MessageKey, MessageRecord>
  var receipts: Table<ReceiptKey, Receipt>
  var tombstones: Table<TargetKey, Tombstone>
  var waiting: Table<TargetKey, WaitingRecord>
  /// Who has which remote id, among the rows here.
  var identities: [RemoteKey: MessageID] = [:]
  var notices: [Notice] = []
  /// Conversations in which messages moved that receipts may be for: the batch is right only if all
  /// receipts of these are among the rows (`RECEIPT-021`).
  public internal(set) var moved: Set<ConversationID> = []
  /// Conversations emptied by this batch, and how.
  var forgotten: [ConversationID] = []
  var reset: [ConversationID] = []
  /// Damaged conversations of which this batch writes everything that is left.
  var rebuilt: [ConversationID] = []
  let histories: [ConversationID: HistoryFacts]
  private let loadedStore: StoreRecord

  struct ReceiptKey: Hashable { let conversation: ConversationID, participant: ParticipantID }
  struct TargetKey: Hashable { let conversation: ConversationID, target: MessageReference }
  struct RemoteKey: Hashable { let conversation: ConversationID, remoteID: RemoteID }

  /// - Parameters:
  ///   - rows: what is stored under the keys of ``RecordKeys``; missing rows are left out.
  ///   - histories: for each conversation that the batch resets, what its rows cannot tell.
  ///   - damage: for each damaged conversation that the batch resets or forgets, what is left.
  public init(
    store: StoreRecord, rows: [StoredRecord], histories: [ConversationID: HistoryFacts] = [:],
    damage: [ConversationID: Salvage] = [:]
  ) {
    self.store = store
    loadedStore = store
    self.histories = histories
    var streams: [StreamID: StreamRecord] = [:]
    var conversations: [ConversationID: ConversationRecord] = [:]
    var messages: [MessageKey: MessageRecord] = [:]
    var receipts: [ReceiptKey: Receipt] = [:]
    var tombstones: [TargetKey: Tombstone] = [:]
    var waiting: [TargetKey: WaitingRecord] = [:]
    let isDamaged = { (row: StoredRecord) in row.key.conversation.map { damage[$0] != nil } ?? false
    }
    for row in rows where damage.isEmpty || !isDamaged(row) {
      switch row {
      case .store: break
      case .stream(let record): streams[record.id] = record
      case .conversation(let record): conversations[record.id] = record
      case .message(let record): messages[record.key] = record
      case .receipt(let receipt):
        let key = ReceiptKey(conversation: receipt.conversation, participant: receipt.participant)
        receipts[key] = receipt
      case .tombstone(let tombstone):
        tombstones[TargetKey(conversation: tombstone.conversation, target: tombstone.target)] =
          tombstone
      case .waiting(let record):
        waiting[TargetKey(conversation: record.conversation, target: record.target)] = record
      }
    }
    self.streams = Table(loaded: streams)
    self.conversations = Table(loaded: conversations)
    self.messages = Table(loaded: messages)
    self.receipts = Table(loaded: receipts)
    self.tombstones = Table(loaded: tombstones)
    self.waiting = Table(loaded: waiting)
    for record in messages.values { remember(record) }
    for (conversation, salvage) in damage.sorted(by: { $0.key < $1.key }) {
      let readable = rows.filter { $0.key.conversation == conversation }
      rebuild(conversation, from: salvage.rows + readable)
      notices += salvage.notices
    }
  }

  /// Applies one change after another.
  ///
  /// - Throws: `unknown-message`, `message-id-taken`, `remote-id-taken`, `limit-exceeded`,
  ///   `malformed-change`, `stale-token`; the slice must then be thrown away.
  public mutating func apply(_ changes: [Change]) throws(RepositoryError) {
    for change in changes { try apply(change) }
  }

  private mutating func apply(_ change: Change) throws(RepositoryError) {
    switch change {
    case .enqueue(let message): try enqueue(message)
    case .acknowledge(let key, let position): try acknowledge(key, at: position)
    case .amend(let key, let id, let action): try amend(key, id: id, action)
    case .settle(let key, let version): settle(key, as: version)
    case .fail(let key, let reason): setState(of: key, to: .failed(reason))
    case .tried(let key, let trial): note(trial, of: key)
    case .retry(let key): setState(of: key, to: .sending)
    case .cancel(let key): cancel(key)
    case .upload(let key, let file, let state, let remote):
      upload(key, file: file, state, remote: remote)
    case .read(let conversation, let target, let time):
      try read(conversation, upTo: target, at: time)
    case .reported(let conversation, let position): reported(conversation, upTo: position)
    case .receive(let message):
      receive(message)
      extendLiveEnd(of: message.conversation, to: message.position)
    case .page(let page): take(page)
    case .relate(let relation): relate(relation)
    case .openGap(let conversation, let gap): self[conversation].gaps.open(gap)
    case .giveUp(let conversation, let gap): self[conversation].gaps.giveUp(gap)
    case .advance(let stream, let from, let to): try advance(stream, from: from, to: to)
    case .resetHistory(let conversation): resetHistory(of: conversation)
    case .forget(let conversation): forget(conversation)
    }
  }

  /// Moves a stream on, from the place that the question named (`SYNC-002`).
  private mutating func advance(
    _ stream: StreamID, from: SyncToken?, to: SyncToken?
  ) throws(RepositoryError) {
    let known = stream == .main ? store.syncToken : streams[stream]?.token
    // What was answered and stored before.
    if known == to { return }
    guard known == from else {
      throw RepositoryError(.staleToken, "the stream is not where the question was asked from")
    }
    if stream == .main {
      store.syncToken = to
    } else {
      streams[stream] = to.map { StreamRecord(id: stream, token: $0) }
    }
  }

  /// What is to be written, and what to tell.
  ///
  /// - Returns: no edits, and the revision that was there, if nothing changed.
  public consuming func finish() -> LogOutcome {
    var outcome = LogOutcome(revision: store.revision, notices: notices)
    outcome.collect(&self)
    guard outcome.hasChanges || store != loadedStore else { return outcome }
    store.revision = store.revision.next
    if !forgotten.isEmpty { store.lastForgotten = store.revision }
    outcome.seal(store: store, conversations: conversations)
    return outcome
  }

  /// The record of a conversation; one of which nothing is known if there is none.
  subscript(conversation: ConversationID) -> ConversationRecord {
    get { conversations[conversation] ?? ConversationRecord(id: conversation) }
    set { conversations[conversation] = newValue }
  }

  /// Who has a reference, among the rows here.
  func record(_ target: MessageReference, in conversation: ConversationID) -> MessageRecord? {
    switch target {
    case .id(let id): messages[MessageKey(conversation, id)]
    case .remote(let remoteID):
      identities[RemoteKey(conversation: conversation, remoteID: remoteID)].flatMap {
        messages[MessageKey(conversation, $0)]
      }
    }
  }

  /// Stores a message and who has its remote id.
  mutating func put(_ record: MessageRecord) {
    messages[record.key] = record
    remember(record)
  }

  /// Drops a message, and with it its claim on its remote id.
  mutating func drop(_ record: MessageRecord) {
    messages[record.key] = nil
    guard let remoteID = record.position.confirmed?.remoteID else { return }
    let key = RemoteKey(conversation: record.key.conversation, remoteID: remoteID)
    if identities[key] == record.key.id { identities[key] = nil }
  }

  private mutating func remember(_ record: MessageRecord) {
    guard let remoteID = record.position.confirmed?.remoteID else { return }
    identities[RemoteKey(conversation: record.key.conversation, remoteID: remoteID)] = record.key.id
  }
}

/// What a reset must know of the rows that it drops unread.
public struct HistoryFacts: Hashable, Sendable {
  /// How many messages were unread.
  public let unread: Int
  /// Whether there is a message without anything unsent.
  public let hasHistory: Bool
  /// How far people have read: of each message one receipt is enough.
  public let receipts: [Receipt]

  public init(unread: Int, hasHistory: Bool, receipts: [Receipt] = []) {
    self.unread = unread
    self.hasHistory = hasHistory
    self.receipts = receipts
  }
}
