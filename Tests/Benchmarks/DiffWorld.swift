import MessagingModel
import MessagingTimeline

/// A long conversation with real text, and what may happen to it.
struct DiffWorld {
  private static let me: ParticipantID = "participant-me"
  private static let people: [ParticipantID] = [me, "participant-ann", "participant-bob"]
  private static let words = [
    "station", "seven", "tomorrow", "photographs", "grandmother", "bicycle", "the", "we", "or so",
    "nobody", "https://example.org/map", "bring", "umbrella", "half past", "garden", "maybe",
  ]

  /// Oldest first; the last 25 are unsent.
  var messages: [Message]
  /// The builder's, of these messages.
  let timeline: Timeline

  init(_ count: Int) {
    messages = (0..<count).map { DiffWorld.message($0, of: count) }
    timeline = DiffWorld.rows(messages, after: .empty)
  }

  /// The rows of other messages, as the builder makes them from these.
  func next(_ change: (inout [Message]) -> Void) -> Timeline {
    var changed = messages
    change(&changed)
    return DiffWorld.rows(changed, after: timeline)
  }

  static func rows(_ messages: [Message], after previous: Timeline) -> Timeline {
    let snapshot = Snapshot(
      revision: .zero, messages: messages,
      receipts: [
        Receipt(
          conversation: chatID, participant: me, upTo: .confirmed(place(1 << 40)), readAt: 0)
      ], older: .more, newer: .end)
    return TimelineBuilder().timeline(of: snapshot, TimelineInput(owner: me), after: previous)
  }

  private static let chatID: ConversationID = "conversation-0001"

  static func place(_ number: Int) -> ServerPosition {
    let time = Timestamp(milliseconds: 1_700_000_000_000 + Int64(number) * 60_000)
    return ServerPosition(
      serverTime: time, timestamp: time, remoteID: RemoteID("transaction-\(number)"))
  }

  static func message(_ number: Int, of count: Int) -> Message {
    let isUnsent = number >= count - 25 && number < count
    let sender = isUnsent ? me : people[(number & 0xFFFF) * 7 % 3]
    let length = 4 + (number & 0xFFFF) * 11 % 30
    let text = (0..<length).map { words[((number & 0xFFFF) * 5 + $0 * 3) % words.count] }
    let place = place(number)
    return Message(
      id: MessageID(
        high: 0xC0FFEE, low: UInt64(bitPattern: Int64(number)) &* 0x9E37_79B9_7F4A_7C15),
      conversation: chatID, sender: sender, isOutgoing: sender == me,
      position: isUnsent ? .unconfirmed(sequence: Int64(number)) : .confirmed(place),
      timestamp: place.timestamp, body: .text(ExactString(text.joined(separator: " "))),
      version: isUnsent ? nil : .original, delivery: isUnsent ? .sending : .delivered)
  }
}

/// A change, and what it is called.
struct DiffChange {
  let name: String
  let old: Timeline
  let new: Timeline

  /// The six changes that happen all the time.
  static func six(_ world: DiffWorld) -> [DiffChange] {
    let count = world.messages.count
    let changes: [(String, (inout [Message]) -> Void)] = [
      ("prepend 50", { $0.insert(contentsOf: messages(-50..<0, count), at: 0) }),
      ("append 1", { $0.append(contentsOf: messages((count + 1)..<(count + 2), count)) }),
      ("one delivery state", { $0[count / 3].delivery = .read }),
      ("unsent to sent, with a move", { sendOne(&$0) }),
      ("swap of two", { swapTwo(&$0) }),
      ("insert in the middle", { insertInTheMiddle(&$0) }),
    ]
    return changes.map { DiffChange(name: $0.0, old: world.timeline, new: world.next($0.1)) }
  }

  private static func messages(_ numbers: Range<Int>, _ count: Int) -> [Message] {
    numbers.map { DiffWorld.message($0, of: count) }
  }

  /// The one before the last of 25 gets its place, below the others.
  private static func sendOne(_ messages: inout [Message]) {
    var message = messages.remove(at: messages.count - 2)
    message.position = .confirmed(DiffWorld.place(messages.count))
    (message.version, message.delivery) = (.original, .sent)
    messages.insert(message, at: messages.count - 24)
  }

  private static func swapTwo(_ messages: inout [Message]) {
    let (one, other) = (messages.count / 5, messages.count / 5 * 4)
    let position = messages[one].position
    messages[one].position = messages[other].position
    messages[other].position = position
    messages.swapAt(one, other)
  }

  private static func insertInTheMiddle(_ messages: inout [Message]) {
    let middle = messages.count / 2
    var message = DiffWorld.message(messages.count + 1, of: messages.count)
    let below = messages[middle - 1].position.confirmed?.serverTime.milliseconds ?? 0
    let time = Timestamp(milliseconds: below + 1)
    message.position = .confirmed(
      ServerPosition(serverTime: time, timestamp: time, remoteID: "transaction-between"))
    messages.insert(message, at: middle)
  }
}

extension Timeline {
  /// The same rows, none of them shared with another timeline.
  var apart: Timeline {
    Timeline(
      version: version, rows: map { TimelineItem(id: $0.id, content: $0.content) },
      reachesEnd: reachesEnd)
  }
}
