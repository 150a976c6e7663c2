import MessagingCore
import MessagingModel

/// A server of one conversation with long polls, in a few lines. A first question gets the newest
/// messages and a gap below them.
final class ToySyncServer: SyncTransport, Sendable {
  struct State: Sendable {
    var messages: [ReceivedMessage] = []
    var questions: [SyncQuestion] = []
    var pages: [HistoryQuestion] = []
    var reports: [Reading] = []
    /// What people do, told with the next answer.
    var people: [PersonNews] = []
    /// Whoever waits for something new.
    var polls: [AsyncStream<Void>.Continuation] = []
    /// Whoever waits to hear of the next question for a page.
    var watchers: [AsyncStream<Void>.Continuation] = []
    /// Pages wait until this many callers are known to have asked.
    var heldPages: [AsyncStream<Void>.Continuation] = []
    var holdsPages = false
  }

  let state: Locked<State>
  /// Each report of how far the owner has read.
  private let reported = AsyncStream<Void>.makeStream()
  /// What it was told of the owner's typing.
  let typing: AsyncStream<Bool>
  private let heardTyping: AsyncStream<Bool>.Continuation

  init(messages count: Int) {
    state = Locked(State(messages: (0..<count).map(ToySyncServer.message)))
    (typing, heardTyping) = AsyncStream<Bool>.makeStream()
  }

  static let chat: ConversationID = "k1"

  static func message(_ number: Int) -> ReceivedMessage {
    ReceivedMessage(
      conversation: chat,
      position: ServerPosition(
        serverTime: Timestamp(milliseconds: Int64(number)), timestamp: 0,
        remoteID: RemoteID("s\(number)")),
      sender: "ann", body: .text(ExactString("m\(number)")))
  }

  /// Somebody says one more thing.
  func say() {
    let polls = state.withLock { state in
      state.messages.append(Self.message(state.messages.count))
      defer { state.polls = [] }
      return state.polls
    }
    for poll in polls { poll.finish() }
  }

  func setHoldsPages(_ holds: Bool) {
    let held = state.withLock { state in
      state.holdsPages = holds
      defer { if !holds { state.heldPages = [] } }
      return holds ? [] : state.heldPages
    }
    for page in held { page.finish() }
  }

  /// Returns when a page has been asked for.
  func waitForPageQuestion() async {
    let (asked, watcher) = AsyncStream<Void>.makeStream()
    let isAsked = state.withLock { state in
      state.watchers.append(watcher)
      return !state.pages.isEmpty
    }
    if isAsked { return }
    for await _ in asked {}
  }

  /// Returns when the owner's reading has been reported.
  func waitForReport() async { for await _ in reported.stream { return } }

  var server: SyncServer { SyncServer() }

  func connect(hear: @escaping @Sendable (ConnectionNews) -> Void) async throws(SyncError) {
    hear(.opened)
    await Self.untilCancelled()
  }

  func news(_ question: SyncQuestion) async throws(SyncError) -> SyncAnswer {
    let (moved, poll) = AsyncStream<Void>.makeStream()
    let mustWait = state.withLock { state in
      state.questions.append(question)
      let isCurrent = question.since?.number.map(Int.init) == state.messages.count
      guard isCurrent, question.wait > 0 else { return false }
      state.polls.append(poll)
      return true
    }
    if mustWait { for await _ in moved {} }
    let (messages, people) = state.withLock { state in
      defer { state.people = [] }
      return (state.messages, state.people)
    }
    let known = question.since?.number.map(Int.init)
    let first = known ?? max(0, messages.count - 3)
    let part = ConversationPart(
      Self.chat,
      known == nil && first > 0 ? .limited(GapToken(ExactString("\(first)"))) : .continues,
      items: messages[first...].map(SyncItem.message))
    return SyncAnswer(
      stream: question.stream, parts: part.items.isEmpty ? [] : [part],
      next: SyncToken(number: Int64(messages.count)), isComplete: true, people: people)
  }

  func history(_ question: HistoryQuestion) async throws(SyncError) -> HistoryAnswer {
    let (released, hold) = AsyncStream<Void>.makeStream()
    let (holds, watchers) = state.withLock { state in
      state.pages.append(question)
      if state.holdsPages { state.heldPages.append(hold) }
      defer { state.watchers = [] }
      return (state.holdsPages, state.watchers)
    }
    for watcher in watchers { watcher.finish() }
    if holds { for await _ in released {} }
    let messages = state.current.messages
    let end = messages.firstIndex { $0.position == question.gap?.before } ?? messages.count
    let start = max(0, end - 5)
    return HistoryAnswer(
      conversation: question.conversation, messages: Array(messages[start..<end]),
      below: start == 0 ? .start : .more(GapToken(ExactString("\(start)"))))
  }

  func report(_ reading: Reading) async throws(SyncError) {
    state.withLock { $0.reports.append(reading) }
    reported.continuation.yield()
  }

  func tellTyping(_ isTyping: Bool, in _: ConversationID) async {
    heardTyping.yield(isTyping)
  }

  private static func untilCancelled() async {
    let (never, keep) = AsyncStream<Void>.makeStream()
    for await _ in never {}
    keep.finish()
  }
}
