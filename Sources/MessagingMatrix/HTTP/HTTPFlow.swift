internal import Foundation
internal import MessagingCore

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

/// The body of an answer on its way to somebody who takes it piece by piece, and may be slower than
/// the network: the connection pauses while more than ``most`` bytes wait.
final class HTTPFlow: Sendable {
  enum News: Sendable {
    /// The server answers with a success, whose body follows.
    case begins(HTTPAnswer)
    case bytes(Data)
  }

  private struct State {
    var waiting = 0
    var paused: URLSessionTask?
  }

  /// Ends with the exchange, however that ends.
  let news: AsyncStream<News>
  /// In bytes.
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

  /// So many bytes do not wait any more.
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
