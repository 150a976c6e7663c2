internal import MessagingCore
internal import MessagingModel

/// Plays the lines of a `send` block. After each step it carries out everything that can happen
/// without time passing.
struct SendPlayer: StorePlayer {
  enum Step: Sendable {
    /// The policy of sending.
    case policy(SendPolicy)
    /// The user, or the network, writes to the store.
    case store(StoreStep)
    /// An event around the queue.
    case world(@Sendable (inout SendPlayer) async throws -> Void)
  }

  private let subject: any SendSubject
  private let store: any RepositorySubject
  private let environment: ConformanceEnvironment
  private let seed: UInt64
  var world: SendWorld
  private var names = ScriptNames()
  private(set) var stepCount = 0
  private(set) var last = LastStep()
  private var revision = Revision.zero
  /// How many reads the store had received before the last step.
  private(set) var readsBefore = 0
  private(set) var story = SendStory()
  /// Whether this is a random history, in which nothing happens by itself.
  var isLoose = false
  private var hasBegun = false
  /// The conversations in which a message of our own came without our id.
  private var echoed: Set<ConversationID> = []

  /// - Parameter store: what it sends from, if not what the subject sends from.
  init(
    _ subject: any SendSubject, seed: UInt64, store: (any RepositorySubject)? = nil
  ) async throws {
    self.subject = subject
    self.store = store ?? subject.store
    self.seed = seed
    environment = ConformanceEnvironment(seed: seed)
    world = try await SendPlayer.world(subject, self.store, .scripted, environment, seed)
  }

  private static func world(
    _ subject: any SendSubject, _ store: any RepositorySubject, _ policy: SendPolicy,
    _ environment: ConformanceEnvironment, _ seed: UInt64
  ) async throws -> SendWorld {
    try await SendWorld(
      policy, begin: { subject.begin(policy, seed: seed, in: environment) },
      reopen: { try await store.repository(in: environment) })
  }

  var observables: Observables { Observables(repository: world.repository, names: names) }

  var refusal: String? { isLoose ? nil : last.error }

  /// Plays a whole script, then closes the store.
  mutating func playToEnd(
    _ script: Script<SendPlayer>, tell: ((String) -> Void)? = nil
  ) async throws {
    try await play(script, tell: tell)
    await world.repository.close()
  }

  func stepCount(of _: Script<SendPlayer>) -> Int { stepCount }

  mutating func perform(_ moment: Script<SendPlayer>.Moment) async throws {
    if case .policy(let policy) = moment.steps[0] {
      world = try await SendPlayer.world(subject, store, policy, environment, seed)
      return
    }
    try await begin()
    stepCount += 1
    readsBefore = world.readCount
    last = LastStep()
    if case .world(let act) = moment.steps[0] {
      try await act(&self)
    } else {
      try await write(moment.steps)
    }
    if !isLoose { try await world.settle() }
    if let trouble = world.trouble { throw SubjectError(description: trouble) }
    if world.isWatched, subject.capabilities.contains(.sendingDiagnosis),
      let law = try await NaiveSendReport.fault(in: world)
    {
      world.fault(law)
    }
    let now = try await world.repository.apply([]).revision
    last.delta = now.number - revision.number
    revision = now
    try Violation.check(world.broken, isHistory: isLoose)
  }

  /// Starts the process before the first line that is not a setting.
  private mutating func begin() async throws {
    guard !hasBegun else { return }
    hasBegun = true
    try await world.settle()
    if let trouble = world.trouble { throw SubjectError(description: trouble) }
    revision = try await world.repository.apply([]).revision
  }

  private mutating func write(_ steps: [Step]) async throws {
    var changes: [Change] = []
    for case .store(let step) in steps {
      switch step.action(&names) {
      case .apply(let more): changes += more
      case .malformed: last.error = RepositoryError.Code.malformedChange.rawValue
      case .reopen, .kill: return try await world.crash()
      case .set: break
      }
    }
    guard last.error == nil else { return }
    do throws(RepositoryError) {
      last.commit = try await tell(changes)
    } catch {
      last.error = error.code.rawValue
    }
  }

  /// Writes a change of the user, and records it in the story.
  private mutating func tell(_ changes: [Change]) async throws(RepositoryError) -> Commit {
    let commit = try await world.apply(changes)
    for mark in changes.flatMap({ story.accept($0, commit) }) { world.mark(mark) }
    return commit
  }

  /// Sends back a message that the server published.
  mutating func echo(_ key: MessageID, isAnonymous: Bool) async throws {
    guard let kept = world.network[key] else {
      if isLoose { return }
      throw Violation("the server has no \(ScriptNames.name(of: key)) to send back")
    }
    let echo = kept.original.with(body: kept.original.body, key: isAnonymous ? nil : key)
    world.mark(.echoed)
    if isAnonymous { echoed.insert(kept.conversation) }
    try await world.apply([.receive(echo)])
  }

  /// Delivers everything that the server has of a conversation.
  mutating func catchUp(_ conversation: ConversationID) async throws {
    world.mark(.caughtUp)
    try await world.apply(world.pages(of: conversation))
  }

  /// Makes somebody else delete a message at the server, if it is there.
  mutating func moderate(_ key: MessageID) async throws {
    if try await world.moderate(key) { story.moderated(key) }
  }

  /// Lets everything finish. The number of rounds is bounded, because a queue that never ends has a
  /// fault.
  mutating func heal() async throws {
    world.heal()
    try await world.reconnect()
    for _ in 0..<200 {
      try await world.settle()
      if world.advanceToDeadline() { continue }
      let outbox = try await world.repository.read(Query(.outbox, in: nil, limit: Limits.page))
      let failed = SendPlayer.failed(in: outbox)
      if failed.isEmpty { return try await healed() }
      // A reply to a deleted message can only be cancelled.
      _ = try await tell(
        failed.map { $0.code == "target-gone" ? Change.cancel($0.key) : .retry($0.key) })
    }
    throw Violation("sending does not end, although nothing fails any more")
  }

  /// A message that came without our id, and was taken back before it was known as ours, is known
  /// to be deleted only from the server.
  private mutating func healed() async throws {
    for conversation in echoed.sorted() { try await world.apply(world.pages(of: conversation)) }
    for mark in story.overtakings(in: world) { world.mark(mark) }
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
}
