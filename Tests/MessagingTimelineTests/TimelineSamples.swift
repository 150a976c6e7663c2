import MessagingModel

import struct MessagingConformance.SeededRandom

@testable import MessagingTimeline

/// Rows and messages for the tests of timelines.
enum TimelineSamples {
  static let me: ParticipantID = "me"
  static let chat: ConversationID = "k1"

  static func place(_ number: Int) -> ServerPosition {
    let digits = String(number)
    let time = Timestamp(milliseconds: Int64(number) * 60_000)
    let zeros = String(repeating: "0", count: max(0, 6 - digits.utf8.count))
    return ServerPosition(
      serverTime: time, timestamp: time, remoteID: RemoteID("m\(zeros)\(number)"))
  }

  static func id(_ number: Int) -> MessageID { MessageID(high: 1, low: UInt64(number)) }

  /// A confirmed message; its number is its place.
  static func message(
    _ number: Int, from sender: ParticipantID = "ann", _ text: String = "hello"
  ) -> Message {
    Message(
      id: id(number), conversation: chat, sender: sender, isOutgoing: sender == me,
      position: .confirmed(place(number)), timestamp: place(number).timestamp,
      body: .text(ExactString(text)), version: .original, delivery: .sent)
  }

  static func pending(_ number: Int, sequence: Int64) -> Message {
    var message = message(number, from: me)
    message.position = .unconfirmed(sequence: sequence)
    message.version = nil
    message.delivery = .sending
    return message
  }

  static func row(_ number: Int, _ text: String = "hello") -> TimelineItem {
    TimelineItem(
      id: .message(id(number)), content: .message(MessageRow(message: message(number, text))))
  }

  static func timeline(_ rows: [TimelineItem], version: Int64 = 1) -> Timeline {
    Timeline(version: version, rows: rows)
  }

  /// The same rows, none of them shared with anything.
  static func apart(_ timeline: Timeline) -> Timeline {
    Timeline(
      version: timeline.version,
      rows: timeline.map { TimelineItem(id: $0.id, content: $0.content) },
      reachesEnd: timeline.reachesEnd)
  }

  /// A few changes of a timeline, which share with it what they leave alone.
  static func edited(
    _ old: Timeline, _ random: inout SeededRandom, edits: Int, ids: Int
  ) -> Timeline {
    var rows = old.enumerated().map { (item: $1, origin: $0) }
    for _ in 0..<edits {
      let place = random.below(rows.count + 1)
      switch random.below(6) {
      case 0, 1:
        let count = random.chance(1, of: 8) ? 50 : 1
        for number in (0..<count).map({ _ in random.below(ids) })
        where !rows.contains(where: { $0.item.id == .message(id(number)) }) {
          rows.insert((row(number), -1), at: place)
        }
      case 2 where place < rows.count:
        let count = random.chance(1, of: 8) ? 50 : 1
        rows.removeSubrange(place..<min(rows.count, place + count))
      case 3 where place < rows.count:
        let moved = rows.remove(at: place)
        rows.insert(moved, at: random.below(rows.count + 1))
      case 4 where place < rows.count:
        guard let number = rows[place].item.id.message?.low else { continue }
        rows[place] = (row(Int(number), "edited \(random.below(3))"), -1)
      case 5 where random.chance(1, of: 10):
        let cut = random.below(rows.count + 1)
        rows = Array(rows[cut...] + rows[..<cut])
      default: break
      }
    }
    return Timeline(
      version: old.version + 1,
      store: RowStore(rows.map(\.item), origins: rows.map(\.origin), in: old.store),
      reachesEnd: true, unread: .none)
  }
}
