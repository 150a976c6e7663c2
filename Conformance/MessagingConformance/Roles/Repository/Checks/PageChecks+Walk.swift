internal import MessagingCore
internal import MessagingModel

extension PageChecks {
  /// Reads 5,000 messages, seven with each time, page by page from the newest down.
  static func fiveThousand(_ context: CheckContext) async throws {
    let repository = try await context.open()
    let count = context.long(5_000)
    let places = (0..<count).map { number in
      Place(time: Int64(number / 7), name: "m\(number)")
    }
    // The stride and 5,000 have no common factor, so each message is visited once, out of order.
    let disorder = (0..<count).map { places[$0 * 1_237 % count] }
    for start in stride(from: 0, to: count, by: count / 5) {
      let messages = disorder[start..<start + count / 5].map { place in
        ReceivedMessage(place.name, at: place.time, .text(place.name))
      }
      let page = HistoryPage(
        conversation: ScriptNames.conversation, messages: messages, reach: .live,
        reachesStart: true)
      _ = try await repository.apply([.page(page)])
      context.heartbeat.beat()
    }
    let expected = places.sorted(by: Place.isBelow)
    if context.has(.receipts), let newest = expected.last {
      // Mark all as read, so that no read has to count unread messages.
      let relation = Relation(
        conversation: ScriptNames.conversation, target: .remote(RemoteID(newest.name)),
        author: context.environment.owner, action: .receipt(0))
      _ = try await repository.apply([.relate(relation)])
    }
    for size in [7, 50, 500] {
      let walked = try await walk(
        repository, size: size, atMost: places.count, context.heartbeat)
      try compare(walked, with: expected.map(\.name), size: size)
    }
  }

  /// A position, compared in the simplest way.
  private struct Place {
    let time: Int64
    let name: String

    static func isBelow(_ left: Place, _ right: Place) -> Bool {
      left.time != right.time
        ? left.time < right.time : left.name.utf8.lexicographicallyPrecedes(right.name.utf8)
    }
  }

  private static func walk(
    _ repository: any MessageRepository, size: Int, atMost count: Int, _ heartbeat: Heartbeat
  ) async throws -> [String] {
    var pages: [[String]] = []
    var kind = Query.Kind.newest
    // Bound the number of reads, in case the pages do not advance.
    for _ in 0...count {
      let page = try await repository.read(
        Query(kind, in: ScriptNames.conversation, limit: size))
      guard let lowest = page.messages.first else { break }
      pages.append(names(page))
      heartbeat.beat()
      if page.older == .end { break }
      kind = .older(than: lowest.cursor)
    }
    return pages.reversed().flatMap(\.self)
  }

  private static func compare(_ walked: [String], with expected: [String], size: Int) throws {
    guard walked != expected else { return }
    // Compare from the newest down, in the order of the reads.
    let alike = zip(walked.reversed(), expected.reversed()).prefix { $0 == $1 }.count
    let place = "message \(alike + 1) from the newest"
    let found = walked.dropLast(alike).last ?? "nothing"
    let wanted = expected.dropLast(alike).last ?? "nothing"
    throw Violation(
      "in pages of \(size), \(place) is \(found), expected \(wanted); \(walked.count) messages "
        + "were read, expected \(expected.count)",
      comparison: Comparison(expected: [wanted], actual: [found]))
  }
}
