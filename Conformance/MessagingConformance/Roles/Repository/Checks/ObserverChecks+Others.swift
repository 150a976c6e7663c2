internal import MessagingCore
internal import MessagingModel

// What observers hear of commits that another handle on the same store made.
extension ObserverChecks {
  private static let interval = Duration.seconds(5)

  /// Waits until somebody sleeps on the clock, then advances it by the interval.
  private static func nextLook(_ context: CheckContext) async throws {
    let clock = context.environment.clock
    try context.expect(
      await context.waitForSleeper(on: clock),
      "no task waits on the clock to look for what another handle stored")
    clock.advance(by: interval)
  }

  /// Each commit of another handle is heard after the next look, with its kinds, and once.
  static func withoutARead(_ context: CheckContext) async throws {
    let place = context.elsewhere(pollInterval: interval)
    let app = try await place.open()
    let other = try await place.open()
    try await place.tell(app, "page s1@1 \"one\" to=live start")
    let listener = await place.observer(of: app)
    var told = [("receive s2@2 \"two\"", "structure")]
    if place.has(.edits) { told.append(("edit s1 \"other words\" version=2", "content")) }
    if place.has(.receipts) { told.append(("receipt s1 by=bob", "metadata")) }
    told.append(("receive s3@3 \"three\"", "structure"))
    for (line, kind) in told {
      let last = listener.heard.last?.revision ?? .zero
      // A look that finds nothing is no news.
      try await nextLook(place)
      let commit = try await place.tell(other, line)
      try await nextLook(place)
      // What changed metadata alone waits as any other commit of metadata.
      if kind == "metadata" {
        await place.wait(until: listener, hears: commit.revision)
      } else {
        await place.waitInPlace(until: listener, hears: commit.revision)
      }
      let news = listener.news(after: last)
      try place.expect(
        "the revisions that an observer hears, without a read, of '\(line)' by another handle",
        news.map(\.revision.number), is: [commit.revision.number])
      // A new message may count as words and metadata, too.
      let kinds = news.flatMap(\.kinds.names)
      try place.expect(
        kind == "structure" ? kinds.contains(kind) : kinds == [kind],
        "an observer hears '\(kinds.joined(separator: " "))' of '\(line)' by another handle")
    }
  }

  /// After every observer has left, the next one hears of other handles all the same.
  static func afterAllHaveLeft(_ context: CheckContext) async throws {
    let place = context.elsewhere(pollInterval: interval)
    let app = try await place.open()
    let other = try await place.open()
    let clock = place.environment.clock
    for _ in 1...3 {
      let observer = Task { for await _ in app.commits(in: Scope()) {} }
      _ = await place.waitForSleeper(on: clock)
      observer.cancel()
      await observer.value
      // The look at which nobody is there. The reads give it the time that it needs.
      clock.advance(by: interval)
      for _ in 1...20 { _ = try await place.newest(app) }
    }
    let listener = await place.observer(of: app)
    let commit = try await place.tell(other, "receive s1@1 \"hello\"")
    await place.wait(until: listener, hears: commit.revision)
    try place.expect(
      "the last revision that an observer hears which began after all others had left",
      listener.heard.last?.revision.number ?? 0, is: commit.revision.number)
  }

  /// Observers of one conversation, and of one kind, hear of what is theirs alone.
  static func whatIsTheirs(_ context: CheckContext) async throws {
    let place = context.elsewhere(pollInterval: interval)
    let app = try await place.open()
    let other = try await place.open()
    try await place.tell(other, "receive s1@1 \"one\"", "receive s1@1 \"one\" in=k2")
    let scopes = [
      ("k1", Scope(conversation: ScriptNames.conversation)), ("k2", Scope(conversation: "k2")),
      ("rows", Scope(kinds: .structure)), ("everything", Scope()),
    ]
    var listeners: [(name: String, listener: CommitListener)] = []
    _ = try await place.newest(app)
    for (name, scope) in scopes {
      let listener = CommitListener(app.commits(in: scope), conversation: scope.conversation)
      await place.wait(until: listener, hears: .zero)
      listeners.append((name, listener))
    }
    guard let everything = listeners.last?.listener else { return }
    let before = everything.heard.last?.revision ?? .zero
    let last = try await place.tell(other, "edit s1 \"other words\" version=2 in=k2").revision
    await place.wait(until: everything, hears: last)
    let forgotten = try await place.tell(other, "forget k1").revision
    for (name, listener) in listeners where name != "k2" {
      await place.wait(until: listener, hears: forgotten)
    }
    for (name, listener) in listeners {
      var heard = listener.news(after: before).map(\.revision)
      // A store need not know any more which conversation was forgotten.
      if name == "k2" { heard.removeAll { $0 == forgotten } }
      let expected = ["k1": [forgotten], "k2": [last], "rows": [forgotten]][name]
      try place.expect(
        "the revisions that an observer of \(name) hears of another handle",
        heard.map(\.number), is: (expected ?? [last, forgotten]).map(\.number))
    }
  }

  /// A read finds that another handle forgot a conversation: observers of rows hear of it.
  static func forgottenElsewhere(_ context: CheckContext) async throws {
    for kinds in [ChangeKinds.structure, .all] {
      let place = context.elsewhere()
      let app = try await place.open()
      let other = try await place.open()
      try await place.tell(app, "page s1@1 \"one\" to=live start")
      let listener = await place.observer(of: app, kinds: kinds)
      let forgotten = try await place.tell(other, "forget k1").revision
      _ = try await place.newest(app)
      await place.wait(until: listener, hears: forgotten)
      try place.expect(
        "the last revision that an observer of \(kinds.names.joined(separator: " ")) hears after a "
          + "read found what another handle forgot",
        listener.heard.last?.revision.number ?? 0, is: forgotten.number)
    }
  }
}
