internal import MessagingCore
internal import MessagingModel

/// The adapter could not do what the engine needs. This decides nothing about a requirement.
struct SubjectError: Error, CustomStringConvertible {
  let description: String

  /// What the error says if the store cannot be opened.
  static let cannotBeOpened = "cannot be opened"
}

/// A repository under test in its environment. It can be opened, closed, dropped and opened again.
struct Session {
  let subject: any RepositorySubject
  private(set) var environment: ConformanceEnvironment
  private var opened: (any MessageRepository)?
  /// Every batch that was accepted since the environment was empty.
  private(set) var journal: [[Change]] = []
  /// The revision of the store while it was empty: zero, or the one after it forgot earlier
  /// histories.
  private(set) var emptyRevision = Revision.zero

  init(_ subject: any RepositorySubject, seed: UInt64) {
    self.init(subject, in: ConformanceEnvironment(seed: seed))
  }

  /// Starts in a prepared environment.
  init(_ subject: any RepositorySubject, in environment: ConformanceEnvironment) {
    self.subject = subject
    self.environment = environment
  }

  /// The open repository.
  var repository: any MessageRepository {
    get throws {
      guard let opened else { throw SubjectError(description: "the repository is not open") }
      return opened
    }
  }

  /// Opens the store, with faults if the injector plans any.
  mutating func open(_ faults: FaultInjector = FaultInjector()) async throws {
    environment = environment.injecting(faults)
    do {
      opened = try await subject.repository(in: environment)
    } catch {
      throw SubjectError(description: "\(subject.name) \(SubjectError.cannotBeOpened): \(error)")
    }
  }

  mutating func close() async {
    await opened?.close()
    opened = nil
  }

  /// Closes the store and opens it on the same files.
  mutating func reopen() async throws {
    await close()
    try await open()
  }

  /// Drops the repository without closing it, and opens the store. This comes as close to the death
  /// of the process as one process can. A store with a process of its own is really killed.
  mutating func kill(_ faults: FaultInjector = FaultInjector()) async throws {
    (opened as? CommandRepository)?.kill()
    opened = nil
    try await open(faults)
  }

  /// Replays what was accepted here in a process with a new environment, kills it after its last
  /// answer, and continues with the store that it left.
  mutating func killProcess(_ launcher: ProcessLauncher, _ subject: any FileSubject) async throws {
    await close()
    environment = ConformanceEnvironment(seed: environment.seed)
    let script = try ProcessScript(subject, in: environment, journal, until: .answer)
    _ = try await launcher.run(script)
    try await open()
  }

  mutating func note(accepted batch: [Change]) { journal.append(batch) }

  /// Makes the store forget every conversation of the journal.
  ///
  /// - Returns: whether nothing is left of what was accepted, as far as reads show: each
  ///   conversation reads as one that the store never had. Returns `false` if there are sync
  ///   tokens, because they belong to no conversation.
  mutating func forgetEverything() async -> Bool {
    let changes = journal.flatMap(\.self)
    guard !changes.contains(where: \.isToken), let opened else { return false }
    let conversations = Set(changes.compactMap(\.conversation)).sorted()
    guard let commit = try? await opened.apply(conversations.map(Change.forget)),
      let never = try? await contents(of: "never stored")
    else { return false }
    for conversation in conversations {
      guard let left = try? await contents(of: conversation), left == never else { return false }
    }
    (journal, emptyRevision) = ([], commit.revision)
    return true
  }

  /// Everything that can be read of some conversations, as text, to compare two stores.
  func dump(_ conversations: [ConversationID]) async throws -> [String] {
    let repository = try repository
    var lines: [String] = []
    for conversation in conversations { lines += try await contents(of: conversation) }
    let outbox = try await repository.read(Query(.outbox, in: nil, limit: Limits.page))
    lines.append("outbox " + outbox.messages.map(\.id.description).joined(separator: " "))
    // What a sender reads. What may have left is known in one process alone.
    let busy = Query(.unsent(since: .zero), in: nil, limit: Limits.page)
    var unsent = try await repository.read(busy)
    (unsent.mayHaveLeft, unsent.othersMayHaveSent) = (nil, nil)
    lines += try unsent.lines()
    lines += try await repository.syncTokens().lines
    return lines
  }

  /// Everything that can be read of a conversation, as text.
  private func contents(of conversation: ConversationID) async throws -> [String] {
    let repository = try repository
    let everything = Query(.newest, in: conversation, limit: Limits.page, crossesGaps: true)
    let unsent = Query(.outbox, in: conversation, limit: Limits.page)
    var lines: [String] = []
    for query in [everything, unsent] { lines += try await repository.read(query).lines() }
    return lines
  }
}

extension Change {
  /// Whether the change is about a stream instead of a conversation.
  fileprivate var isToken: Bool { if case .advance = self { true } else { false } }
}
