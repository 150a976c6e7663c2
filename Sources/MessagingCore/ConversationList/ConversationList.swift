internal import MessagingModel
public import MessagingTimeline

/// A list of conversations on a screen. It is a thin shell around `ConversationListState`, or
/// around another ``ConversationListDeciding``: it runs the actions that the state returns and
/// decides nothing.
///
///     let list = ConversationList(
///       ConversationListOptions(owner: "me"), repository, index: repository)
///     Task { await list.run() }
///     for await update in list.updates { … }  // apply the difference, then look again
///
/// Entries and diffs are computed in the task of ``run()``, never in the screen's task. The updates
/// have one consumer; at most one update is pending at a time.
public final class ConversationList: Sendable {
  private let options: ConversationListOptions
  private let ports: ConversationListPorts
  private let begin: @Sendable (ConversationListOptions) -> any ConversationListDeciding
  private let events: Locked<AsyncStream<ConversationListEvent>?>
  private let mailbox: AsyncStream<ConversationListEvent>.Continuation
  private let outbox = UpdateQueue<ConversationListUpdate>()
  private let status = Broadcast<ConversationListStatus>(nil)

  /// The updates for the screen, in order. The sequence ends when the list closes. Each update is
  /// computed when the screen requests it, from the last one that the screen took (`LIST-015`).
  public let updates: ConversationListUpdates

  /// - Parameter index: lists the conversations: the repository itself if it can, or
  ///   ``NamedConversations``.
  public convenience init(
    _ options: ConversationListOptions, _ repository: any MessageRepository,
    index: any ConversationIndexing
  ) {
    self.init(options, ConversationListPorts(repository: repository, index: index)) {
      ConversationListState($0)
    }
  }

  /// Creates a list with a custom deciding state.
  ///
  /// - Parameter begin: makes a state that is not open yet. Called once, by ``run()``.
  public init(
    _ options: ConversationListOptions, _ ports: ConversationListPorts,
    deciding begin:
      @escaping @Sendable (ConversationListOptions) -> any ConversationListDeciding
  ) {
    (self.options, self.ports, self.begin) = (options, ports, begin)
    let (events, mailbox) = AsyncStream<ConversationListEvent>.makeStream()
    (self.events, self.mailbox) = (Locked(events), mailbox)
    self.updates = ConversationListUpdates(outbox) { mailbox.yield(.ready) }
  }

  /// Opens the list and runs until ``close()``, until the store is closed, or until the task is
  /// cancelled. It does not run a second time: every later call returns at once.
  public func run() async {
    let events = events.withLock { events in
      defer { events = nil }
      return events
    }
    guard let events else { return }
    await work(on: events)
    outbox.finish()
  }

  /// Changes what the list shows: whose messages are hidden, and whether replies in threads are
  /// shown.
  public func show(_ input: TimelineInput) { tell(.shown(input)) }

  /// Reads again, without further delay, what could not be read.
  public func retry() { tell(.retry) }

  /// Closes the list, when its screen goes away.
  public func close() { tell(.closed) }

  /// The status of the list, without its entries: the current one once the list runs, then every
  /// change. A slow observer misses the ones in between.
  public func statuses() -> AsyncStream<ConversationListStatus> { status.values() }

  /// The delay before retry `attempt`, in milliseconds: 1 second, doubled each time, at most 64
  /// seconds.
  private static func wait(after attempt: Int) -> Int64 {
    1_000 << Int64(min(max(attempt, 1) - 1, 6))
  }

  private func tell(_ event: ConversationListEvent) { mailbox.yield(event) }

  private func work(on events: AsyncStream<ConversationListEvent>) async {
    await withDiscardingTaskGroup { group in
      var state = begin(options)
      let effects = ConversationListEffects(ports: ports, mailbox: mailbox)
      effects.follow(in: &group)
      mailbox.yield(.opened)
      var alarm = Alarm(ports.clock) { [mailbox] in mailbox.yield(.retry) }
      for await event in events {
        for action in state.handle(event) {
          switch action {
          case .show(let update): outbox.send(update)
          case .retryLater(let attempt):
            // This replaces the earlier alarm if that is still pending.
            alarm.set(for: ports.clock.now + Self.wait(after: attempt), in: &group)
          case .ask, .read: effects.run(action, in: &group)
          }
        }
        status.send(state.status)
        if state.status.phase == .closed { break }
      }
      group.cancelAll()
    }
  }
}

/// The updates of a list. Each is computed when it is requested. One consumer at a time.
public struct ConversationListUpdates: AsyncSequence, Sendable {
  private let updates: UpdateQueue<ConversationListUpdate>
  private let ready: @Sendable () -> Void

  init(_ updates: UpdateQueue<ConversationListUpdate>, ready: @escaping @Sendable () -> Void) {
    (self.updates, self.ready) = (updates, ready)
  }

  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let updates: UpdateQueue<ConversationListUpdate>
    fileprivate let ready: @Sendable () -> Void

    /// The next update; `nil` when the list has ended, or when the task is cancelled while it
    /// waits. Request it after you have applied the previous one. Whoever asks next goes on from
    /// there: a view may come back and iterate again.
    public mutating func next() async -> ConversationListUpdate? {
      ready()
      return await updates.next()
    }
  }

  public func makeAsyncIterator() -> Iterator {
    Iterator(updates: updates, ready: ready)
  }
}
