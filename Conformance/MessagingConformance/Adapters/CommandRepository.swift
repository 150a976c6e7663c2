internal import MessagingCore
internal import MessagingModel

/// The store of an adapter. Each call is a request.
final class CommandRepository: MessageRepository, ConversationIndexing {
  private struct State {
    var isClosed = false
    var isKilled = false
    var observers: [Int: AsyncStream<Commit>.Continuation] = [:]
  }

  private let session: AdapterSession
  private let subject: CommandSubject
  private let state = Locked(State())

  init(_ session: AdapterSession, of subject: CommandSubject) {
    (self.session, self.subject) = (session, subject)
  }

  deinit {
    finishObservers()
    let state = state.current
    if state.isClosed, !state.isKilled { subject.takeBack(session) } else { session.kill() }
  }

  func open(_ directory: String, owner: ParticipantID, seed: UInt64) async throws(RepositoryError) {
    _ = try await ask("open") { writer in
      writer.field("folder", ExactString(directory))
      writer.field("owner", owner)
      writer.field("seed", ExactString("\(seed)"))
    }
  }

  func apply(_ changes: [Change]) async throws(RepositoryError) -> Commit {
    guard !Task.isCancelled else {
      throw RepositoryError(.cancelled, "the task was cancelled before the batch")
    }
    session.keepSecret(changes.flatMap(\.words))
    let answer = try await ask("apply") { writer in
      writer.key("changes")
      writer.array(changes) { $1.encode(to: &$0) }
    }
    return try read(Commit.self, "commit", of: answer)
  }

  func read(_ query: Query) async throws(RepositoryError) -> Snapshot {
    let answer = try await ask("read") { $0.field("query", query) }
    return try read(Snapshot.self, "snapshot", of: answer)
  }

  func syncTokens() async throws(RepositoryError) -> [StreamID: SyncToken] {
    let answer = try await ask("tokens")
    let all = try read(AdapterList<StreamRecord>.self, "tokens", of: answer).all
    return Dictionary(all.map { ($0.id, $0.token) }, uniquingKeysWith: { $1 })
  }

  func conversations(
    changedAfter revision: Revision?
  ) async throws(RepositoryError) -> ChangedConversations {
    let answer = try await ask("conversations") { $0.field("after", revision) }
    return try read(AdapterConversations.self, "changed", of: answer).changed
  }

  func commits(in scope: Scope) -> AsyncStream<Commit> {
    let (stream, continuation) = AsyncStream<Commit>.makeStream()
    let number = session.listen { continuation.yield($0) }
    state.withLock { $0.observers[number] = continuation }
    continuation.onTermination = { [session] _ in session.stopListening(number) }
    session.askLater("observe") { writer in
      writer.field("observer", number)
      writer.field("in", scope.conversation)
      writer.field("kinds", scope.kinds)
    } then: { [weak self] result in
      // A closed store sends no commits.
      guard self != nil, case .success(let answer) = result, answer["error"] == nil else {
        if case .failure(let error) = result { self?.note(error) }
        return continuation.finish()
      }
    }
    return stream
  }

  func close() async {
    let isFirst = state.withLock { state in
      defer { state.isClosed = true }
      return !state.isClosed
    }
    guard isFirst else { return }
    if (try? await ask("close")) == nil { kill() }
    finishObservers()
  }

  /// Whether the suite has killed the process.
  var isKilled: Bool { state.current.isKilled }

  /// Kills the process of the store without a warning.
  func kill() {
    state.withLock { $0.isKilled = true }
    session.kill()
  }

  private func finishObservers() {
    let observers = state.withLock { state in
      defer { state.observers = [:] }
      return state.observers.values.map(\.self)
    }
    for observer in observers { observer.finish() }
  }

  private func ask(
    _ kind: String, _ members: @escaping @Sendable (inout CanonicalWriter) -> Void = { _ in }
  ) async throws(RepositoryError) -> AdapterLine {
    let answer: AdapterLine
    do {
      answer = try await session.ask(kind, members)
    } catch {
      note(error)
      throw RepositoryError(.storage, "the adapter gave no answer", cause: error)
    }
    guard let bytes = answer["error"] else { return answer }
    throw try refusal(bytes)
  }

  /// Reads the error that an adapter answered.
  private func refusal(_ bytes: ArraySlice<UInt8>) throws(RepositoryError) -> RepositoryError {
    do {
      let error = try AdapterLine(Array(bytes))
      let word = try error.value("code", of: ExactString.self)?.string ?? ""
      guard let code = RepositoryError.Code(rawValue: word) else {
        let known = RepositoryError.Code.allCases.map(\.rawValue).joined(separator: " ")
        throw AdapterLine.Mistake(
          offset: bytes.startIndex, expected: "an error with a known code; known: \(known)")
      }
      let context = try error.value("context", of: ExactString.self)?.string
      return RepositoryError(code, context ?? "no context from the adapter")
    } catch {
      throw malformed(error)
    }
  }

  private func read<Value: CanonicalCodable>(
    _ type: Value.Type, _ name: String, of answer: AdapterLine
  ) throws(RepositoryError) -> Value {
    do {
      if let value = try answer.value(name, of: Value.self) { return value }
      throw AdapterLine.Mistake(
        offset: 0,
        expected: "\"\(name)\" or \"error\" beside \"id\", found "
          + answer.names.joined(separator: " "))
    } catch {
      throw malformed(error)
    }
  }

  private func malformed(_ error: any Error) -> RepositoryError {
    let trouble = session.fail("\(error)")
    note(trouble)
    return RepositoryError(.storage, "the adapter's answer cannot be read", cause: trouble)
  }

  private func note(_ error: any Error) {
    // A process that the suite killed gives no answer. That is not a failure of the adapter.
    guard !state.current.isKilled else { return }
    if let trouble = error as? AdapterTrouble { subject.note(trouble) }
  }
}

extension Change {
  /// The texts of messages in the change.
  fileprivate var words: [String] {
    switch self {
    case .enqueue(let message): message.body.words
    case .receive(let message): message.body.words
    case .page(let page): page.messages.flatMap(\.body.words)
    case .amend(_, _, .edit(let body)): body.words
    case .relate(let relation):
      if case .edit(let body) = relation.action { body.words } else { [] }
    case .amend, .acknowledge, .settle, .fail, .tried, .retry, .cancel, .upload, .read, .reported,
      .openGap, .giveUp, .advance, .resetHistory, .forget:
      []
    }
  }
}

extension Body {
  /// What people wrote in it.
  var words: [String] {
    switch self {
    case .text(let text), .system(let text): [text.string]
    case .media(let media): [media.caption.string]
    case .payment(let payment): [payment.note.string]
    case .unknown(_, let payload): [payload.string]
    case .redacted: []
    }
  }
}
