import MessagingConformance
import MessagingCore
import MessagingModel

/// The table of unsent messages of ``TableSender``, which nothing else reads. It stands for one in
/// SQLite: what is in it outlives the worker.
final class OutboxTable: OwnOutbox {
  fileprivate struct Row: Sendable {
    let message: Message
    var state = OwnOutboxRow.State.waiting
    var isInFlight = false
    /// Whether the server may have it, by an earlier request.
    var isInDoubt = false

    var key: MessageKey { message.key }
    /// Whether the server may have it.
    var mayBeThere: Bool { isInFlight || isInDoubt || state.isSent }
  }

  private let rowsByAge = Locked<[Row]>([])
  private let observers = Locked<[AsyncStream<Void>.Continuation]>([])

  // What the mirror needs.

  func rows() -> [OwnOutboxRow] { rowsByAge.current.map { OwnOutboxRow($0.key, $0.state) } }

  func take(_ orders: [OutboxOrder]) {
    change { rows in
      for order in orders {
        switch order {
        case .send(let message):
          let isKnown = rows.contains { $0.key == message.key }
          if !isKnown { rows.append(Row(message: message)) }
        case .retry(let key): rows.update(key) { if $0.state.isFailed { $0.state = .waiting } }
        case .cancel(let key):
          rows.update(key) { row in
            if row.state != .retracted { row.state = row.mayBeThere ? .retracting : .retracted }
          }
        case .drop(let key): rows.removeAll { $0.key == key }
        }
      }
    }
  }

  func changes() -> AsyncStream<Void> {
    let (stream, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    observers.withLock { $0.append(continuation) }
    continuation.yield()
    return stream
  }

  // What the worker needs.

  /// In the order of their oldest rows.
  func conversations() -> [ConversationID] {
    var seen: Set<ConversationID> = []
    return rowsByAge.current.map(\.message.conversation).filter { seen.insert($0).inserted }
  }

  /// The request of the oldest row that needs one; a failed message blocks those behind it.
  func next(in conversation: ConversationID) -> SendRequest? {
    rowsByAge.withLock { rows in
      for index in rows.indices where rows[index].message.conversation == conversation {
        let message = rows[index].message
        switch rows[index].state {
        case .sent, .retracted: continue
        case .failed: return nil
        case .waiting:
          // Still in flight: an earlier process began it.
          if rows[index].isInFlight { rows[index].isInDoubt = true }
          rows[index].isInFlight = true
          return SendRequest(
            conversation: conversation, key: message.id,
            action: .publish(
              message.body, timestamp: message.timestamp, replyTo: nil, threadRoot: nil))
        case .retracting:
          return SendRequest(conversation: conversation, key: message.id, action: .retract)
        }
      }
      return nil
    }
  }

  func note(_ receipt: SendReceipt, to request: SendRequest) {
    change { rows in
      rows.update(MessageKey(request.conversation, request.key)) { row in
        row.isInFlight = false
        if request.action == .retract {
          row.state = .retracted
        } else if let position = receipt.position, row.state == .waiting {
          row.state = .sent(position)
        }
      }
    }
  }

  /// - Returns: whether that is the end of the request.
  func note(_ error: SendError, of request: SendRequest) -> Bool {
    var isEnd = false
    change { rows in
      rows.update(MessageKey(request.conversation, request.key)) { row in
        row.isInFlight = false
        if error.kind == .indeterminate { row.isInDoubt = true }
        if row.state == .waiting, error.kind == .permanent {
          row.state = .failed(FailureReason(code: error.code, text: error.text))
          isEnd = true
        } else if row.state == .retracting, !row.isInDoubt {
          row.state = .retracted  // It did not arrive.
          isEnd = true
        }
      }
    }
    return isEnd
  }

  private func change(_ body: (inout [Row]) -> Void) {
    rowsByAge.withLock { body(&$0) }
    for observer in observers.current { observer.yield() }
  }
}

extension [OutboxTable.Row] {
  fileprivate mutating func update(_ key: MessageKey, _ body: (inout OutboxTable.Row) -> Void) {
    if let index = firstIndex(where: { $0.key == key }) { body(&self[index]) }
  }
}

extension OwnOutboxRow.State {
  fileprivate var isFailed: Bool { if case .failed = self { true } else { false } }
  fileprivate var isSent: Bool { if case .sent = self { true } else { false } }
}
