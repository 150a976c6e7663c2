internal import MessagingCore
internal import MessagingModel

/// The requests of an engine, and the callers that wait for answers.
struct EngineDesk: Sendable {
  typealias Hear = @Sendable (ConnectionNews) -> Void
  typealias Waiting = CheckedContinuation<EngineAnswer, Never>

  private struct Wait: Sendable {
    let call: EngineCall
    let hear: Hear?
    let waiting: Waiting
    var isOpen = false
  }

  private var actions: [SyncAction] = []
  /// The tickets that were issued since the actions were last taken.
  private var fresh: Set<SyncTicket> = []
  private var waits: [SyncTicket: Wait] = [:]
  private var lastTicket: Int64 = 0
  /// Receives the events of the connection that ended last.
  private(set) var formerHear: Hear?
  var store = CommitObservers()
  private(set) var connectivity: [AsyncStream<Bool>.Continuation] = []
  private(set) var senders: [AsyncStream<SendDiagnosis>.Continuation] = []
  private(set) var isOnline = false
  private(set) var isSending = false
  private(set) var isOver = false
  var status = SyncStatus(phase: .offline)
  var people = People()
  var trouble: String?

  mutating func takeTicket() -> SyncTicket {
    lastTicket += 1
    return SyncTicket(lastTicket)
  }

  mutating func take(_ call: EngineCall, _ ticket: SyncTicket, _ hear: Hear?, _ waiting: Waiting) {
    actions.append(call.action(ticket))
    fresh.insert(ticket)
    waits[ticket] = Wait(call: call, hear: hear, waiting: waiting)
  }

  mutating func note(_ action: SyncAction) {
    guard case .reply(let callers, let outcome) = action,
      case .reply(let others, outcome)? = actions.last
    else { return actions.append(action) }
    actions[actions.count - 1] = .reply(others + callers, outcome)
  }

  /// Returns the actions since the previous call, in order, except that cancellations of earlier
  /// calls come first. Tasks begin and end concurrently, and all of this happens at one moment.
  mutating func takeActions() -> [SyncAction] {
    defer { (actions, fresh) = ([], []) }
    let isEarlier = { [fresh] (action: SyncAction) in
      action.cancelled.map { !fresh.contains($0) } ?? false
    }
    return actions.filter(isEarlier) + actions.filter { !isEarlier($0) }
  }

  mutating func end(_ ticket: SyncTicket) -> Waiting? { remove(ticket)?.waiting }

  mutating func giveUp(_ ticket: SyncTicket) -> Waiting? {
    guard let wait = remove(ticket) else { return nil }
    if let action = wait.call.givenUp(ticket) { actions.append(action) }
    return wait.waiting
  }

  private mutating func remove(_ ticket: SyncTicket) -> Wait? {
    let wait = waits.removeValue(forKey: ticket)
    formerHear = wait?.hear ?? formerHear
    return wait
  }

  /// Marks a connection as open.
  mutating func open(_ ticket: SyncTicket) -> Hear? {
    waits[ticket]?.isOpen = true
    return waits[ticket]?.hear
  }

  /// Receives the events of the open connection; `nil` if none is open.
  var hear: Hear? { waits.filter(\.value.isOpen).max { $0.key < $1.key }?.value.hear }

  /// - Returns: whether there is a network.
  mutating func connect(_ stream: AsyncStream<Bool>.Continuation) -> Bool {
    connectivity.append(stream)
    return isOnline
  }

  /// - Returns: whether something is being sent.
  mutating func follow(_ stream: AsyncStream<SendDiagnosis>.Continuation) -> Bool {
    senders.append(stream)
    return isSending
  }

  mutating func setOnline(_ isOnline: Bool) { self.isOnline = isOnline }

  mutating func setSending(_ isSending: Bool) { self.isSending = isSending }

  mutating func end() -> [Waiting] {
    isOver = true
    defer { waits = [:] }
    return waits.values.map(\.waiting)
  }
}
