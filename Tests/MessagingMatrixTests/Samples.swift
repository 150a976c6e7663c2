import Foundation
import MessagingModel

@testable import MessagingMatrix

/// Events as a server would list them.
enum Samples {
  static let room: ConversationID = "!k1:example.org"
  static let me: ParticipantID = "@me:example.org"
  static let ann: ParticipantID = "@ann:example.org"

  static func event(
    _ id: String, type: String = "m.room.message", by sender: ParticipantID = ann,
    at time: Int64 = 1_000, _ content: JSON, _ more: [ExactString: JSON] = [:]
  ) -> JSON {
    var event: [ExactString: JSON] = [
      "event_id": .string(ExactString(id)), "type": .string(ExactString(type)),
      "sender": .string(sender.text), "origin_server_ts": .integer(time), "content": content,
    ]
    event.merge(more) { _, new in new }
    return .object(event)
  }

  static func text(
    _ id: String, _ text: String, by sender: ParticipantID = ann, at time: Int64 = 1_000,
    _ more: [ExactString: JSON] = [:]
  ) -> JSON {
    event(
      id, by: sender, at: time, ["msgtype": "m.text", "body": .string(ExactString(text))], more)
  }

  static func edit(
    _ id: String, of target: String, to text: String, by sender: ParticipantID = ann,
    at time: Int64 = 2_000
  ) -> JSON {
    event(
      id, by: sender, at: time,
      [
        "msgtype": "m.text", "body": .string(ExactString("* \(text)")),
        "m.new_content": ["msgtype": "m.text", "body": .string(ExactString(text))],
        "m.relates_to": ["rel_type": "m.replace", "event_id": .string(ExactString(target))],
      ])
  }

  static func reaction(
    _ id: String, to target: String, _ key: String = "👍", by sender: ParticipantID = ann,
    at time: Int64 = 2_000
  ) -> JSON {
    event(
      id, type: "m.reaction", by: sender, at: time,
      [
        "m.relates_to": [
          "rel_type": "m.annotation", "event_id": .string(ExactString(target)),
          "key": .string(ExactString(key)),
        ]
      ])
  }

  static func redaction(
    _ id: String, of target: String, by sender: ParticipantID = ann, at time: Int64 = 3_000
  ) -> JSON {
    event(
      id, type: "m.room.redaction", by: sender, at: time, [:],
      ["redacts": .string(ExactString(target))])
  }

  static func items(_ events: [JSON], book: MatrixBook = MatrixBook(file: nil)) -> [SyncItem] {
    var timeline = MatrixTimeline(room, owner: me, book: book)
    timeline.read(events)
    return timeline.items
  }

  static func message(_ event: JSON) -> ReceivedMessage? {
    guard case .message(let message)? = items([event]).first else { return nil }
    return message
  }

  static func relation(
    to target: RemoteID, by author: ParticipantID = ann, _ action: Relation.Action,
    _ version: Version = .original
  ) -> SyncItem {
    .relation(
      Relation(
        conversation: room, target: .remote(target), author: author, version: version,
        action: action))
  }

  static func json(_ text: String) throws -> JSON { try JSONReader.read(Data(text.utf8)) }
}
