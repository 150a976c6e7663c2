internal import MessagingModel

// Reads the responses of the server.

/// A response to `/sync`.
struct MatrixNews {
  let parts: [ConversationPart]
  let next: SyncToken
  let reverted: [ConversationID: [MatrixTimeline.Reverted]]
  /// Everybody who is typing, for each room in which that changed.
  let typing: [ConversationID: Set<ParticipantID>]

  /// Whether it says nothing but how far it goes.
  var isEmpty: Bool { parts.isEmpty && reverted.isEmpty && typing.isEmpty }

  /// Who sent the messages of a room.
  func writers(in room: ConversationID) -> [ParticipantID] {
    parts.filter { $0.conversation == room }.flatMap(\.items).compactMap { item in
      if case .message(let message) = item { message.sender } else { nil }
    }
  }

  /// - Returns: `nil` if the response cannot be interpreted.
  init?(_ json: JSON, owner: ParticipantID, book: MatrixBook) {
    guard let next = json["next_batch"]?.string, next.byteCount > 0 else { return nil }
    self.next = SyncToken(next)
    var parts: [ConversationPart] = []
    var reverted: [ConversationID: [MatrixTimeline.Reverted]] = [:]
    var typing: [ConversationID: Set<ParticipantID>] = [:]
    var named: Set<ConversationID> = []
    for kind: ExactString in ["join", "leave"] {
      let rooms = json["rooms"]?[kind]?.object ?? [:]
      for (name, room) in rooms.sorted(by: { $0.key < $1.key }) {
        guard let id = MatrixNames.room(name), named.insert(id).inserted else { continue }
        var timeline = MatrixTimeline(id, owner: owner, book: book)
        timeline.read(room["timeline"]?["events"]?.array ?? [])
        for event in room["ephemeral"]?["events"]?.array ?? [] {
          switch event["type"]?.string {
          case "m.receipt": timeline.read(receipts: event["content"])
          case "m.typing":
            let people = event["content"]?["user_ids"]?.array ?? []
            typing[id] = Set(people.compactMap { MatrixNames.user($0) })
          case _: break
          }
        }
        if !timeline.reverted.isEmpty { reverted[id] = timeline.reverted }
        let start = MatrixNews.start(of: room["timeline"], begins: timeline.begins)
        if start == .continues, timeline.items.isEmpty { continue }
        parts.append(ConversationPart(id, start, items: timeline.items))
      }
    }
    self.parts = parts
    self.reverted = reverted
    self.typing = typing
  }

  private static func start(of timeline: JSON?, begins: Bool) -> ConversationPart.Start {
    if begins { return .begins }
    guard timeline?["limited"]?.bool == true else { return .continues }
    return .limited(timeline?["prev_batch"]?.string.flatMap(GapToken.init(matrix:)))
  }
}

extension GapToken {
  /// Reads a token; `nil` if a store cannot keep it.
  init?(matrix text: ExactString) {
    guard (1...Limits.name).contains(text.byteCount) else { return nil }
    self.init(text)
  }
}

extension HistoryAnswer {
  /// Reads a response to `/messages` with direction backwards.
  ///
  /// - Returns: `nil` if the response cannot be interpreted.
  init?(matrix json: JSON, in timeline: inout MatrixTimeline) {
    guard let chunk = json["chunk"]?.array else { return nil }
    timeline.read(chunk.reversed())
    var messages: [ReceivedMessage] = []
    var relations: [Relation] = []
    for item in timeline.items {
      switch item {
      case .message(let message): messages.append(message)
      case .relation(let relation): relations.append(relation)
      case .unreadable: break
      }
    }
    let end = json["end"]?.string
    let isStart = timeline.begins || end == nil
    self.init(
      conversation: timeline.room, messages: messages, relations: relations,
      below: isStart ? .start : .more(end.flatMap(GapToken.init(matrix:))))
  }
}
