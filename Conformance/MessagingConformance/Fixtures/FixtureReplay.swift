package import MessagingCore
internal import MessagingModel
internal import MessagingTimeline

/// Runs golden files on a repository.
package struct FixtureReplay: Sendable {
  /// What differs: the fixture, the case, what was read and what the file says.
  package struct Failure: Error, Hashable, CustomStringConvertible {
    package let description: String

    init(_ place: String, _ what: String) {
      description = "\(place): \(what)"
    }
  }

  private let ordersMax: Int?
  let open: @Sendable () async throws -> any MessageRepository

  /// - Parameters:
  ///   - ordersMax: how many of the orders of an `any-order` case are tried, spread evenly; all of
  ///     them by default.
  ///   - open: a new, empty repository of owner `me` each time.
  package init(
    ordersMax: Int? = nil, open: @escaping @Sendable () async throws -> any MessageRepository
  ) {
    self.ordersMax = ordersMax
    self.open = open
  }

  /// Replays a file and compares what is read with what it says.
  ///
  /// - Throws: `FixtureError` if the file cannot be read, ``Failure`` at the first difference, and
  ///   whatever the repository throws.
  package func run(_ file: FixtureFile) async throws {
    // A list scrolls, a message is sent, and a server is heard the same on every repository: the
    // reference is asked.
    switch file.header.kind {
    case .history: try await run(HistoryFixture(file), named: file.name)
    case .strings: try await run(StringsFixture(file), named: file.name)
    case .recipe: try await run(RecipeFixture(file), named: file.name)
    case .scroll: try run(ScrollFixture(file))
    case .send: try await StoryFixture<SendPlayer>(file).play(on: ReferenceSubject(), seed: 1)
    case .sync: try await StoryFixture<SyncPlayer>(file).play(on: ReferenceSubject(), seed: 1)
    }
  }

  /// The oracle made the file.
  private func run(_ session: ScrollFixture) throws {
    try session.play { ScrollAnchor($0) }
  }

  func run(_ history: HistoryFixture, named name: String) async throws {
    for one in history.cases {
      guard one.isAnyOrder else {
        try await run(one, named: "\(name), case \(one.name)")
        continue
      }
      let batches = one.batches
      let orders = Orders(of: batches.count, asked: .all, max: ordersMax, seed: 1)
      for (index, order) in orders.all.enumerated() {
        var reordered = one
        reordered.steps =
          order.map { .apply(batches[$0]) } + one.steps.filter(\.isExpectation)
        try await run(reordered, named: "\(name), case \(one.name), order \(index + 1)")
      }
    }
  }

  private func run(_ one: HistoryFixture.Case, named place: String) async throws {
    let repository = try await open()
    var applied: [Change] = []
    for step in one.steps {
      switch step {
      case .apply(let changes):
        _ = try await repository.apply(changes)
        applied += changes
      case .rows(let expected):
        try FixtureReplay.compare(NaiveLog(telling: applied).timeline, expected, "\(place), oracle")
        try FixtureReplay.compare(try await rows(in: repository), expected, place)
      case .walk(let limit, let pages):
        let naive = NaiveLog(telling: applied).pages(of: limit)
        try FixtureReplay.compare(naive, pages, "\(place), oracle")
        try FixtureReplay.compare(try await walk(repository, by: limit), pages, place)
      }
    }
    await repository.close()
  }

  private func rows(in repository: any MessageRepository) async throws -> [TimelineRow] {
    let query = Query(
      .newest, in: HistoryFixture.conversation, limit: Limits.page, crossesGaps: true)
    return try await repository.read(query).messages.map(TimelineRow.init)
  }

  private func walk(
    _ repository: any MessageRepository, by limit: Int
  ) async throws -> [[RemoteID]] {
    var pages: [[RemoteID]] = []
    var query = Query(.newest, in: HistoryFixture.conversation, limit: limit)
    while true {
      let page = try await repository.read(query)
      if !page.messages.isEmpty { pages.append(page.messages.map { $0.remoteID ?? "" }) }
      guard page.older == .more, let oldest = page.messages.first else { return pages }
      query = Query(.older(than: oldest.cursor), in: HistoryFixture.conversation, limit: limit)
    }
  }

  private func run(_ recipe: RecipeFixture, named name: String) async throws {
    let generated = RecipeFixture(recipe.conversation)
    try FixtureReplay.compare(generated.lines, recipe.lines, "\(name), generator")
    let conversation = recipe.conversation
    let repository = try await open()
    for page in conversation.pages(of: 500) { _ = try await repository.apply([page]) }
    _ = try await repository.apply(conversation.arrivals.suffix(conversation.pendingCount))
    for promotion in conversation.promotions { _ = try await repository.apply([promotion]) }
    let names = (0..<conversation.count).map(conversation.remoteID)
    let pages = stride(from: names.count, to: 0, by: -50).map { end in
      Array(names[max(0, end - 50)..<end])
    }
    try FixtureReplay.compare(try await walk(repository, by: 50), pages, name)
    await repository.close()
  }

  static func compare<Value: Hashable>(
    _ actual: [Value], _ expected: [Value], _ place: String
  ) throws(Failure) {
    guard actual != expected else { return }
    let same = zip(actual, expected).prefix { $0 == $1 }.count
    let found = same < actual.count ? "\(actual[same])" : "nothing"
    let wanted = same < expected.count ? "\(expected[same])" : "nothing"
    throw Failure(place, "entry \(same + 1) is \(found), want \(wanted)")
  }
}
