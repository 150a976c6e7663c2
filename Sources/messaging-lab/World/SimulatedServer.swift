internal import MessagingCore
internal import MessagingModel

/// A server in this process: one conversation, a numbered stream of what is new, pages of history.
///
/// What it has taken and what the client heard of it are two things: ``loseNextAnswer()``.
final class SimulatedServer: Sendable {
  private struct State {
    var history: [ReceivedMessage]
    var stream: [SyncItem] = []
    var taken: [MessageID: ServerPosition] = [:]
    var isReachable = true
    var losesNextAnswer = false
    var connection: Connection?
    var lastConnection = 0
  }

  private struct Connection {
    let number: Int
    let hear: @Sendable (ConnectionNews) -> Void
    /// Finished when the connection is gone.
    let end: AsyncStream<Never>.Continuation
  }

  private let state: Locked<State>
  private let delay: Duration

  /// - Parameter delay: how long an answer takes.
  init(history: [ReceivedMessage], delay: Duration) {
    state = Locked(State(history: history))
    self.delay = delay
  }

  var messageCount: Int { state.current.history.count }

  /// The network comes or goes.
  func set(isReachable: Bool) {
    let lost = state.withLock { state in
      state.isReachable = isReachable
      defer { if !isReachable { state.connection = nil } }
      return isReachable ? nil : state.connection
    }
    lost?.end.finish()
  }

  /// The next message is taken, and the sender does not hear of it.
  func loseNextAnswer() { state.withLock { $0.losesNextAnswer = true } }

  /// Somebody else writes.
  func write(_ text: String, from sender: ParticipantID) {
    publish { state in
      let message = ReceivedMessage(
        conversation: LabConversation.id, position: Self.next(state.history), sender: sender,
        body: .text(ExactString(text)))
      state.history.append(message)
      return [.message(message)]
    }
  }

  /// So many people read the newest message, each on their own.
  func readNewest(by readers: Int) {
    for number in 1...max(readers, 1) {
      publish { state in
        guard let newest = state.history.last else { return [] }
        return [
          .relation(
            Relation(
              conversation: LabConversation.id, target: .remote(newest.position.remoteID),
              author: ParticipantID("reader \(number)"),
              action: .receipt(newest.position.serverTime)))
        ]
      }
    }
  }

  /// Adds to the stream, and tells whoever is connected.
  private func publish(_ make: (inout State) -> [SyncItem]) {
    let (connection, updates) = state.withLock { state -> (Connection?, [SyncUpdate]) in
      let updates = make(&state).map { item in
        let last = Int64(state.stream.count)
        state.stream.append(item)
        return SyncUpdate(stream: .main, span: .init(after: last, to: last + 1), items: [item])
      }
      return (state.connection, updates)
    }
    for update in updates { connection?.hear(.update(update)) }
  }

  private static func next(_ history: [ReceivedMessage]) -> ServerPosition {
    let last = history.last?.position.serverTime.milliseconds ?? 0
    return LabConversation.position(at: last + 20_000, history.count)
  }

  private func isOffline() async -> Bool {
    try? await ContinuousClock().sleep(for: delay)
    return !state.current.isReachable
  }
}

extension SimulatedServer: SyncTransport {
  var server: SyncServer { SyncServer(streams: [.main: .numbered]) }

  func connect(hear: @escaping @Sendable (ConnectionNews) -> Void) async throws(SyncError) {
    if await isOffline() { throw SyncError(.offline, code: "offline") }
    let (lifetime, end) = AsyncStream<Never>.makeStream()
    let number = state.withLock { state in
      state.lastConnection += 1
      state.connection = Connection(number: state.lastConnection, hear: hear, end: end)
      return state.lastConnection
    }
    hear(.opened)
    for await _ in lifetime {}
    state.withLock { if $0.connection?.number == number { $0.connection = nil } }
  }

  func news(_ question: SyncQuestion) async throws(SyncError) -> SyncAnswer {
    if await isOffline() { throw SyncError(.offline, code: "offline") }
    let state = state.current
    let since = Int(question.since?.number ?? 0)
    guard (0...state.stream.count).contains(since) else {
      throw SyncError(.unknownToken, code: "unknown-token")
    }
    let items = Array(state.stream[since...].prefix(question.limit))
    return SyncAnswer(
      stream: .main,
      parts: items.isEmpty ? [] : [ConversationPart(LabConversation.id, items: items)],
      next: SyncToken(number: Int64(since + items.count)),
      isComplete: since + items.count == state.stream.count)
  }

  func report(_ reading: Reading) async throws(SyncError) {
    if await isOffline() { throw SyncError(.offline, code: "offline") }
  }

  func tellTyping(_ isTyping: Bool, in conversation: ConversationID) async {}

  func history(_ question: HistoryQuestion) async throws(SyncError) -> HistoryAnswer {
    if await isOffline() { throw SyncError(.offline, code: "offline") }
    let history = state.current.history
    let end = question.gap?.before.map { before in
      history.firstIndex { $0.position >= before } ?? history.count
    }
    let upper = end ?? history.count
    let lower = max(0, upper - question.limit)
    return HistoryAnswer(
      conversation: LabConversation.id, messages: Array(history[lower..<upper]),
      below: lower == 0 ? .start : .more(nil))
  }
}

extension SimulatedServer: MessageTransport {
  func send(_ request: SendRequest) async throws(SendError) -> SendReceipt {
    if await isOffline() { throw SendError(.offline, code: "offline") }
    switch request.action {
    case .publish(let body, _, _, _): return try take(body, under: request.key)
    case .retract: return .retracted(request.key)
    case .edit, .delete, .react, .unreact:
      throw SendError(.permanent, code: "not-offered", text: "The lab sends text alone.")
    }
  }

  private func take(_ body: Body, under key: MessageID) throws(SendError) -> SendReceipt {
    if let place = state.current.taken[key] { return .alreadyPublished(key, at: place) }
    let place = state.withLock { state in
      let place = Self.next(state.history)
      state.taken[key] = place
      state.history.append(
        ReceivedMessage(
          conversation: LabConversation.id, position: place, id: key,
          sender: LabConversation.owner, body: body))
      return place
    }
    publish { state in state.history.last { $0.id == key }.map { [.message($0)] } ?? [] }
    let isLost = state.withLock { state in
      defer { state.losesNextAnswer = false }
      return state.losesNextAnswer
    }
    if isLost { throw SendError(.indeterminate, code: "answer-lost") }
    return .published(key, at: place)
  }
}
