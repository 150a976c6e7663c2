internal import MessagingModel
internal import MessagingTimeline

/// A message as a script writes it: `c1` unsent, `c1=s4` sent, `s4` of somebody else; in a page
/// with what it says, `s4:b`, and with what is known of it, `s4:b+read`.
struct RolloutWord: Hashable, Sendable {
  var client: Int?
  var remote: Int?
  var text = "a"
  var isRead = false
  /// The message that it answers to.
  var target: Int?

  init?(_ word: String) {
    var rest = word[...]
    if rest.hasSuffix("+read") {
      isRead = true
      rest = rest.dropLast(5)
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

  /// As it is written.
  var textOfWord: String {
    let name = [client.map { "c\($0)" }, remote.map { "s\($0)" }].compactMap(\.self)
    return name.joined(separator: "=") + (target.map { "^s\($0)" } ?? "")
      + (text == "a" ? "" : ":\(text)") + (isRead ? "+read" : "")
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
    let sent: DeliveryState = isRead ? .read : .sent
    return Message(
      id: id, conversation: "k1", sender: client == nil ? "ann" : "me",
      isOutgoing: client != nil,
      position: remote.map { .confirmed(Self.position($0)) } ?? .unconfirmed(sequence: sequence),
      timestamp: Timestamp(milliseconds: 1), body: .text(ExactString(text)),
      replyTo: target.map { .remote(RemoteID("s\($0)")) },
      delivery: remote == nil ? .sending : sent)
  }

  func row(sequence: Int64) -> TimelineItem {
    TimelineItem(
      id: .message(id), content: .message(MessageRow(message: message(sequence: sequence))))
  }
}

/// A page as a script writes it.
struct RolloutPage: Hashable, Sendable {
  var words: [RolloutWord] = []
  /// What the messages quote, by the number of the quoted one.
  var quotes: [Int: String] = [:]
  var revision = 1
  var isLast = false

  var read: PageRead {
    var snapshot = Snapshot(
      revision: Revision(Int64(revision)),
      messages: words.enumerated().map { $1.message(sequence: Int64($0)) },
      older: isLast ? .end : .more, newer: .more)
    for (number, text) in quotes {
      var quoted = RolloutWord("s\(number)")
      quoted?.text = text
      snapshot.quotes[.remote(RemoteID("s\(number)"))] = quoted?.message(sequence: 0)
    }
    return .page(snapshot)
  }
}
