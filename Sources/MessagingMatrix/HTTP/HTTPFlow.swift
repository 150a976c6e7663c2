internal import Foundation
internal import MessagingCore

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

/// The body of a response, for a consumer that takes it piece by piece and may be slower than the
/// network. The connection pauses while more than ``most`` bytes wait.
final class HTTPFlow: Sendable {
  enum News: Sendable {
    /// A successful response begins; its body follows.
    case begins(HTTPAnswer)
    case bytes(Data)
  }

  private struct State {
    var waiting = 0
    var paused: URLSessionTask?
  }

  /// The events. The stream ends when the exchange ends, with or without success.
  let news: AsyncStream<News>
  /// How many bytes may wait before the connection pauses.
  private let most: Int
  private let sender: AsyncStream<News>.Continuation
  private let state = Locked(State())

  init(most: Int = 1 << 20) {
    (news, sender) = AsyncStream.makeStream()
    self.most = most
  }

  func begin(_ answer: HTTPAnswer) { sender.yield(.begins(answer)) }

  func carry(_ data: Data, of task: URLSessionTask) {
    state.withLock { state in
      state.waiting += data.count
      guard state.waiting > most, state.paused == nil else { return }
      state.paused = task
      task.suspend()
    }
    sender.yield(.bytes(data))
  }

  /// Reports that the consumer took this many bytes.
  func take(_ count: Int) {
    state.withLock { state in
      state.waiting -= count
      guard state.waiting <= most / 2, let task = state.paused else { return }
      state.paused = nil
      task.resume()
    }
  }

  func end() { sender.finish() }
}
