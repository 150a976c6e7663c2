package import MessagingModel

/// A conversation of any length in closed form. The same formulas always give the same rows.
///
/// Message *i* of *n*, from 0:
/// - height `44 + 3 · (37 i mod 101)` points: 44 to 344;
/// - kind by `i mod 20`: 0–11 text, 12–14 photo, 15–16 audio, 17 payment, 18 system, 19 an answer
///   to message `i − 1 − (3 i mod 19)`;
/// - sender by `7 i mod 3`: me, ann, bob;
/// - server time equal to the timestamp: `i div 4` minutes plus `i div 125` days, so that four
///   messages share a time and a day begins every 125 messages;
/// - remote id `m` and *i* in at least four digits, so that the messages are ordered by *i*.
///
/// The last ``pendingCount`` messages are sent by the owner, whatever the formula says. They are
/// sent with the id (`0x5000`, *i*). The server takes them in the order
/// `11 k mod pendingCount`.
package struct LongConversation: Hashable, Sendable {
  package let count: Int
  package let pendingCount: Int
  package let conversation: ConversationID

  /// The 5,000 messages of the golden file.
  package static let golden = LongConversation(count: 5_000, pendingCount: 25)

  /// - Parameter pendingCount: not a multiple of 11, so that ``promotions`` contains each message.
  package init(count: Int, pendingCount: Int, conversation: ConversationID = "k1") {
    precondition(
      (0...count).contains(pendingCount) && (pendingCount == 0 || pendingCount % 11 != 0),
      "\(pendingCount) of \(count) messages cannot be pending")
    self.count = count
    self.pendingCount = pendingCount
    self.conversation = conversation
  }

  /// The height of a row in points.
  package func height(_ index: Int) -> Int { 44 + 3 * (37 * index % 101) }

  /// The height of all rows together in points, without gaps between them.
  package var totalHeight: Int { (0..<count).reduce(0) { $0 + height($1) } }

  package func position(_ index: Int) -> ServerPosition {
    let minutes = Int64(index / 4) * 60_000
    let time = Timestamp(milliseconds: Int64(index / 125) * 86_400_000 + minutes)
    return ServerPosition(serverTime: time, timestamp: time, remoteID: remoteID(index))
  }

  package func remoteID(_ index: Int) -> RemoteID {
    let digits = String(index)
    return RemoteID("m\(String(repeating: "0", count: max(0, 4 - digits.utf8.count)))\(digits)")
  }

  package func isPending(_ index: Int) -> Bool { index >= count - pendingCount }

  /// The key of a pending message.
  package func key(_ index: Int) -> MessageKey {
    MessageKey(conversation, MessageID(high: 0x5000, low: UInt64(index)))
  }

  package func sender(_ index: Int) -> ParticipantID {
    isPending(index) ? "me" : (["me", "ann", "bob"] as [ParticipantID])[7 * index % 3]
  }

  package func body(_ index: Int) -> Body {
    switch index % 20 {
    case 12...14: file(.photo, index, "jpg", width: 320, height: height(index))
    case 15, 16: file(.audio, index, "m4a", width: 0, height: 0)
    case 17: .payment(Body.Payment(amount: Int64(index) * 100, currency: "EUR"))
    case 18: .system(ExactString("Event \(index)"))
    case 19: .text(ExactString("Answer \(index)"))
    default: .text(ExactString("Message \(index)"))
    }
  }

  package func replyTo(_ index: Int) -> MessageReference? {
    guard index % 20 == 19 else { return nil }
    let target = index - 1 - 3 * index % 19
    return isPending(target) ? .id(key(target).id) : .remote(remoteID(target))
  }

  private func file(
    _ kind: Body.Media.Kind, _ index: Int, _ ending: String, width: Int, height: Int
  ) -> Body {
    .media(
      Body.Media(
        kind: kind,
        attachments: [
          Attachment(
            remote: ExactString("https://media.example/\(remoteID(index)).\(ending)"),
            byteCount: 1_000 + index, width: width, height: height)
        ]))
  }
}

extension LongConversation {
  /// Returns a message of the history.
  package func received(_ index: Int) -> ReceivedMessage {
    ReceivedMessage(
      conversation: conversation, position: position(index), sender: sender(index),
      body: body(index), replyTo: replyTo(index))
  }

  /// The changes before the server takes a pending message: the history, then the unsent messages.
  package var arrivals: [Change] {
    (0..<(count - pendingCount)).map { .receive(received($0)) }
      + ((count - pendingCount)..<count).map { index in
        .enqueue(
          OutgoingMessage(
            key: key(index), timestamp: position(index).timestamp, body: body(index),
            replyTo: replyTo(index)))
      }
  }

  /// The acknowledgements of the pending messages, in the order in which the server takes them.
  package var promotions: [Change] {
    (0..<pendingCount).map { turn in
      let index = count - pendingCount + turn * 11 % pendingCount
      return .acknowledge(key(index), position(index))
    }
  }

  /// Returns the history as pages from the newest to the oldest. Each reaches up to the page above
  /// it.
  package func pages(of size: Int) -> [Change] {
    let confirmed = count - pendingCount
    return stride(from: confirmed, to: 0, by: -size).map { end in
      let start = max(0, end - size)
      return .page(
        HistoryPage(
          conversation: conversation, messages: (start..<end).map(received),
          reach: end == confirmed ? .live : .position(position(end)), reachesStart: start == 0,
          token: start == 0 ? nil : GapToken("before \(start)")))
    }
  }
}
