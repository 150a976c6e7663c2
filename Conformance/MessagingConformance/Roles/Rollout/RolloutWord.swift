internal import MessagingModel
internal import MessagingTimeline

/// A message as a script writes it: `c1` is unsent, `c1=s4` is sent, `s4` is from somebody else. In
/// a page, `s4:b` adds its text, and `s4:b+read` its other fields.
struct RolloutWord: Hashable, Sendable {
  /// A difference in a message. Each one changes a different part.
  enum Mark: String, CaseIterable, Sendable {
    /// It has another position at the server.
    case moved
    /// It has another timestamp.
    case timed
    /// Its sender is bob, or the owner.
    case bob, ours
    case edited, read, liked
    /// It is in a thread, or it has an unsent change.
    case threaded, amended

    /// The part that a report names for this difference.
    var part: String {
      switch self {
      case .moved, .timed: "position"
      case .bob, .ours: "sender"
      case .edited: "version"
      case .read: "delivery"
      case .liked: "reactions"
      case .threaded: "target"
      case .amended: "unsent"
      }
    }
  }

  var client: Int?
  var remote: Int?
  var text = "a"
  var marks: Set<Mark> = []
  /// The message that it replies to; `nil` if none.
  var target: Int?

  init?(_ word: String) {
    let parts = word.split(separator: "+", omittingEmptySubsequences: false)
    var rest = parts[0]
    for name in parts.dropFirst() {
      guard let mark = Mark(rawValue: String(name)) else { return nil }
      marks.insert(mark)
    }
    if let colon = rest.firstIndex(of: ":") {
      text = String(rest[rest.index(after: colon)...])
      rest = rest[..<colon]
    }
    if let answer = rest.firstIndex(of: "^") {
      let name = rest[rest.index(after: answer)...]
      guard name.first == "s", let number = Int(name.dropFirst()) else { return nil }
      target = number
      rest = rest[..<answer]
    }
    for name in rest.split(separator: "=", omittingEmptySubsequences: false) {
      guard let number = Int(name.dropFirst()), number >= 0 else { return nil }
      switch name.first {
      case "c" where client == nil && remote == nil: client = number
      case "s" where remote == nil: remote = number
      default: return nil
      }
    }
    if client == nil, remote == nil { return nil }
  }

  /// The script form.
  var textOfWord: String {
    let name = [client.map { "c\($0)" }, remote.map { "s\($0)" }].compactMap(\.self)
    return name.joined(separator: "=") + (target.map { "^s\($0)" } ?? "")
      + (text == "a" ? "" : ":\(text)")
      + Mark.allCases.filter(marks.contains).map { "+\($0)" }.joined()
  }

  static func position(_ remote: Int) -> ServerPosition {
    let time = Timestamp(milliseconds: Int64(remote))
    return ServerPosition(serverTime: time, timestamp: time, remoteID: RemoteID("s\(remote)"))
  }

  var id: MessageID {
    client.map { MessageID(high: 0, low: UInt64($0)) }
      ?? MessageID(high: 1, low: UInt64(remote ?? 0))
  }

  static func name(_ id: MessageID) -> String { "\(id.high == 0 ? "c" : "s")\(id.low)" }
  static func name(_ id: RowID) -> String { id.message.map(name) ?? "marker" }

  func message(sequence: Int64) -> Message {
    let sent: DeliveryState = marks.contains(.read) ? .read : .sent
    let author: ParticipantID = client == nil ? "ann" : "me"
    let reaction = Reaction(participant: "bob", key: "+")
    let change = Dependent(
      id: MessageID(high: 2, low: 0), action: .react("+"), sequence: sequence)
    return Message(
      id: id, conversation: "k1", sender: marks.contains(.bob) ? "bob" : author,
      isOutgoing: client != nil || marks.contains(.ours),
      position: remote.map { .confirmed(position($0)) } ?? .unconfirmed(sequence: sequence),
      timestamp: Timestamp(milliseconds: marks.contains(.timed) ? 2 : 1),
      body: .text(ExactString(text)), version: marks.contains(.edited) ? .original : nil,
      replyTo: target.map { .remote(RemoteID("s\($0)")) },
      threadRoot: marks.contains(.threaded) ? .remote("s1") : nil,
      reactions: marks.contains(.liked) ? [reaction] : [],
      delivery: remote == nil ? .sending : sent,
      dependents: marks.contains(.amended) ? [change] : [])
  }

  private func position(_ remote: Int) -> ServerPosition {
    var time = Self.position(remote).serverTime
    if marks.contains(.moved) { time = Timestamp(milliseconds: time.milliseconds + 1) }
    return ServerPosition(
      serverTime: time, timestamp: Self.position(remote).timestamp,
      remoteID: RemoteID("s\(remote)"))
  }

  func row(sequence: Int64) -> TimelineItem {
    TimelineItem(
      id: .message(id), content: .message(MessageRow(message: message(sequence: sequence))))
  }
}

/// A page as a script writes it.
struct RolloutPage: Hashable, Sendable {
  var words: [RolloutWord] = []
  /// The text of each quoted message, by its number.
  var quotes: [Int: String] = [:]
  var revision = 1
  var isLast = false
  /// Whether the page reports a gap above it.
  var hasGap = false

  var read: PageRead {
    var snapshot = Snapshot(
      revision: Revision(Int64(revision)),
      messages: words.enumerated().map { $1.message(sequence: Int64($0)) },
      gaps: hasGap ? [Gap(after: nil, before: RolloutWord.position(0))] : [],
      older: isLast ? .end : .more, newer: .more)
    for (number, text) in quotes {
      var quoted = RolloutWord("s\(number)")
      quoted?.text = text
      snapshot.quotes[.remote(RemoteID("s\(number)"))] = quoted?.message(sequence: 0)
    }
    return .page(snapshot)
  }
}
