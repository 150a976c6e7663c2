internal import MessagingModel

/// The rows of one conversation: messages by identity, and their identities in order.
struct ConversationRows: Sendable {
  var record: ConversationRecord?
  var receipts: [ParticipantID: Receipt] = [:]
  var tombstones: [MessageReference: Tombstone] = [:]
  var waiting: [MessageReference: WaitingRecord] = [:]
  private var messages: [MessageID: MessageRecord] = [:]
  private var identities: [RemoteID: MessageID] = [:]
  /// The messages with something unsent.
  private var unsent: Set<MessageID> = []
  /// In ascending order of position, once ``restoreOrder()`` has been called.
  private var order: [Place] = []
  private var isOrdered = true
  private var stale: Set<Place> = []

  private struct Place: Hashable { let position: Position, id: MessageID }

  func message(_ target: MessageReference) -> MessageRecord? {
    switch target {
    case .id(let id): messages[id]
    case .remote(let remoteID): identities[remoteID].flatMap { messages[$0] }
    }
  }

  /// The messages with something unsent, in any order.
  var outbox: [MessageRecord] { unsent.compactMap { messages[$0] } }

  func scan(_ scan: Scan) -> [MessageRecord] {
    scan.select(from: order, at: \.position).compactMap { messages[$0.id] }
  }

  func unread(above marker: Position?, limit: Int) -> Int {
    let start = marker.map { marker in order.firstIndex(fromWhich: { $0.position > marker }) } ?? 0
    return order[start...].lazy.filter { messages[$0.id]?.countsAsUnread ?? false }
      .prefix(limit).reduce(0) { count, _ in count + 1 }
  }

  mutating func put(_ record: MessageRecord) {
    let known = messages[record.key.id]
    if let known, known.position != record.position { forget(known) }
    if known?.position != record.position { insert(record) }
    messages[record.key.id] = record
    if record.outboxSequence == nil {
      unsent.remove(record.key.id)
    } else {
      unsent.insert(record.key.id)
    }
    if let remoteID = record.position.confirmed?.remoteID { identities[remoteID] = record.key.id }
  }

  mutating func remove(_ target: MessageReference) {
    guard let known = message(target) else { return }
    forget(known)
    messages[known.key.id] = nil
    unsent.remove(known.key.id)
  }

  mutating func dropHistory() {
    for record in messages.values where record.outboxSequence == nil {
      forget(record)
      messages[record.key.id] = nil
    }
  }

  /// Sorts the identities again after rows were added, removed or moved.
  mutating func restoreOrder() {
    if !stale.isEmpty {
      order.removeAll { stale.contains($0) }
      stale = []
    }
    // Mostly two sorted runs: the sort of the standard library merges them in linear time.
    if !isOrdered { order.sort { $0.position < $1.position } }
    isOrdered = true
  }

  private mutating func insert(_ record: MessageRecord) {
    let place = Place(position: record.position, id: record.key.id)
    // A place that was removed in the same commit is still in the order.
    guard stale.remove(place) == nil else { return }
    if let last = order.last, last.position > record.position { isOrdered = false }
    order.append(place)
  }

  private mutating func forget(_ record: MessageRecord) {
    stale.insert(Place(position: record.position, id: record.key.id))
    guard let remoteID = record.position.confirmed?.remoteID,
      identities[remoteID] == record.key.id
    else { return }
    identities[remoteID] = nil
  }
}
