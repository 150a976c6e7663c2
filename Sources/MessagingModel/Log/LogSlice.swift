/// The rows that a batch of changes touches, and the rules that merge the changes into them.
///
/// A store loads the rows of ``RecordKeys``, lets a slice apply the changes, and writes the
/// ``LogOutcome/edits`` of ``finish()`` in the same transaction. The rules exist nowhere else, so
/// every store merges in the same way.
public struct LogSlice: Sendable {
  var store: StoreRecord
  var streams: Table<StreamID, StreamRecord>
  var conversations: Table<ConversationID, ConversationRecord>
  var messages: Table<MessageKey, MessageRecord>
  var receipts: Table<ReceiptKey, Receipt>
  var tombstones: Table<TargetKey, Tombstone>
  var waiting: Table<TargetKey, WaitingRecord>
  /// The message that has each remote id, among the loaded rows.
  var identities: [RemoteKey: MessageID] = [:]
  var notices: [Notice] = []
  /// Conversations in which messages moved that receipts may belong to. The result is correct only
  /// if all receipts of these conversations are among the rows (`RECEIPT-021`).
  public internal(set) var moved: Set<ConversationID> = []
  /// Conversations that this batch emptied: forgotten ones, and those whose history was reset.
  var forgotten: [ConversationID] = []
  var reset: [ConversationID] = []
  /// Damaged conversations. This batch writes everything that is left of them.
  var rebuilt: [ConversationID] = []
  let histories: [ConversationID: HistoryFacts]
  private let loadedStore: StoreRecord

  struct ReceiptKey: Hashable { let conversation: ConversationID, participant: ParticipantID }
  struct TargetKey: Hashable { let conversation: ConversationID, target: MessageReference }
  struct RemoteKey: Hashable { let conversation: ConversationID, remoteID: RemoteID }

  /// - Parameters:
  ///   - rows: the rows that are stored under the keys of ``RecordKeys``; missing rows are left
  ///     out.
  ///   - histories: for each conversation that the batch resets, the facts that `rows` do not show.
  ///   - damage: for each damaged conversation that the batch resets or forgets, what is left of
  ///     it.
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

  /// Applies the changes in their order.
  ///
  /// - Throws: `unknown-message`, `message-id-taken`, `remote-id-taken`, `limit-exceeded`,
  ///   `malformed-change`, `stale-token`; the slice must then be discarded.
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
      forgetUnreadFloor(of: message.conversation)
    case .page(let page):
      take(page)
      forgetUnreadFloor(of: page.conversation)
    case .relate(let relation): relate(relation)
    case .openGap(let conversation, let gap): self[conversation].gaps.open(gap)
    case .giveUp(let conversation, let gap): self[conversation].gaps.giveUp(gap)
    case .advance(let stream, let from, let to): try advance(stream, from: from, to: to)
    case .resetHistory(let conversation): resetHistory(of: conversation)
    case .forget(let conversation): forget(conversation)
    }
  }

  /// Advances a stream from the token that the request named (`SYNC-002`).
  private mutating func advance(
    _ stream: StreamID, from: SyncToken?, to: SyncToken?
  ) throws(RepositoryError) {
    let known = stream == .main ? store.syncToken : streams[stream]?.token
    // This response was stored before.
    if known == to { return }
    guard known == from else {
      throw RepositoryError(.staleToken, "the stored token is not the token of the request")
    }
    if stream == .main {
      store.syncToken = to
    } else {
      streams[stream] = to.map { StreamRecord(id: stream, token: $0) }
    }
  }

  /// Ends the merge.
  ///
  /// - Returns: the rows to write and the commit; no edits and the revision before if nothing
  ///   changed.
  public consuming func finish() -> LogOutcome {
    var outcome = LogOutcome(revision: store.revision, notices: notices)
    outcome.collect(&self)
    guard outcome.hasChanges || store != loadedStore else { return outcome }
    store.revision = store.revision.next
    if !forgotten.isEmpty { store.lastForgotten = store.revision }
    outcome.seal(store: store, conversations: conversations)
    return outcome
  }

  /// The record of a conversation; a record without any data if none is stored.
  subscript(conversation: ConversationID) -> ConversationRecord {
    get { conversations[conversation] ?? ConversationRecord(id: conversation) }
    set { conversations[conversation] = newValue }
  }

  /// Returns the message that a reference names, among the loaded rows.
  func record(_ target: MessageReference, in conversation: ConversationID) -> MessageRecord? {
    switch target {
    case .id(let id): messages[MessageKey(conversation, id)]
    case .remote(let remoteID):
      identities[RemoteKey(conversation: conversation, remoteID: remoteID)].flatMap {
        messages[MessageKey(conversation, $0)]
      }
    }
  }

  /// Stores a message and indexes its remote id.
  mutating func put(_ record: MessageRecord) {
    messages[record.key] = record
    remember(record)
  }

  /// Removes a message, and its remote id from the index.
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

/// Facts about the rows that a reset drops without reading them.
public struct HistoryFacts: Hashable, Sendable {
  /// How many messages were unread.
  public let unread: Int
  /// Whether there is a message that has nothing unsent.
  public let hasHistory: Bool
  /// The receipts; one per message is enough.
  public let receipts: [Receipt]

  public init(unread: Int, hasHistory: Bool, receipts: [Receipt] = []) {
    self.unread = unread
    self.hasHistory = hasHistory
    self.receipts = receipts
  }
}
