internal import MessagingCore
internal import MessagingModel

extension Checks {
  static let pages: [String: Check] = [
    "PAGE-004/taken-by-the-server": cursorOfUnsent,
    "PAGE-008/says-so": saysFound,
    "PAGE-010/bounds": limitBounds,
    "PAGE-011/refused": foreignCursor,
    "PAGE-012/five-thousand": fiveThousand,
    "REPO-023/outside-of-the-page": quoteOutside,
  ]

  private static func cursorOfUnsent(_ check: CheckContext) async throws {
    let repository = try await check.open()
    _ = try await repository.apply(check.changes("page s1@1 s2@2 to=live start", "send c1 \"a\""))
    let before = try await repository.read(Query(.newest, in: "k1", limit: 1))
    let cursor = try check.unwrap(before.messages.first, "the unsent message").cursor
    _ = try await repository.apply(check.changes("ack c1 s3@3"))
    let page = try await repository.read(Query(.older(than: cursor), in: "k1", limit: 5))
    try check.expect(
      "the page below the old cursor", page.messages.compactMap(\.remoteID?.text.string),
      is: ["s1", "s2", "s3"])
  }

  private static func saysFound(_ check: CheckContext) async throws {
    let repository = try await check.open()
    _ = try await repository.apply(check.changes("page s1@1 s2@2 to=live start"))
    for (name, isThere) in [("s1", true), ("s9", false)] {
      let page = try await repository.read(
        Query(.around(.remote(RemoteID(name))), in: "k1", limit: 2))
      try check.expect("whether \(name) was found", page.found, is: isThere)
    }
  }

  private static func limitBounds(_ check: CheckContext) async throws {
    let repository = try await check.open()
    _ = try await repository.apply(check.changes("page s1@1 s2@2 to=live start"))
    let page = try await repository.read(Query(.newest, in: "k1", limit: 1))
    let cursor = try check.unwrap(page.messages.first, "the newest message").cursor
    let kinds: [Query.Kind] = [
      .newest, .older(than: cursor), .newer(than: cursor), .around(.remote("s1")), .outbox,
      .window(from: cursor, to: cursor),
    ]
    for kind in kinds {
      for limit in [1, Limits.page] {
        _ = try await repository.read(Query(kind, in: "k1", limit: limit))
      }
      for limit in [0, -1, Limits.page + 1] {
        try await check.expectRefusal(.invalidLimit, of: "a page of \(limit)") {
          try await repository.read(Query(kind, in: "k1", limit: limit))
        }
      }
    }
  }

  private static func foreignCursor(_ check: CheckContext) async throws {
    let repository = try await check.open()
    _ = try await repository.apply(
      check.changes("page s1@1 to=live start in=k1", "page s1@1 to=live start in=k2"))
    let page = try await repository.read(Query(.newest, in: "k2", limit: 1))
    let cursor = try check.unwrap(page.messages.first, "the message").cursor
    let kinds: [(String, Query.Kind)] = [
      ("older", .older(than: cursor)), ("newer", .newer(than: cursor)),
      ("window", .window(from: cursor, to: cursor)),
    ]
    for (name, kind) in kinds {
      try await check.expectRefusal(.foreignCursor, of: "\(name) with a cursor of k2 in k1") {
        try await repository.read(Query(kind, in: "k1", limit: 5))
      }
    }
  }

  /// Walks a long conversation in pages and compares with a list that is sorted once.
  private static func fiveThousand(_ check: CheckContext) async throws {
    let repository = try await check.open()
    let places = (0..<5_000).map { number in
      ServerPosition(
        serverTime: Timestamp(milliseconds: Int64(number / 4)),
        timestamp: Timestamp(milliseconds: Int64(number % 2)), remoteID: RemoteID("m\(number)"))
    }
    for start in stride(from: 0, to: places.count, by: 1_000) {
      let messages = places[start..<(start + 1_000)].map { place in
        ReceivedMessage(
          conversation: "k1", position: place, sender: "ann", body: .text(place.remoteID.text))
      }
      let page = HistoryPage(
        conversation: "k1", messages: messages, reach: .live, reachesStart: true)
      _ = try await repository.apply([.page(page)])
    }
    let expected = places.map { place in
      (
        place.serverTime.milliseconds, place.timestamp.milliseconds,
        Array(place.remoteID.text.string.utf8)
      )
    }.sorted { left, right in
      if left.0 != right.0 { return left.0 < right.0 }
      return left.1 != right.1 ? left.1 < right.1 : left.2.lexicographicallyPrecedes(right.2)
    }.map { String(decoding: $0.2, as: UTF8.self) }
    for limit in [3, 50, 500] {
      let walked = try await walk(repository, limit: limit)
      let first = zip(walked, expected).enumerated().first { $0.element.0 != $0.element.1 }
      try check.expect(
        first == nil,
        "in pages of \(limit), message \(first?.offset ?? 0) is \(first?.element.0 ?? ""), "
          + "expected \(first?.element.1 ?? "")")
      try check.expect("the messages in pages of \(limit)", walked.count, is: expected.count)
    }
  }

  private static func walk(
    _ repository: any MessageRepository, limit: Int
  ) async throws -> [String] {
    var pages: [[String]] = []
    var query = Query(.newest, in: "k1", limit: limit)
    while pages.count <= 5_000 {
      let page = try await repository.read(query)
      pages.append(page.messages.compactMap(\.remoteID?.text.string))
      guard page.older == .more, let first = page.messages.first else { break }
      query = Query(.older(than: first.cursor), in: "k1", limit: limit)
    }
    return pages.reversed().flatMap(\.self)
  }

  private static func quoteOutside(_ check: CheckContext) async throws {
    let repository = try await check.open()
    _ = try await repository.apply(
      check.changes(
        "page s1@1 \"question\" s2@2 s3@3 to=live start", "receive s4@4 \"answer\" reply=s1"))
    let page = try await repository.read(Query(.newest, in: "k1", limit: 1))
    let answer = try check.unwrap(page.messages.first, "the answer")
    try check.expect("the quoted text", page.quote(for: answer)?.body, is: .text("question"))
  }
}
