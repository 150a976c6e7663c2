internal import MessagingCore
internal import MessagingModel

/// Plays the lines of a `send` block: after each step everything happens that can happen without
/// time passing.
struct SendPlayer {
  private let subject: any SendSubject
  private let environment: ConformanceEnvironment
  private let seed: UInt64
  private var policy = SendPolicy.scripted
  var world: SendWorld
  private var translator = StepTranslator()
  private(set) var stepCount = 0
  private var lastError: String?
  private var lastCommit: Commit?
  /// Of the store, and of its reads, before the last step.
  private(set) var before = (revision: Revision.zero, reads: 0)
  private(set) var story = SendStory()
  private var isLoose = false
  private var hasBegun = false

  init(_ subject: any SendSubject, seed: UInt64) async throws {
    self.subject = subject
    self.seed = seed
    environment = ConformanceEnvironment(seed: seed)
    world = try await SendPlayer.world(subject, policy, environment, seed)
  }

  private static func world(
    _ subject: any SendSubject, _ policy: SendPolicy, _ environment: ConformanceEnvironment,
    _ seed: UInt64
  ) async throws -> SendWorld {
    let store = subject.store
    return try await SendWorld(
      begin: { subject.sendDeciding(policy, seed: seed) },
      reopen: { try await store.repository(in: environment) })
  }

  /// Plays lines, then closes the store.
  mutating func play(_ lines: [SendLine]) async throws {
    try await playOn(lines)
    await world.repository.close()
  }

  /// Plays lines; more may follow.
  mutating func playOn(_ lines: [SendLine]) async throws {
    var rest = lines[...]
    while let line = rest.popFirst() {
      try await begin(before: line)
      switch line.content {
      case .stored(let expectation): try await check(expectation, at: line.index)
      case .seen(let expectation): try await check(expectation, at: line.index)
      case .world(.policy(let policy)):
        self.policy = policy
        world = try await SendPlayer.world(subject, policy, environment, seed)
      case .world(let step): try await perform(at: line.index) { try await $0.perform(step) }
      case .store(let step):
        var steps = [step]
        while case .store(let next)? = rest.first?.content, next.joinsBatch {
          steps.append(next)
          rest.removeFirst()
        }
        try await perform(at: line.index) { try await $0.write(steps) }
        guard let error = lastError, !isLoose, !asksForError(rest) else { continue }
        throw Violation("'\(line.source)' was refused: \(error)", at: line.index)
      }
    }
  }

  /// Lets the process begin before the first line that is not about how it begins.
  private mutating func begin(before line: SendLine) async throws {
    if case .world(.policy) = line.content { return }
    guard !hasBegun else { return }
    hasBegun = true
    try await world.settle()
    if let trouble = world.trouble { throw SubjectError(description: trouble) }
  }

  private mutating func perform(
    at index: Int, _ body: (inout SendPlayer) async throws -> Void
  ) async throws {
    stepCount += 1
    before = (try await world.repository.apply([]).revision, world.readCount)
    do {
      try await body(&self)
      if !isLoose { try await world.settle() }
    } catch var violation as Violation {
      violation.index = index
      throw violation
    }
    if let trouble = world.trouble { throw SubjectError(description: trouble) }
    if let broken = world.broken { throw Violation(broken, at: index) }
  }

  private func asksForError(_ rest: ArraySlice<SendLine>) -> Bool {
    for line in rest {
      switch line.content {
      case .stored(let expectation): if expectation.observable == .error { return true }
      case .seen: break
      case .store, .world: return false
      }
    }
    return false
  }

  private mutating func write(_ steps: [ScriptStep]) async throws {
    var changes: [Change] = []
    (lastError, lastCommit) = (nil, nil)
    for step in steps {
      switch translator.action(step) {
      case .apply(let more): changes += more
      case .malformed: lastError = RepositoryError.Code.malformedChange.rawValue
      case .reopen, .kill: return try await world.crash()
      }
    }
    do throws(RepositoryError) {
      let commit = try await world.apply(changes)
      for change in changes { story.accept(change, commit, in: world) }
      lastCommit = commit
    } catch {
      lastError = error.code.rawValue
    }
  }

