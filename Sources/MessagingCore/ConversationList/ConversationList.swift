internal import MessagingModel
public import MessagingTimeline

/// A list of conversations on a screen: the thin shell around `ConversationListState`, or around
/// what somebody else brings that decides. It asks and reads, and comes back when the state says
/// so; it decides nothing.
///
///     let list = ConversationList(
///       ConversationListOptions(owner: "me"), repository, index: repository)
///     Task { await list.run() }
///     for await update in list.updates { … }  // apply the difference, then look again
///
/// Entries and differences are made in the task of ``run()``, never in that of the screen. One
/// screen takes the updates; there is never more than one that it has not taken.
public final class ConversationList: Sendable {
  private let options: ConversationListOptions
  private let ports: ConversationListPorts
  private let begin: @Sendable (ConversationListOptions) -> any ConversationListDeciding
  private let events: Locked<AsyncStream<ConversationListEvent>?>
  private let mailbox: AsyncStream<ConversationListEvent>.Continuation
  private let outbox: AsyncStream<ConversationListUpdate>.Continuation
  private let status = Broadcast<ConversationListStatus>(nil)

  /// What the screen has to do, one after another; it ends with the list. The next one is made when
  /// it is asked for, from what the screen took last (`LIST-015`).
  public let updates: ConversationListUpdates

  /// - Parameter index: says which conversations there are: the repository itself where it can, or
  ///   ``NamedConversations``.
  public convenience init(
    _ options: ConversationListOptions, _ repository: any MessageRepository,
    index: any ConversationIndexing
  ) {
    self.init(options, ConversationListPorts(repository: repository, index: index)) {
      ConversationListState($0)
    }
  }

  /// A list of which somebody else decides what is shown.
  ///
  /// - Parameter begin: a state that is not open yet; asked once.
  public init(
    _ options: ConversationListOptions, _ ports: ConversationListPorts,
    deciding begin:
      @escaping @Sendable (ConversationListOptions) -> any ConversationListDeciding
  ) {
    (self.options, self.ports, self.begin) = (options, ports, begin)
    let (events, mailbox) = AsyncStream<ConversationListEvent>.makeStream()
    let (updates, outbox) = AsyncStream<ConversationListUpdate>.makeStream()
    (self.events, self.mailbox, self.outbox) = (Locked(events), mailbox, outbox)
    self.updates = ConversationListUpdates(updates) { mailbox.yield(.ready) }
  }

  /// Opens the list and works until ``close()``, until the store is closed, or the task is
  /// cancelled; then for good. A second call returns at once.
  public func run() async {
    let events = events.withLock { events in
      defer { events = nil }
      return events
    }
    guard let events else { return }
    await work(on: events)
    outbox.finish()
  }

  /// Whose messages are hidden, or whether answers in threads are shown, is different now.
  public func show(_ input: TimelineInput) { tell(.shown(input)) }

  /// Somebody wants what could not be read to be read again now.
  public func retry() { tell(.retry) }

  /// The screen goes.
  public func close() { tell(.closed) }

  /// How the list is, besides its entries: the present state as soon as it runs, then each that
  /// differs from the one before it; a slow observer misses those in between.
  public func statuses() -> AsyncStream<ConversationListStatus> { status.values() }

  /// A second, then twice as long each time, at most about a minute: in milliseconds.
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
          case .show(let update): outbox.yield(update)
          case .retryLater(let attempt):
            // Instead of the one before, if somebody was faster than that.
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

/// The updates of a list, each made when it is asked for. One consumer at a time.
public struct ConversationListUpdates: AsyncSequence, Sendable {
  private let updates: AsyncStream<ConversationListUpdate>
  private let ready: @Sendable () -> Void

  init(_ updates: AsyncStream<ConversationListUpdate>, ready: @escaping @Sendable () -> Void) {
    (self.updates, self.ready) = (updates, ready)
  }

  public struct Iterator: AsyncIteratorProtocol {
    fileprivate var updates: AsyncStream<ConversationListUpdate>.Iterator
    fileprivate let ready: @Sendable () -> Void

    /// The next update; `nil` when the list has ended. Ask after applying the one before.
    public mutating func next() async -> ConversationListUpdate? {
      ready()
      return await updates.next()
    }
  }

  public func makeAsyncIterator() -> Iterator {
    Iterator(updates: updates.makeAsyncIterator(), ready: ready)
  }
}
