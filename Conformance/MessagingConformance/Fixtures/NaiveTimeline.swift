internal import MessagingModel

/// The timeline of a conversation, as naively as it can be worked out: an array of what is known,
/// searched from the front, sorted by the whole key as a tuple.
///
/// It shares no rule with the code that it judges, and knows only what the fixtures use: sending,
/// acknowledging, failing, cancelling, receiving and pages.
struct NaiveTimeline {
  private struct Entry {
    var id: MessageID?
    var remote: String?
    var server: Int64 = 0
    var at: Int64 = 0
    var sequence: Int64 = 0
    var sender: String
    var state: DeliveryState
    var body: Body
    var order: Int64?
    var isConfirmed: Bool { remote != nil }
  }

  private var entries: [Entry] = []
  private var cancelled: [MessageID] = []
  private var lastSequence: Int64 = 0

  init(_ changes: [Change]) {
    for change in changes { apply(change) }
  }

  /// The rows, oldest first.
  var rows: [TimelineRow] {
    entries.sorted { left, right in
      if left.isConfirmed != right.isConfirmed { return left.isConfirmed }
      guard left.isConfirmed else { return left.sequence < right.sequence }
      if (left.server, left.at) != (right.server, right.at) {
        return (left.server, left.at) < (right.server, right.at)
      }
      let (first, second) = (
        Array(left.remote?.utf8 ?? "".utf8), Array(right.remote?.utf8 ?? "".utf8)
      )
      return first.lexicographicallyPrecedes(second)
    }.map(row)
  }

  private func row(_ entry: Entry) -> TimelineRow {
    let name = RemoteID(entry.remote ?? "")
    let place = ServerPosition(
      serverTime: Timestamp(milliseconds: entry.server),
      timestamp: Timestamp(milliseconds: entry.at), remoteID: name)
    return TimelineRow(
      id: entry.id ?? MessageID(derivedFrom: name, in: HistoryFixture.conversation),
      position: entry.isConfirmed ? .confirmed(place) : .unconfirmed(sequence: entry.sequence),
      sender: ParticipantID(entry.sender), state: entry.state, body: entry.body)
  }

  private mutating func apply(_ change: Change) {
    switch change {
    case .enqueue(let message):
      let isKnown = entries.contains { $0.id == message.key.id }
      guard !isKnown, !cancelled.contains(message.key.id) else { return }
      lastSequence += 1
      entries.append(
        Entry(
          id: message.key.id, sequence: lastSequence, sender: "me", state: .sending,
          body: message.body))
    case .acknowledge(let key, let place):
      guard let mine = entries.first(where: { $0.id == key.id }) else { return }
      confirm(mine, place)
    case .receive(let message): receive(message)
    case .page(let page): for message in page.messages { receive(message) }
    case .fail(let key, let reason): setState(.failed(reason), of: key.message.id)
    case .retry(let key): setState(.sending, of: key.message.id)
    case .cancel(let key):
      entries.removeAll { $0.id == key.message.id && !$0.isConfirmed }
      if !entries.contains(where: { $0.id == key.message.id }) { cancelled.append(key.message.id) }
    case .amend, .settle, .upload, .relate, .openGap, .advance, .resetHistory, .forget:
      preconditionFailure("the naive timeline does not know this change: \(change.canonicalText)")
    }
  }

  private mutating func receive(_ message: ReceivedMessage) {
    if let id = message.id, cancelled.contains(id) { return }
    confirm(
      Entry(
        id: message.id, sender: message.sender.text.string, state: .sent, body: message.body,
        order: message.version.order), message.position)
  }

  /// Puts an entry in the place of all that have its id or the place's name.
  private mutating func confirm(_ entry: Entry, _ place: ServerPosition) {
    let name = place.remoteID.text.string
    let isSame = { (other: Entry) in
      (other.id != nil && other.id == entry.id)
        || other.remote.map { Array($0.utf8) } == Array(name.utf8)
    }
    let known = entries.filter(isSame)
    entries.removeAll(where: isSame)
    let all = known + [entry]
    var merged = entry
    merged.id = all.compactMap(\.id).first
    merged.remote = name
    merged.state = .sent
    let newest = all.filter { $0.order != nil }.max { $0.order ?? 0 < $1.order ?? 0 }
    merged.body = newest?.body ?? known.first?.body ?? entry.body
    merged.order = newest?.order
    let places = known.filter(\.isConfirmed).map { ($0.server, $0.at) }
    let told = (place.serverTime.milliseconds, place.timestamp.milliseconds)
    (merged.server, merged.at) = (places + [told]).min { $0 < $1 } ?? told
    entries.append(merged)
  }

  private mutating func setState(_ state: DeliveryState, of id: MessageID) {
    for index in entries.indices where entries[index].id == id && !entries[index].isConfirmed {
      entries[index].state = state
    }
  }
}
