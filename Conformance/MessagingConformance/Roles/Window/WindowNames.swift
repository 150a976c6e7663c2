internal import MessagingModel
internal import MessagingTimeline

/// The names of messages in `window` blocks: `7` is the seventh message of the conversation, `o1`
/// the owner's first unsent one.
enum WindowNames {
  static let conversation: ConversationID = "k1"

  static func row(_ number: Int) -> WindowRow {
    WindowRow(id: MessageID(high: 0x3000, low: UInt64(number)), position: place(number))
  }

  static func own(_ number: Int) -> WindowRow {
    WindowRow(id: ownID(number), position: .unconfirmed(sequence: Int64(number)))
  }

  static func ownID(_ number: Int) -> MessageID { MessageID(high: 0x4000, low: UInt64(number)) }

  static func place(_ number: Int) -> Position {
    let time = Timestamp(milliseconds: Int64(number))
    return .confirmed(
      ServerPosition(serverTime: time, timestamp: time, remoteID: RemoteID("m\(number)")))
  }

  static func name(_ id: MessageID) -> String { id.high == 0x4000 ? "o\(id.low)" : "\(id.low)" }

  /// Writes a position: `7`, `live`, `o1`.
  static func name(_ place: Position) -> String {
    switch place {
    case .confirmed(let place): "\(place.serverTime.milliseconds)"
    case .unconfirmed(sequence: .max): "live"
    case .unconfirmed(let sequence): "o\(sequence)"
    }
  }

  /// Writes rows: `1-20 25 o1`. Adjacent numbers become a range.
  static func words(_ ids: [MessageID]) -> [String] {
    var words: [String] = []
    var range: [MessageID] = []
    let close = {
      guard let first = range.first, let last = range.last else { return }
      words.append(first == last ? name(first) : "\(name(first))-\(name(last))")
      range = []
    }
    for id in ids {
      let follows = range.last.map { $0.high == id.high && $0.low &+ 1 == id.low } ?? false
      if !follows || id.high == 0x4000 { close() }
      range.append(id)
    }
    close()
    return words
  }

  static func word(_ gap: Gap) -> String {
    let after = gap.after.map { name(.confirmed($0)) } ?? "start"
    let before = gap.before.map { name(.confirmed($0)) } ?? "live"
    return "\(after)..\(before)"
  }

  static func word(_ edge: Edge) -> String {
    switch edge {
    case .more: "more"
    case .gap: "gap"
    case .end: "end"
    }
  }

  static func word(_ reference: MessageReference) -> String {
    switch reference {
    case .id(let id): name(id)
    case .remote(let remote): remote.text.string
    }
  }

  /// Writes a request: `older 91 20`.
  static func words(_ request: WindowRequest) -> [String] {
    let limit = "\(request.query.limit)"
    return switch request.query.kind {
    case .newest: ["newest", limit]
    case .older(let cursor): ["older", name(cursor.position), limit]
    case .newer(let cursor): ["newer", name(cursor.position), limit]
    case .around(let target): ["around", word(target), limit]
    case .window(let lower, let upper):
      ["window", name(lower.position), name(upper.position)]
    case .outbox: ["outbox"]
    case .unsent: ["unsent"]
    }
  }

  /// Writes an action: `read:older` `scroll:7`.
  static func word(_ action: WindowAction) -> String {
    switch action {
    case .read(let request): "read:\(request.purpose)"
    case .fill(_, let gap): "fill:\(word(gap))"
    case .cancel: "cancel"
    case .evict(let head, let tail): "evict:\(head)/\(tail)"
    case .scroll(let id): "scroll:\(name(id))"
    case .scrollToEnd: "scroll:end"
    case .missing(let target): "missing:\(word(target))"
    case .wake(let time): "wake:\(time)"
    }
  }

  static func word(_ load: WindowLoad) -> String {
    switch load {
    case .idle: "idle"
    case .loading: "loading"
    case .filling: "filling"
    case .failed(let time): "failed:\(time)"
    case .exhausted: "exhausted"
    }
  }
}