  private mutating func perform(_ step: SendStep) async throws {
    switch step {
    case .policy: break
    case .server(let mood, isStanding: false): world.server.moods.append(mood)
    case .server(let mood, isStanding: true): world.server.standing = mood
    case .hold(let holds): world.holdsAnswers = holds
    case .uploads(let mood, isStanding: false): world.uploads.moods.append(mood)
    case .uploads(let mood, isStanding: true): world.uploads.standing = mood
    case .resumeUploads: world.uploads.resume()
    case .percents(let percents): world.uploads.percents = percents
    case .percent(let percent):
      for key in world.uploads.underWay { world.add(.progress(key, percent)) }
    case .file(let path, let size): world.uploads.sizes[path] = .some(size)
    case .online(let isOnline): world.setOnline(isOnline)
    case .pause(let isPaused, let conversation): world.setPaused(isPaused, conversation)
    case .advance(let milliseconds): world.advance(by: milliseconds)
    case .tick:
      if !world.advanceToDeadline() { throw Violation("nobody waits for time to pass") }
    case .crash(let isArriving): try await world.crash(arriving: isArriving)
    case .loose: isLoose = true
    case .step(let number): try await world.runDoable(number)
    case .settle: try await world.settle()
    case .heal: try await heal()
    case .storeFails(let reads, let writes):
      (world.failingReads, world.failingWrites) = (reads, writes)
    case .again(let key):
      guard world.repeatAnswer(to: key) || isLoose else {
        throw Violation("nothing was answered to \(ScriptNames.name(of: key)) in this run")
      }
    case .echo(let key, let isAnonymous):
      guard let kept = world.server[key] else {
        throw Violation("the server has no \(ScriptNames.name(of: key)) to send back")
      }
      let echo = ReceivedMessage(
        conversation: kept.conversation, position: kept.place, id: isAnonymous ? nil : key,
        sender: ScriptNames.owner, body: kept.body, replyTo: kept.replyTo.map { .remote($0) })
      try await world.apply([.receive(echo)])
    }
  }

  /// Lets everything come to its end (bounded: a queue that never ends has a fault).
  private mutating func heal() async throws {
    world.heal()
    for _ in 0..<200 {
      try await world.settle()
      if world.advanceToDeadline() { continue }
      let outbox = try await world.repository.read(Query(.outbox, in: nil, limit: Limits.page))
      let failed = SendPlayer.failed(in: outbox)
      if failed.isEmpty { return }
      // What answers to something that is gone can only be taken back.
      let changes = failed.map { $0.code == "target-gone" ? Change.cancel($0.key) : .retry($0.key) }
      let commit = try await world.apply(changes)
      for change in changes { story.accept(change, commit, in: world) }
    }
    throw Violation("sending does not come to an end, although nothing fails any more")
  }

  private static func failed(in outbox: Snapshot) -> [(key: OutboxKey, code: ExactString)] {
    outbox.messages.flatMap { message -> [(key: OutboxKey, code: ExactString)] in
      let key = MessageKey(message.conversation, message.id)
      let states =
        [(OutboxKey(key), message.delivery)]
        + message.dependents.map { (OutboxKey(key, dependent: $0.id), $0.state) }
      return states.compactMap { key, state in
        if case .failed(let reason) = state { (key, reason.code) } else { nil }
      }
    }
  }

  private func check(_ expectation: ScriptExpectation, at index: Int) async throws {
    let observables = Observables(repository: world.repository, names: translator.names)
    let observation =
      if expectation.observable == .error {
        Observation(lastError.map { [ObservedWord($0)] } ?? [])
      } else if expectation.observable == .notices {
        Observation((lastCommit?.notices ?? []).map { ObservedWord($0.code.rawValue) })
      } else {
        await observables.observe(expectation.observable, expectation.arguments)
      }
    guard let observation else {
      throw Violation(
        "'\(expectation.observable.rawValue)' is not asked in a send block", at: index)
    }
    guard !expectation.holds(observation) else { return }
    throw Violation(expectation, observation, at: index)
  }

  private func check(_ expectation: SendExpectation, at index: Int) async throws {
    let words = try await value(of: expectation)
    let observation = Observation(words.map { ObservedWord($0) })
    let isEqual = expectation.alternatives.contains { observation.equals($0) }
    guard isEqual != expectation.isEqual else { return }
    let expected = expectation.alternatives.map { $0.map(\.description).joined(separator: " ") }
      .joined(separator: " or ")
    let actual = observation.printed(like: [])
    let name = expectation.name.map { " \(ScriptNames.name(of: $0))" } ?? ""
    throw Violation(
      "\(expectation.observable.rawValue)\(name) is \(actual.joined(separator: " ")), expected "
        + (expectation.isEqual ? expected : "anything else"), at: index,
      comparison: Comparison(
        expected: (expectation.alternatives.first ?? []).map(\.description), actual: actual))
  }
}
