package import MessagingCore
internal import MessagingModel
internal import MessagingTimeline

/// Runs golden files on a repository.
package struct FixtureReplay: Sendable {
  /// A difference: the fixture, the case, the value that was read and the value in the file.
  package struct Failure: Error, Hashable, CustomStringConvertible {
    package let description: String

    init(_ place: String, _ what: String) {
      description = "\(place): \(what)"
    }
  }

  private let ordersMax: Int?
  let open: @Sendable () async throws -> any MessageRepository

  /// - Parameters:
  ///   - ordersMax: the maximum number of orders to try for an `any-order` case, spread evenly;
  ///     `nil` for all.
  ///   - open: opens a new, empty repository of owner `me` at each call.
  package init(
    ordersMax: Int? = nil, open: @escaping @Sendable () async throws -> any MessageRepository
  ) {
    self.ordersMax = ordersMax
    self.open = open
  }

  /// Replays a file, and compares what is read with what the file expects.
  ///
  /// - Throws: `FixtureError` if the file cannot be read; ``Failure`` at the first difference; any
  ///   error that the repository throws.
  package func run(_ file: FixtureFile) async throws {
    // Scrolling, sending and syncing do not depend on the repository, so the reference plays them.
    switch file.header.kind {
    case .history: try await run(HistoryFixture(file), named: file.name)
    case .strings: try await run(StringsFixture(file), named: file.name)
    case .recipe: try await run(RecipeFixture(file), named: file.name)
    case .scroll: try run(ScrollFixture(file))
    case .send: try await StoryFixture<SendPlayer>(file).play(on: ReferenceSubject(), seed: 1)
    case .sync: try await StoryFixture<SyncPlayer>(file).play(on: ReferenceSubject(), seed: 1)
    }
  }

  /// Plays a session on the reference. The expected values in the file come from the oracle.
  private func run(_ session: ScrollFixture) throws {
    try session.play { ScrollAnchor($0) }
  }

  private func run(_ history: HistoryFixture, named name: String) async throws {
    for (one, place) in history.played(named: name, ordersMax: ordersMax) {
      let repository = try await open()
      try await FixtureReplay.run(one, named: place, in: repository)
      await repository.close()
    }
  }

  /// Replays one case in an empty repository.
  static func run(
    _ one: HistoryFixture.Case, named place: String, in repository: any MessageRepository
  ) async throws {
    var applied: [Change] = []
    for step in one.steps {
      switch step {
      case .apply(let changes):
        _ = try await repository.apply(changes)
        applied += changes
      case .rows(let expected):
        try compare(NaiveLog(telling: applied).timeline, expected, "\(place), oracle")
        try compare(try await rows(in: repository), expected, place)
      case .walk(let limit, let pages):
        let naive = NaiveLog(telling: applied).pages(of: limit)
        try compare(naive, pages, "\(place), oracle")
        let seen = try await walk(repository, by: limit).map { page in
          page.messages.map { $0.remoteID ?? "" }
        }
        try compare(seen, pages, place)
      }
    }
  }

  private static func rows(in repository: any MessageRepository) async throws -> [TimelineRow] {
    let query = Query(
      .newest, in: HistoryFixture.conversation, limit: Limits.page, crossesGaps: true)
    return try await repository.read(query).messages.map(TimelineRow.init)
  }

  /// Returns the pages with messages, from the newest to the oldest.
  private static func walk(
    _ repository: any MessageRepository, by limit: Int
  ) async throws -> [Snapshot] {
    var pages: [Snapshot] = []
    var query = Query(.newest, in: HistoryFixture.conversation, limit: limit)
    while true {
      let page = try await repository.read(query)
      if !page.messages.isEmpty { pages.append(page) }
      guard page.older == .more, let oldest = page.messages.first else { return pages }
      query = Query(.older(than: oldest.cursor), in: HistoryFixture.conversation, limit: limit)
    }
  }

  private func run(_ recipe: RecipeFixture, named name: String) async throws {
    let generated = RecipeFixture(recipe.conversation)
    try FixtureReplay.compare(generated.lines, recipe.lines, "\(name), generator")
    try await run(recipe.conversation, named: name)
  }

  /// Stores the conversation and reads it page by page.
  func run(_ conversation: LongConversation, named name: String) async throws {
    let repository = try await open()
    // Uses few batches, because some stores rewrite everything at each batch.
    _ = try await repository.apply(conversation.pages(of: 500))
    _ = try await repository.apply(conversation.arrivals.suffix(conversation.pendingCount))
    let promotions = conversation.promotions
    for first in stride(from: 0, to: promotions.count, by: 5) {
      _ = try await repository.apply(Array(promotions[first..<min(first + 5, promotions.count)]))
    }
    // Compares each page as a screen would draw it: the rows, what they quote, and the size of
    // every picture.
    let pages = try await FixtureReplay.walk(repository, by: 50)
    let lengths = stride(from: conversation.count, to: 0, by: -50).map { min(50, $0) }
    try FixtureReplay.compare(pages.map(\.messages.count), lengths, "\(name), pages")
    let drawn = pages.reversed().flatMap { page in
      page.messages.map { LongConversation.Row($0, quoting: page.quote(for: $0)) }
    }
    let expected = (0..<conversation.count).map(conversation.row)
    try FixtureReplay.compare(drawn, expected, "\(name), rows")
    await repository.close()
  }

  static func compare<Value: Hashable>(
    _ actual: [Value], _ expected: [Value], _ place: String
  ) throws(Failure) {
    guard actual != expected else { return }
    let same = zip(actual, expected).prefix { $0 == $1 }.count
    let found = same < actual.count ? "\(actual[same])" : "nothing"
    let wanted = same < expected.count ? "\(expected[same])" : "nothing"
    throw Failure(place, "entry \(same + 1) is \(found), expected \(wanted)")
  }
}
