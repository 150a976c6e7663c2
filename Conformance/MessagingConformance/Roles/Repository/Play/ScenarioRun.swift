internal import MessagingCore
internal import MessagingModel

/// One run of a script on one repository, in one variant.
struct ScenarioRun: StorePlayer {
  typealias Step = StoreStep

  var session: Session
  let variant: Variant
  private var names = ScriptNames()
  private(set) var last = LastStep()
  private(set) var stepCount = 0
  var listening = Listening()
  /// The conversations that the script has named.
  private(set) var conversations: Set<ConversationID> = []
  private(set) var revision = Revision.zero

  init(_ subject: any RepositorySubject, seed: UInt64, variant: Variant = .plain) {
    self.init(on: Session(subject, seed: seed), variant: variant)
  }

  /// Starts on an empty store.
  init(on session: Session, variant: Variant = .plain) {
    self.session = session
    self.variant = variant
    revision = session.emptyRevision
  }

  var observables: Observables {
    get throws { Observables(repository: try session.repository, names: names) }
  }

  var refusal: String? { last.error }

  /// Performs one batch in the way of the variant.
  mutating func perform(_ moment: Script<ScenarioRun>.Moment) async throws {
    stepCount += 1
    var changes: [Change] = []
    last = LastStep(isSplit: variant == .splitBatch)
    for step in moment.steps {
      conversations.insert(step.conversation)
      switch step.action(&names) {
      case .reopen: return try await reopen { try await $0.reopen() }
      case .kill: return try await kill()
      case .malformed: last.error = RepositoryError.Code.malformedChange.rawValue
      case .apply(let more): changes += more
      case .set: return
      }
    }
    conversations.formUnion(changes.compactMap(\.conversation))
    if last.error == nil { try await apply(changes) }
    let touched = changes.compactMap(\.conversation) + moment.steps.map(\.conversation)
    try await afterStep(in: Set(touched))
  }

  private mutating func apply(_ changes: [Change]) async throws {
    let isSplit = variant == .splitBatch && changes.count > 1
    for batch in isSplit ? changes.map({ [$0] }) : [changes] where last.error == nil {
      let repository = try session.repository
      do throws(RepositoryError) {
        let commit = try await repository.apply(batch)
        session.note(accepted: batch)
        last.delta += commit.revision.number - revision.number
        revision = commit.revision
        last.commit = last.commit.map { $0.joined(commit) } ?? commit
      } catch {
        last.error = error.code.rawValue
      }
      if variant == .redeliver, last.error == nil, batch.allSatisfy(\.isFromNetwork) {
        // The second delivery must not show. Its result does not matter.
        _ = try? await repository.apply(batch)
      }
    }
    if variant == .redeliver { try await readRevision() }
  }

  /// The result of the last step and what is unread, for a reader who follows the run.
  mutating func state() async -> [String] {
    var lines: [String] = []
    if let error = last.error { lines.append("refused: \(error)") }
    if let commit = last.commit {
      let kinds = commit.kinds.names.isEmpty ? ["nothing changed"] : commit.kinds.names
      let notices = commit.notices.map(\.code.rawValue)
      lines.append(
        (["revision \(commit.revision.number)", kinds.joined(separator: " ")] + notices)
          .joined(separator: " · "))
    }
    guard let observables = try? observables else { return lines }
    for conversation in conversations.sorted() {
      for question in ["timeline", "unread"] {
        let asked = "\(question) in=\(conversation)"
        guard let seen = try? await observables.answer(asked) else { continue }
        lines.append("\(asked): \(seen)")
      }
    }
    return lines
  }

  mutating func note(
    _ question: Script<ScenarioRun>.Question, _ observation: Observation, holds: Bool
  ) {
    let expectation = question.expectation
    guard expectation.name == Listening.word else { return }
    listening.note(Listening.scope(expectation.arguments), at: question.index)
  }

  private mutating func afterStep(in touched: Set<ConversationID>) async throws {
    switch variant {
    case .plain, .redeliver, .splitBatch, .observerLate, .numbered, .pushed, .lists: break
    case .restartEachStep: try await session.reopen()
    case .idle: session.environment.clock.advance(by: .seconds(3_600))
    }
    if let commit = last.commit, last.delta > 0 {
      await listening.settle(after: commit, in: touched, session)
    }
    try await checkInvariants()
  }

  /// Kills the process: a real one if the store is file-backed. Variants only reopen the store
  /// without closing it.
  private mutating func kill() async throws {
    let subject = session.subject as? any FileSubject
    guard variant == .plain, let subject, let launcher = ProcessLauncher.current else {
      return try await reopen { try await $0.kill() }
    }
    try await reopen { try await $0.killProcess(launcher, subject) }
  }

  private mutating func reopen(_ how: (inout Session) async throws -> Void) async throws {
    try await how(&session)
    try await listening.begin(listening.scopes, session)
    try await checkInvariants()
  }

  /// Reads the current revision with a batch that changes nothing.
  private mutating func readRevision() async throws {
    if let commit = try? await session.repository.apply([]) { revision = commit.revision }
  }

  private func checkInvariants() async throws {
    let observables = try observables
    for conversation in conversations.sorted() {
      guard let page = try? await observables.everything(in: conversation) else { continue }
      for fault in page.faults() {
        guard let demand = fault.invariant.demand else { continue }
        let sentence = ScriptNames.inWords(of: page, fault.sentence)
        throw Violation(breaking: Law(sentence, of: demand))
      }
    }
  }
}

extension Commit {
  /// Two commits combined into one.
  fileprivate func joined(_ later: Commit) -> Commit {
    Commit(
      revision: later.revision, kinds: kinds.union(later.kinds), notices: notices + later.notices)
  }
}

extension Change {
  /// Whether the change comes from the network, so that it may arrive twice.
  var isFromNetwork: Bool {
    switch self {
    case .acknowledge, .receive, .page, .relate, .openGap, .giveUp, .advance, .reported: true
    case .enqueue, .amend, .settle, .fail, .tried, .retry, .cancel, .upload, .read, .resetHistory,
      .forget:
      false
    }
  }
}
