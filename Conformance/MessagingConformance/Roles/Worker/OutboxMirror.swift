public import MessagingCore
public import MessagingModel

/// Stands between the suite and a worker that keeps a store of its own: the suite's messages go
/// into that store, and the outcomes in it go into `ports.repository`, where the suite reads them.
///
/// Both stores are compared after each change of either, so a crash between the two writes loses
/// nothing: the next run compares them again before the worker runs. Whatever the worker asks of
/// the network is its own doing. The mirror retries failed writes of the repository, and ends a
/// second run at once; the worker is not judged by either.
///
/// Only messages are mirrored: no edits, deletions or reactions, and no progress of uploads.
public final class OutboxMirror: SendWorker {
  private let ports: SendPorts
  private let outbox: any OwnOutbox
  private let worker: any SendWorker
  private let isRunning = Locked(false)

  /// - Parameters:
  ///   - ports: the ports that the suite gave.
  ///   - outbox: the store of the worker.
  ///   - worker: sends what is in the store; never touches `ports.repository`.
  public init(_ ports: SendPorts, _ outbox: any OwnOutbox, worker: any SendWorker) {
    (self.ports, self.outbox, self.worker) = (ports, outbox, worker)
  }

  public func setPaused(_ isPaused: Bool, in conversation: ConversationID?) {
    worker.setPaused(isPaused, in: conversation)
  }

  public func signedIn() { worker.signedIn() }

  public func run() async {
    let isSecond = isRunning.withLock { isRunning in
      defer { isRunning = true }
      return isRunning
    }
    guard !isSecond else { return }
    defer { isRunning.withLock { $0 = false } }
    let (moves, move) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    await withDiscardingTaskGroup { group in
      let (ports, outbox, worker) = (ports, outbox, worker)
      group.addTask {
        for await _ in ports.repository.commits(in: Scope()) { move.yield() }
        move.finish()  // The repository was closed.
      }
      var hasBegun = false
      var told: Set<MessageKey> = []
      for await _ in moves {
        await compare(&told)
        guard !hasBegun else { continue }
        hasBegun = true
        group.addTask { for await _ in outbox.changes() { move.yield() } }
        group.addTask {
          await worker.run()
          move.finish()
        }
      }
      group.cancelAll()
    }
  }

  /// Compares both stores until nothing fails.
  private func compare(_ told: inout Set<MessageKey>) async {
    var wait: Int64 = 1_000
    while !Task.isCancelled {
      do {
        let step = MirrorStep(try await unsent(), try outbox.rows(), told: told)
        if !step.orders.isEmpty { try outbox.take(step.orders) }
        for change in step.changes { _ = try await ports.repository.apply([change]) }
        told = step.told
        return
      } catch {
        try? await ports.clock.sleep(until: ports.clock.now + wait)
        wait = min(wait * 2, 60_000)
      }
    }
  }

  /// All unsent messages, and the retractions of all conversations. These are read last: a message
  /// that is cancelled meanwhile is among both, and not among neither.
  private func unsent() async throws(RepositoryError) -> Snapshot {
    let (all, limit) = (ports.repository, Limits.page)
    var snapshot = try await all.read(Query(.outbox, in: nil, limit: limit))
    let found = try await all.read(Query(.unsent(since: .zero), in: nil, limit: limit))
    snapshot.retractions = found.retractions
    return snapshot
  }
}

/// What follows from both stores.
private struct MirrorStep {
  private(set) var orders: [OutboxOrder] = []
  private(set) var changes: [Change] = []
  /// The messages that the repository has as failed. One that is `sending` again was retried.
  private(set) var told: Set<MessageKey>

  init(_ unsent: Snapshot, _ rows: [OwnOutboxRow], told: Set<MessageKey>) {
    self.told = told
    let known = Set(rows.map(\.key))
    let messages = unsent.messages.filter { $0.position.confirmed == nil }
    let cancelled = Set(unsent.retractions.map(\.key))
    for retraction in unsent.retractions where !known.contains(retraction.key) {
      changes.append(.settle(OutboxKey(retraction.key), .original))  // Nobody took it.
    }
    let states = Dictionary(messages.map { ($0.key, $0.delivery) }) { first, _ in first }
    for row in rows {
      if cancelled.contains(row.key) {
        cancel(row)
      } else if let state = states[row.key] {
        match(row, state)
      } else if unsent.messages.count < Limits.page {
        orders.append(.drop(row.key))
      }
    }
    for message in messages where !known.contains(message.key) && message.delivery == .sending {
      orders.append(.send(message))
    }
  }

  private mutating func cancel(_ row: OwnOutboxRow) {
    switch row.state {
    case .waiting, .failed, .sent: orders.append(.cancel(row.key))
    case .retracting: break
    case .retracted: changes.append(.settle(OutboxKey(row.key), .original))
    }
  }

  private mutating func match(_ row: OwnOutboxRow, _ state: DeliveryState) {
    switch (row.state, state) {
    case (.sent(let position), _): changes.append(.acknowledge(row.key, position))
    case (.failed, .failed): told.insert(row.key)
    case (.failed, _) where told.contains(row.key):
      told.remove(row.key)
      orders.append(.retry(row.key))
    case (.failed(let reason), _):
      changes.append(.fail(OutboxKey(row.key), reason))
      told.insert(row.key)
    case (_, _): break
    }
  }
}
