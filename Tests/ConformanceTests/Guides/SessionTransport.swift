import MessagingCore
import MessagingModel

/// A client with completion handlers, as `Spec/guides/workers.md` assumes it.
struct CallbackAPI: Sendable {
  typealias Answer = Result<ServerPosition, SendError>
  /// Begins a request; returns what cancels it. It calls back exactly once, also when cancelled.
  var post: @Sendable (SendRequest, @escaping @Sendable (Answer) -> Void) -> @Sendable () -> Void
}

/// What cancels a request, however early it is wanted.
private final class CancelBox: Sendable {
  private enum State {
    case empty
    case holds(@Sendable () -> Void)
    case cancelled
  }
  private let state = Locked(State.empty)

  func keep(_ cancel: @escaping @Sendable () -> Void) {
    let isLate = state.withLock { state in
      if case .cancelled = state { return true }
      state = .holds(cancel)
      return false
    }
    if isLate { cancel() }
  }

  func cancel() {
    let last = state.withLock { state in
      defer { state = .cancelled }
      return state
    }
    if case .holds(let cancel) = last { cancel() }
  }
}

struct SessionTransport: MessageTransport {
  let api: CallbackAPI

  func send(_ request: SendRequest) async throws(SendError) -> SendReceipt {
    let box = CancelBox()
    let answer = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        box.keep(api.post(request) { continuation.resume(returning: $0) })
      }
    } onCancel: {
      box.cancel()  // the callback still comes, with an error
    }
    return .published(request.key, at: try answer.get())  // no answer: throws `indeterminate`
  }
}
