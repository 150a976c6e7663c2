internal import MessagingCore
internal import MessagingModel

/// The adapter could not do what the engine needs; says nothing about a requirement.
struct SubjectError: Error, CustomStringConvertible {
  let description: String
}

/// A repository under test in its environment: opened, closed, dropped and opened again.
struct Session {
  let subject: any RepositorySubject
  private(set) var environment: ConformanceEnvironment
  private var opened: (any MessageRepository)?
  /// Every batch that was accepted since the environment was empty.
  private(set) var journal: [[Change]] = []
  /// Of the store while it was empty: zero, or what forgetting others has led to.
  private(set) var emptyRevision = Revision.zero

  init(_ subject: any RepositorySubject, seed: UInt64) {
    self.init(subject, in: ConformanceEnvironment(seed: seed))
  }

  /// In an environment that was prepared.
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

  /// Opens the store, with faults if there are any.
  mutating func open(_ faults: FaultInjector = FaultInjector()) async throws {
    environment = environment.injecting(faults)
    do {
      opened = try await subject.repository(in: environment)
    } catch {
      throw SubjectError(description: "\(subject.name) cannot be opened: \(error)")
    }
  }

  mutating func close() async {
    await opened?.close()
    opened = nil
  }

  /// Closes the store and opens it on the same bytes.
  mutating func reopen() async throws {
    await close()
    try await open()
  }

  /// Forgets the repository without closing it, and opens the store: as far as a process can look
  /// as if it had died.
  /// One whose store has a process of its own dies in earnest.
  mutating func kill(_ faults: FaultInjector = FaultInjector()) async throws {
    (opened as? CommandRepository)?.kill()
    opened = nil
    try await open(faults)
  }

  /// Has a process accept in a new environment what was accepted here, kills it after its last
  /// answer, and goes on with the store that it left.
  mutating func killProcess(_ launcher: ProcessLauncher, _ subject: any FileSubject) async throws {
    await close()
    environment = ConformanceEnvironment(seed: environment.seed)
    let script = try ProcessScript(subject, in: environment, journal, until: .answer)
    _ = try await launcher.run(script)
    try await open()
  }

  mutating func note(accepted batch: [Change]) { journal.append(batch) }

  /// Has the store forget every conversation of the journal.
  ///
  /// - Returns: whether nothing is left of what was accepted: a sync token is of no conversation.
  mutating func forgetEverything() async -> Bool {
    let changes = journal.flatMap(\.self)
    guard !changes.contains(where: \.isToken), let opened else { return false }
    let conversations = Set(changes.compactMap(\.conversation)).sorted()
    guard let commit = try? await opened.apply(conversations.map(Change.forget)) else {
      return false
    }
    (journal, emptyRevision) = ([], commit.revision)
    return true
  }

  /// Everything that can be read of some conversations, as text: for comparing two stores.
  func dump(_ conversations: [ConversationID]) async throws -> [String] {
    let repository = try repository
    var lines: [String] = []
    for conversation in conversations {
      let everything = Query(.newest, in: conversation, limit: Limits.page, crossesGaps: true)
      let unsent = Query(.outbox, in: conversation, limit: Limits.page)
      for query in [everything, unsent] { lines += try await repository.read(query).lines() }
    }
    let outbox = try await repository.read(Query(.outbox, in: nil, limit: Limits.page))
    lines.append("outbox " + outbox.messages.map(\.id.description).joined(separator: " "))
    lines += try await repository.syncTokens().lines
    return lines
  }
}

extension Change {
  /// Whether it is about a stream, not about a conversation.
  fileprivate var isToken: Bool { if case .advance = self { true } else { false } }
}
