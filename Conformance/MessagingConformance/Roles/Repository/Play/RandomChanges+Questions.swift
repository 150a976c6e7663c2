internal import MessagingModel

extension RandomChanges {
  /// The queries for a store after random changes: every kind of page of a conversation, above,
  /// below and at the edges of what is stored.
  ///
  /// - Parameter hasThreads: whether to include pages of threads.
  static func questions(of chat: ConversationID, hasThreads: Bool) -> [Query] {
    let places = [2, 5].map { number in
      PageCursor(conversation: chat, position: .confirmed(place(number)))
    }
    let tail = PageCursor(conversation: chat, position: .unconfirmed(sequence: 2))
    let scopes: [MessageScope] =
      hasThreads
      ? [.withoutReplies, .thread(.remote("s1")), .thread(.id(id(1))), .thread(.remote("s3"))] : []
    return [
      everything(in: chat),
      Query(.newest, in: chat, limit: 2),
      Query(.newest, in: chat, limit: 2, crossesGaps: true),
      Query(.older(than: places[1]), in: chat, limit: 2),
      Query(.older(than: tail), in: chat, limit: 3, crossesGaps: true),
      Query(.newer(than: places[0]), in: chat, limit: 2),
      Query(.newer(than: places[0]), in: chat, limit: 3, crossesGaps: true),
      Query(.around(.remote("s4")), in: chat, limit: 3),
      Query(.around(.id(id(2))), in: chat, limit: 4, crossesGaps: true),
      Query(.window(from: places[0], to: places[1]), in: chat, limit: 3),
      Query(.window(from: places[0], to: tail), in: chat, limit: 100),
      Query(.outbox, in: chat, limit: 1),
      Query(.outbox, in: chat, limit: 2),
      Query(.outbox, in: nil, limit: 1),
      Query(.outbox, in: nil, limit: 2),
      Query(.outbox, in: nil, limit: 100),
    ]
      + scopes.flatMap { scope in
        [
          Query(.newest, in: chat, limit: 100, crossesGaps: true, scope: scope),
          Query(.newest, in: chat, limit: 2, scope: scope),
          Query(.older(than: places[1]), in: chat, limit: 2, scope: scope),
          Query(.older(than: tail), in: chat, limit: 3, crossesGaps: true, scope: scope),
          Query(.newer(than: places[0]), in: chat, limit: 2, scope: scope),
          Query(.around(.remote("s4")), in: chat, limit: 3, scope: scope),
          Query(.window(from: places[0], to: tail), in: chat, limit: 3, scope: scope),
        ]
      }
  }

  /// Everything that a screen could show of a conversation.
  static func everything(in chat: ConversationID) -> Query {
    Query(.newest, in: chat, limit: 100, crossesGaps: true)
  }
}
