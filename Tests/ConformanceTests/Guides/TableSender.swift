import MessagingCore
import MessagingModel

/// The worker of `Spec/guides/workers.md` that keeps its table: it takes its work from there, and
/// never reads the repository. It sends words alone.
final class TableSender: SendWorker {
  private struct State {
    var isOnline = false
    var pauses: Set<ConversationID?> = []
    /// The conversations that have a task.
    var busy: Set<ConversationID> = []
    var wake: AsyncStream<Void>.Continuation?

    func mayWork(in conversation: ConversationID) -> Bool {
      isOnline && pauses.isDisjoint(with: [nil, conversation])
    }
  }

  private let ports: SendPorts
  private let table: OutboxTable
  private let state = Locked(State())

  init(_ ports: SendPorts, _ table: OutboxTable) {
    (self.ports, self.table) = (ports, table)
  }

  func setPaused(_ isPaused: Bool, in conversation: ConversationID?) {
    let wake = state.withLock { state in
      if isPaused { state.pauses.insert(conversation) } else { state.pauses.remove(conversation) }
      return state.wake
    }
    wake?.yield()
  }

  /// It does not declare `sending-credentials`.
  func signedIn() {}

  func run() async {
    let (moves, wake) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    state.withLock { ($0.wake, $0.busy) = (wake, []) }
    await withDiscardingTaskGroup { group in
      group.addTask { for await _ in self.table.changes() { wake.yield() } }
      group.addTask {
        for await isOnline in self.ports.connectivity.states() {
          self.state.withLock { $0.isOnline = isOnline }
          wake.yield()
        }
      }
      for await _ in moves {
        for conversation in table.conversations() where begin(conversation) {
          group.addTask { await self.send(conversation) }
        }
      }
      group.cancelAll()
    }
  }

  private func send(_ conversation: ConversationID) async {
    var wait: Int64 = 1_000
    while let request = next(in: conversation) {
      do throws(SendError) {
        let receipt = try await ports.transport.send(request)
        // The answer to another request is no proof that this one was taken: ask again.
        guard receipt.key == request.key else { throw SendError(.indeterminate, code: "other-key") }
        table.note(receipt, to: request)
        wait = 1_000
      } catch {
        if table.note(error, of: request) { continue }
        try? await ports.clock.sleep(until: ports.clock.now + wait)
        wait = min(wait * 2, 60_000)
      }
    }
  }

  /// Whether the conversation had no task.
  private func begin(_ conversation: ConversationID) -> Bool {
    state.withLock { state in
      state.mayWork(in: conversation) && state.busy.insert(conversation).inserted
    }
  }

  /// The next request; if there is none, the conversation has no task any more.
  private func next(in conversation: ConversationID) -> SendRequest? {
    state.withLock { state in
      let mayWork = state.mayWork(in: conversation) && !Task.isCancelled
      let request = mayWork ? table.next(in: conversation) : nil
      if request == nil { state.busy.remove(conversation) }
      return request
    }
  }
}
