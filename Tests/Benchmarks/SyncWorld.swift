import Foundation
import MessagingCore
import MessagingModel

/// A server that makes up what it says when it is asked: event `n` is the message `n` of the
/// conversation `n % conversations`. It holds nothing, so that memory is the client's.
final class EndlessServer: SyncTransport, Sendable {
  private struct State {
    var count: Int
    var hear: (@Sendable (ConnectionNews) -> Void)?
    var pages = 0
  }

  private let conversations: Int
  private let limit: Int
  /// Whether a first answer tells the last message of each conversation alone.
  private let isBrief: Bool
  private let state: Locked<State>

  init(events count: Int, conversations: Int, limit: Int = 500, isBrief: Bool = false) {
    self.conversations = conversations
    self.limit = limit
    self.isBrief = isBrief
    state = Locked(State(count: count))
  }

  /// How many pages of history it was asked for.
  var pages: Int { state.current.pages }

  func conversation(_ number: Int) -> ConversationID {
    ConversationID("conversation-\(number % conversations)")
  }

  private func message(_ number: Int) -> ReceivedMessage {
    let like = World.message(number)
    return ReceivedMessage(
      conversation: conversation(number), position: like.position, sender: like.sender,
      body: like.body)
  }

  /// One more message comes on the connection.
  func say() -> ReceivedMessage {
    let (number, hear) = state.withLock { state in
      state.count += 1
      return (state.count - 1, state.hear)
    }
    let (message, place) = (message(number), Int64(number))
    hear?(
      .update(
        SyncUpdate(
          stream: .main, span: SyncUpdate.Span(after: place, to: place + 1),
          items: [.message(message)])))
    return message
  }

  var server: SyncServer {
    var stream = StreamTraits(.numbered)
    stream.limit = limit
    return SyncServer(streams: [.main: stream])
  }

  func connect(hear: @escaping @Sendable (ConnectionNews) -> Void) async throws(SyncError) {
    state.withLock { $0.hear = hear }
    hear(.opened)
    for await _ in AsyncStream<Never>(Never.self, { _ in }) {}
  }

  func news(_ question: SyncQuestion) async throws(SyncError) -> SyncAnswer {
    let count = state.current.count
    let first = question.since?.number.map(Int.init) ?? (isBrief ? count - conversations : 0)
    let end = min(count, isBrief ? count : first + question.limit)
    let numbers = Dictionary(grouping: max(0, first)..<end) { $0 % conversations }
    let parts = numbers.keys.sorted().map { key in
      let items = numbers[key, default: []].map { SyncItem.message(message($0)) }
      let begins = (numbers[key]?.first ?? 0) < conversations
      return ConversationPart(
        conversation(key),
        begins ? .begins : question.since == nil ? .limited("older") : .continues,
        items: items)
    }
    return SyncAnswer(
      stream: question.stream, parts: parts, next: SyncToken(number: Int64(end)),
      isComplete: end == count)
  }

  func history(_ question: HistoryQuestion) async throws(SyncError) -> HistoryAnswer {
    state.withLock { $0.pages += 1 }
    let upper = state.current.count - conversations
    let mine = (0..<max(0, upper)).filter { conversation($0) == question.conversation }
    return HistoryAnswer(
      conversation: question.conversation, messages: mine.suffix(question.limit).map(message),
      below: .start)
  }

  func report(_ reading: Reading) async throws(SyncError) {}
  func tellTyping(_ isTyping: Bool, in conversation: ConversationID) async {}
}

/// An engine that runs over a store.
struct RunningEngine {
  let engine: RepositorySyncEngine
  private let run: Task<Void, Never>

  /// Returns when it is live.
  init(_ repository: any MessageRepository, _ server: EndlessServer) async {
    let engine = RepositorySyncEngine(
      SyncPorts(repository: repository, transport: server, connectivity: NoFiles()), owner: owner,
      seed: 1)
    self.engine = engine
    run = Task { await engine.run() }
    for await status in engine.statuses() where status.phase == .live { break }
  }

  func stop() async {
    run.cancel()
    await run.value
  }
}

/// The most memory that this process ever held at once, in megabytes; `nil` where the system does
/// not say so.
func peakMemory() -> Int? { memory("VmHWM").map { $0 / 1_024 } }

/// The memory that this process holds now, in kilobytes; `nil` where the system does not say so.
func residentMemory() -> Int? { memory("VmRSS") }

private func memory(_ name: String) -> Int? {
  guard let text = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8) else {
    return nil
  }
  let line = text.split(separator: "\n").first { $0.hasPrefix(name) }
  return line?.split(separator: " ").dropFirst().first.flatMap { Int($0) }
}

/// From now on the peak is that of what comes.
func forgetPeakMemory() {
  try? "5".write(toFile: "/proc/self/clear_refs", atomically: false, encoding: .utf8)
}
