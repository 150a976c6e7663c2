public import MessagingModel
public import MessagingTimeline

/// A conversation on a screen: the thin shell around `TimelineState`, or around what somebody
/// else brings that decides. It reads, asks the engine for what is missing, and sleeps when the
/// state says so; it decides nothing.
///
///     let timeline = ConversationTimeline(
///       TimelineOptions(owner: "me", conversation: "k1"), repository, sync: engine)
///     Task { await timeline.run() }
///     timeline.open(at: .firstUnread, height: view.height)
///     for await update in timeline.updates { … }  // apply the difference, then look again
///
/// Rows and differences are made in the task of ``run()``, never in that of the screen. One screen
/// takes the updates; there is never more than one that it has not taken.
public final class ConversationTimeline: Sendable {
  private let options: TimelineOptions
  private let ports: TimelinePorts
  private let begin: @Sendable (TimelineOptions) -> any TimelineDeciding
  private let notes: Locked<AsyncStream<TimelineNote>?>
  private let mailbox: AsyncStream<TimelineNote>.Continuation
  private let outbox: AsyncStream<TimelineUpdate>.Continuation
  private let status = Broadcast<TimelineStatus>(nil)

  /// What the screen has to do, one after another; it ends with the conversation. The next one is
  /// made when it is asked for, from what the screen took last (`OPEN-009`).
  public let updates: TimelineUpdates

  public convenience init(
    _ options: TimelineOptions, _ repository: any MessageRepository,
    sync: (any SyncEngine)? = nil, people: (any PeopleWatching)? = nil
  ) {
    self.init(options, TimelinePorts(repository: repository, sync: sync, people: people)) {
      TimelineState($0)
    }
  }

  /// A conversation of which somebody else decides what is shown.
  ///
  /// - Parameter begin: a state that is not open yet; asked once.
  public init(
    _ options: TimelineOptions, _ ports: TimelinePorts,
    deciding begin: @escaping @Sendable (TimelineOptions) -> any TimelineDeciding
  ) {
    (self.options, self.ports, self.begin) = (options, ports, begin)
    let (notes, mailbox) = AsyncStream<TimelineNote>.makeStream()
    let (updates, outbox) = AsyncStream<TimelineUpdate>.makeStream()
    (self.notes, self.mailbox, self.outbox) = (Locked(notes), mailbox, outbox)
    self.updates = TimelineUpdates(updates) { mailbox.yield(.event(.ready)) }
  }

  /// Works until ``close()``, until the store is closed, or the task is cancelled; then for good.
  /// A second call returns at once.
  public func run() async {
    let notes = notes.withLock { notes in
      defer { notes = nil }
      return notes
    }
    guard let notes else { return }
    let conversation = options.window.conversation
    // The conversation of a thread is open below it, and stays so.
    let sync = options.input.isThread ? nil : ports.sync
    sync?.open(conversation)
    await work(on: notes)
    sync?.close(conversation)
    outbox.finish()
  }

  /// Somebody comes to the conversation.
  ///
  /// - Parameter height: of the view, in points.
  public func open(at place: OpeningPlace = .end, height: Double) {
    tell(.opened(at: place, height: height))
  }

  /// The list was laid out or scrolled: say it after each layout and each movement.
  public func looked(_ viewport: WindowViewport) { tell(.looked(viewport)) }

  /// Somebody wants to see a message.
  public func jump(to message: MessageReference) { tell(.jumped(to: message)) }

  /// Somebody wants to see the end.
  public func jumpToEnd() { tell(.jumpedToEnd) }

  /// Rows must not change now, or may again (`OPEN-012`).
  public func hold(_ isHeld: Bool) { tell(.held(isHeld)) }

  /// Whether somebody looks at the screen (`OPEN-020`).
  public func setActive(_ isActive: Bool) { tell(.active(isActive)) }

  /// A message was written on this screen: say it before it is stored (`OPEN-023`). If the end is
  /// not loaded, the screen is taken there (`OPEN-028`).
  public func sent(_ message: MessageID) { tell(.sent(message)) }

  /// What rows depend on is different now: the clock of the place, whose messages are hidden.
  public func show(_ input: TimelineInput) { tell(.shown(input)) }

  /// The screen goes.
  public func close() { tell(.closed) }

  /// How the conversation is, besides its rows: the present state as soon as it runs, then each
  /// that differs from the one before it; a slow observer misses those in between.
  public func statuses() -> AsyncStream<TimelineStatus> { status.values() }

  private func tell(_ event: TimelineEvent) { mailbox.yield(.event(event)) }

  private func work(on notes: AsyncStream<TimelineNote>) async {
    await withDiscardingTaskGroup { group in
      var state = begin(options)
      var effects = TimelineEffects(
        ports: ports, conversation: options.window.conversation, mailbox: mailbox)
      effects.follow(in: &group)
      var alarm = Alarm(ports.clock) { [mailbox] in mailbox.yield(.event(.clock)) }
      var first = FirstCommit()
      for await note in notes {
        var events = first.events(of: note, state.status)
        while let event = events.first {
          if case .clock = event { alarm.hasRung() }
          for action in state.handle(event, at: ports.clock.now) {
            if case .show(let update) = action {
              outbox.yield(update)
            } else {
              effects.run(action, in: &group)
            }
          }
          alarm.set(for: state.nextDeadline, in: &group)
          events.removeFirst()
          events += first.events(after: state.status)
        }
        status.send(state.status)
        if state.status.phase == .closed { break }
      }
      group.cancelAll()
    }
  }
}

/// The updates of a conversation, each made when it is asked for. One consumer at a time.
public struct TimelineUpdates: AsyncSequence, Sendable {
  private let updates: AsyncStream<TimelineUpdate>
  private let ready: @Sendable () -> Void

  init(_ updates: AsyncStream<TimelineUpdate>, ready: @escaping @Sendable () -> Void) {
    (self.updates, self.ready) = (updates, ready)
  }

  public struct Iterator: AsyncIteratorProtocol {
    fileprivate var updates: AsyncStream<TimelineUpdate>.Iterator
    fileprivate let ready: @Sendable () -> Void

    /// The next update; `nil` when the conversation has ended. Ask after applying the one
    /// before.
    public mutating func next() async -> TimelineUpdate? {
      ready()
      return await updates.next()
    }
  }

  public func makeAsyncIterator() -> Iterator {
    Iterator(updates: updates.makeAsyncIterator(), ready: ready)
  }
}
