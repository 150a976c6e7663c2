internal import MessagingCore
internal import MessagingModel

/// What observers receive, and when.
enum ObserverChecks {
  /// The first commit that an observer receives reports the current state.
  static func presentFirst(_ context: CheckContext) async throws {
    let repository = try await context.open()
    try await context.tell(repository, "receive s1@1 \"one\"", "receive s2@2 \"two\"")
    let revision = try await context.newest(repository).revision
    let listener = await context.observer(of: repository)
    guard let first = listener.heard.first else {
      throw Violation(
        "an observer that begins hears nothing, expected revision \(revision.number)")
    }
    try context.expect(
      "the revision that an observer hears first", first.revision.number, is: revision.number)
  }

  /// An observer that reads after each commit has read the final state in the end.
  static func changesReplayed(_ context: CheckContext) async throws {
    let repository = try await context.open()
    let reads = Locked<[Snapshot]>([])
    let listener = await context.observer(of: repository) { _ in
      let query = Query(.newest, in: ScriptNames.conversation, limit: 100, crossesGaps: true)
      guard let page = try? await repository.read(query) else { return }
      reads.withLock { $0.append(page) }
    }
    var last = Revision.zero
    for number in 1...8 {
      last = try await context.tell(repository, "receive s\(number)@\(number) \"m\(number)\"")
        .revision
      guard context.has(.edits), number.isMultiple(of: 2) else { continue }
      last = try await context.tell(
        repository, "edit s\(number) \"edited\" version=2", "delete s\(number - 1) remove"
      ).revision
    }
    await context.wait(until: listener, hears: last)
    let heard = listener.heard.map(\.revision.number)
    try context.expect(
      heard.last == last.number,
      "the news ends with revision \(heard.last ?? 0), expected \(last.number)")
    try context.expect("the revisions that were heard", heard, is: heard.sorted())
    let readRevisions = reads.current.map(\.revision.number)
    try context.expect(
      "the revisions that were read after each news", readRevisions, is: readRevisions.sorted())
    let fresh = try await context.newest(repository)
    try context.expect(
      "the messages read after the last news", texts(reads.current.last), is: texts(fresh))
  }

  private static func texts(_ page: Snapshot?) -> [String] {
    page?.messages.map { message in
      let name = message.remoteID?.text.string ?? "unsent"
      return "\(name) \(message.body.plainText?.excerpt ?? "deleted")"
    } ?? []
  }

  /// Several tasks write concurrently in several rounds. Some observers start early, and one more
  /// starts with each round.
  static func writersAtOnce(_ context: CheckContext) async throws {
    let repository = try await context.open()
    var listeners: [CommitListener] = []
    var newest = Revision.zero
    for round in 0..<8 {
      let first = round * 6
      let batches = try (first + 1...first + 6).map {
        try context.changes("receive s\($0)@\($0) \"hello\"")
      }
      let revisions = try await withThrowingTaskGroup(of: Revision.self) { group in
        for batch in batches { group.addTask { try await repository.apply(batch).revision } }
        listeners.append(await context.observer(of: repository))
        return try await group.reduce(into: [newest]) { $0.append($1) }
      }
      newest = revisions.max() ?? newest
      for listener in listeners { await context.wait(until: listener, hears: newest) }
    }
    for listener in listeners {
      let heard = listener.heard.map(\.revision.number)
      try context.expect("the revisions that one heard of", heard, is: heard.sorted())
      try context.expect("the last of them", heard.last ?? 0, is: newest.number)
    }
  }

  /// Commits during the time in which an observer is busy are merged, not lost.
  static func busyScreen(_ context: CheckContext) async throws {
    let repository = try await context.open()
    let before = try await context.tell(repository, "receive s1@1 \"one\"", "send c1 \"mine\"")
    let (listener, layout) = try await busyObserver(of: repository, since: before, context)
    var last = before.revision
    for number in 1...10 {
      last = try await context.tell(
        repository, number.isMultiple(of: 2) ? "retry c1" : "fail c1 timeout retryable",
        "receive s1@1 \"text \(number)\" version=\(number)"
      ).revision
    }
    layout.advance(by: .seconds(1))
    await context.wait(until: listener, hears: last)
    let news = listener.news(after: before.revision)
    try context.expect(
      "the newest revision that a slow observer hears",
      news.last?.revision.number ?? before.revision.number, is: last.number)
    let kinds = news.reduce(into: ChangeKinds()) { $0.formUnion($1.kinds) }
    let missed = ChangeKinds([.content, .metadata]).subtracting(kinds)
    try context.expect("the kinds that a slow observer misses", missed.names, is: [])
  }

  /// Starts an observer that has received a commit, and is busy with it until its clock advances.
  static func busyObserver(
    of repository: any MessageRepository, since commit: Commit, _ context: CheckContext
  ) async throws -> (CommitListener, ManualClock) {
    let layout = ManualClock()
    let listener = CommitListener(
      repository.commits(in: Scope()), conversation: nil,
      onNews: { _ in if layout.now.sinceStart == .zero { try? await layout.sleep(for: .seconds(1)) }
      })
    let isBusy = await context.waitForSleeper(on: layout, or: listener, hears: commit.revision)
    try context.expect(isBusy, "an observer that begins hears nothing")
    return (listener, layout)
  }
}
