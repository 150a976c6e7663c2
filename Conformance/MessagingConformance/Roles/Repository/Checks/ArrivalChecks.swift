internal import MessagingCore
internal import MessagingModel

/// What the network tells ends alike in every order.
enum ArrivalChecks {
  /// Random news about two messages of the owner, which are still unsent, and two of somebody else:
  /// copies and echoes, acknowledgements, edits, deletions, reactions, receipts and states.
  static func anyOrder(_ context: CheckContext) async throws {
    try await context.tryHistories(120) { seed, number in
      let name = "ORDER-014/\(number)"
      var random = SeededRandom(seed: seed, stream: name)
      var lines = beginning
      for _ in 0..<(3 + random.below(6)) { lines.append(news(&random)) }
      let history = RandomHistory(
        name: "news \(number) of seed \(seed)", lines: lines, settings: beginning.count)
      try await history.tryOut { try await compare($0, seed, context) }
      await context.heartbeat.pause()
    }
  }

  private static let beginning = [
    "page empty to=live start", "send c1 \"m1 v0\"", "send c2 \"m2 v0\"",
  ]

  private static func news(_ random: inout SeededRandom) -> String {
    let number = 1 + random.below(4)
    let version = 1 + random.below(3)
    let isOwn = number <= 2
    let author = isOwn ? "me" : "ann"
    switch random.below(14) {
    case 0..<4:
      let id = isOwn && random.chance(1, of: 2) ? "=c\(number)" : ""
      // The answer to a request has another time than the echo.
      let time = isOwn ? 20 * number - 5 : 10 * number - 20
      return "receive s\(number)\(id)@\(time) \"m\(number) v\(version)\" by=\(author) "
        + "version=\(version)"
    case 4, 5:
      let own = 1 + random.below(2)
      return "ack c\(own) s\(own)@\(90 + own)"
    case 6..<9:
      let reader = ["ann", "bob", "me"][random.below(3)]
      return "receipt s\(number) by=\(reader) @\(40 + number)"
    case 9:
      return "edit s\(number) \"m\(number) v\(version + 3)\" version=\(version + 3) by=\(author)"
    case 10:
      return "\(version == 2 ? "un" : "")react s\(number) \"+\" by=bob version=\(version)"
    case 11: return "delete s\(number) version=9 by=\(author)"
    case 12: return "delete s\(number) version=9 by=\(author) remove"
    default: return "status s\(number) \(random.chance(1, of: 2) ? "delivered" : "read")"
    }
  }

  /// Compares the written order with two others, which depend on the lines alone, so that they
  /// stay while a history is shrunk.
  private static func compare(
    _ lines: [String], _ seed: UInt64, _ context: CheckContext
  ) async throws {
    let news = Array(lines.dropFirst(beginning.count))
    let written = try await end(lines, context)
    for order in ["one", "another"] {
      let ranks = news.map { line in
        var random = SeededRandom(seed: seed, stream: "\(order)/\(line)")
        return random.below(1_000_000)
      }
      let other = news.indices.sorted { (ranks[$0], $0) < (ranks[$1], $1) }.map { news[$0] }
      let found = try await end(beginning + other, context)
      guard found != written else { continue }
      throw Violation(
        "in the order \(other.joined(separator: " · ")) it ends in another state",
        comparison: Comparison(expected: written, actual: found))
    }
  }

  /// What is read after all of the lines.
  private static func end(_ lines: [String], _ context: CheckContext) async throws -> [String] {
    let repository = try await context.elsewhere().open()
    for line in lines {
      let changes = try context.changes(line)
      do throws(RepositoryError) {
        _ = try await repository.apply(changes)
      } catch {
        // A receipt or a state of what is not there is kept, and nothing here has no meaning.
        throw Violation("\"\(line)\" was refused: \(error)")
      }
    }
    context.count("news in any order", lines.count)
    let conversation = ScriptNames.conversation
    let page = try await repository.read(
      Query(.newest, in: conversation, limit: 100, crossesGaps: true))
    let outbox = try await repository.read(Query(.outbox, in: conversation, limit: 100))
    await repository.close()
    return page.lines(context.subject.capabilities)
      + ["the outbox:"] + outbox.messages.map(\.id.description)
  }
}
