internal import MessagingCore
internal import MessagingModel

extension Checks {
  static let order: [String: Check] = [
    "ORDER-007/every-field": everyField,
    "ORDER-010/equal-orders": equalOrders,
    "ORDER-013/one-too-many": oneTooMany,
  ]

  private static func everyField(_ check: CheckContext) async throws {
    let repository = try await check.open()
    let steps = [
      "receive s1=c1@1 \"look\" file=a.jpg by=me",
      "receive s1=c1@1 \"look\" file=b.jpg by=me version=2",
      "receive s1=c1@1 \"look again\" file=b.jpg by=me version=3",
      "react s1 \"👍\" by=bob",
      "status s1 read",
      "amend d1 c1 react \"❤\"",
    ]
    var known: Message?
    for step in steps {
      _ = try await repository.apply(check.changes(step))
      let page = try await repository.read(Query(.newest, in: "k1", limit: 1))
      let message = try check.unwrap(page.messages.first, "the message")
      if let known {
        try check.expect("the identity after '\(step)'", message.id, is: known.id)
        try check.expect(message != known, "after '\(step)' the row equals the one before")
      }
      known = message
    }
  }

  private static func equalOrders(_ check: CheckContext) async throws {
    let repository = try await check.open()
    let edits = ["a", "b"]
    for (conversation, order) in [("k1", edits), ("k2", edits.reversed())] {
      _ = try await repository.apply(check.changes("receive s1@1 \"first\" in=\(conversation)"))
      for name in order {
        let relation = Relation(
          conversation: ConversationID(conversation), target: .remote("s1"), author: "ann",
          version: Version(order: 1, id: ExactString(name)),
          action: .edit(.text(ExactString(name))))
        _ = try await repository.apply([.relate(relation)])
      }
      try check.expect(
        "the text after \(order.joined(separator: ", then "))",
        try await check.observe("text s1 in=\(conversation)", of: repository), is: "\"b\"")
    }
  }

  private static func oneTooMany(_ check: CheckContext) async throws {
    let repository = try await check.open()
    for number in 1...(Limits.waiting + 1) {
      let relation = Relation(
        conversation: "k1", target: .remote("s1"), author: ParticipantID("p\(number)"),
        version: Version(order: Int64(number)), action: .react("👍"))
      let commit = try await repository.apply([.relate(relation)])
      try check.expect(
        "the notices of reaction \(number)", commit.notices.map(\.code.rawValue),
        is: number > Limits.waiting ? ["waiting-dropped"] : [])
    }
    _ = try await repository.apply(check.changes("receive s1@1 \"hello\""))
    let page = try await repository.read(Query(.newest, in: "k1", limit: 1))
    let people = Set(page.messages.flatMap(\.reactions).map(\.participant))
    try check.expect("the reactions that waited", people.count, is: Limits.waiting)
    try check.expect(!people.contains("p1"), "the oldest reaction was kept, a newer one dropped")
  }
}
