import MessagingCore
import MessagingModel

/// A server with a connection and numbered updates: message `n` is in the conversation
/// `n % conversations`. A first question is told of the last message of each alone, if it is brief.
final class SayingServer: SyncTransport, Sendable {
  private struct State {
    var count: Int
    var hear: (@Sendable (ConnectionNews) -> Void)?
    var questions = 0
    var pages = 0
  }

  private let conversations: Int
  private let limit: Int
  private let isBrief: Bool
  private let arrival: StreamTraits.Arrival
  private let state: Locked<State>

  init(
    _ arrival: StreamTraits.Arrival = .numbered, messages count: Int, conversations: Int = 1,
    limit: Int = 10, isBrief: Bool = false
  ) {
    self.arrival = arrival
    self.conversations = conversations
    self.limit = limit
    self.isBrief = isBrief
    state = Locked(State(count: count))
  }

  var questions: Int { state.current.questions }
  var pages: Int { state.current.pages }

  func conversation(_ number: Int) -> ConversationID {
    ConversationID("k\(number % conversations)")
  }

  private func message(_ number: Int) -> ReceivedMessage {
    received("s\(number)", Int64(number), in: conversation(number))
  }

  /// Somebody says one more thing; it comes so many times.
  func say(times: Int = 1) {
    let (number, hear) = state.withLock { state in
      state.count += 1
      return (state.count - 1, state.hear)
    }
    let place = Int64(number)
    let update = SyncUpdate(
      stream: .main,
      span: arrival == .numbered ? SyncUpdate.Span(after: place, to: place + 1) : nil,
      items: [.message(message(number))])
    for _ in 0..<times { hear?(.update(update)) }
  }

  var server: SyncServer {
    var stream = StreamTraits(arrival)
    stream.limit = limit
    return SyncServer(streams: [.main: stream])
  }

  func connect(hear: @escaping @Sendable (ConnectionNews) -> Void) async throws(SyncError) {
    state.withLock { $0.hear = hear }
    hear(.opened)
    for await _ in AsyncStream<Never>(Never.self, { _ in }) {}
  }

  func news(_ question: SyncQuestion) async throws(SyncError) -> SyncAnswer {
    let count = state.withLock { state in
      state.questions += 1
      return state.count
    }
    let first = question.since?.number.map(Int.init) ?? (isBrief ? count - conversations : 0)
    let end = isBrief ? count : min(count, first + question.limit)
    let numbers = Dictionary(grouping: first..<end) { $0 % conversations }
    let parts = numbers.sorted { $0.key < $1.key }.map { key, numbers in
      let start: ConversationPart.Start =
        numbers[0] < conversations
        ? .begins : question.since == nil ? .limited("older") : .continues
      return ConversationPart(
        conversation(key), start, items: numbers.map { .message(message($0)) })
    }
    return SyncAnswer(
      stream: question.stream, parts: parts, next: SyncToken(number: Int64(end)),
      isComplete: end == count)
  }

  func history(_ question: HistoryQuestion) async throws(SyncError) -> HistoryAnswer {
    let count = state.withLock { state in
      state.pages += 1
      return state.count
    }
    let older = 0..<(count - conversations)
    return HistoryAnswer(
      conversation: question.conversation,
      messages: older.filter { conversation($0) == question.conversation }.map(message),
      below: .start)
  }

  func report(_ reading: Reading) async throws(SyncError) {}
  func tellTyping(_ isTyping: Bool, in conversation: ConversationID) async {}
}
