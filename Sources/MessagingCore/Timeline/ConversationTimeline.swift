public import MessagingModel
public import MessagingTimeline

/// A conversation on a screen. It is a thin shell around `TimelineState`, or around another
/// ``TimelineDeciding``: it runs the actions that the state returns and decides nothing.
///
///     let timeline = ConversationTimeline(
///       TimelineOptions(owner: "me", conversation: "k1"), repository, sync: engine)
///     Task { await timeline.run() }
///     timeline.open(at: .firstUnread, height: view.height)
///     for await update in timeline.updates { … }  // apply the difference, then look again
///
/// Rows and diffs are computed in the task of ``run()``, never in the screen's task. The updates
/// have one consumer; at most one update is pending at a time.
public final class ConversationTimeline: Sendable {
  private let options: TimelineOptions
  private let ports: TimelinePorts
  private let begin: @Sendable (TimelineOptions) -> any TimelineDeciding
  private let notes: Locked<AsyncStream<TimelineNote>?>
  private let mailbox: AsyncStream<TimelineNote>.Continuation
  private let outbox = UpdateQueue<TimelineUpdate>()
  private let status = Broadcast<TimelineStatus>(nil)

  /// The updates for the screen, in order. The sequence ends when the timeline closes. Each update
  /// is computed when the screen requests it, from the last one that the screen took (`OPEN-009`).
  public let updates: TimelineUpdates

  public convenience init(
    _ options: TimelineOptions, _ repository: any MessageRepository,
    sync: (any SyncEngine)? = nil, people: (any PeopleWatching)? = nil
  ) {
    self.init(options, TimelinePorts(repository: repository, sync: sync, people: people)) {
      TimelineState($0)
    }
  }

  /// Creates a timeline with a custom deciding state.
  ///
  /// - Parameter begin: makes a state that is not open yet. Called once, by ``run()``.
  public init(
    _ options: TimelineOptions, _ ports: TimelinePorts,
    deciding begin: @escaping @Sendable (TimelineOptions) -> any TimelineDeciding
  ) {
    (self.options, self.ports, self.begin) = (options, ports, begin)
    let (notes, mailbox) = AsyncStream<TimelineNote>.makeStream()
    (self.notes, self.mailbox) = (Locked(notes), mailbox)
    self.updates = TimelineUpdates(outbox) { mailbox.yield(.event(.ready)) }
  }

  /// Runs until ``close()``, until the store is closed, or until the task is cancelled. It does not
  /// run a second time: every later call returns at once.
  public func run() async {
    let notes = notes.withLock { notes in
      defer { notes = nil }
      return notes
    }
    guard let notes else { return }
    let conversation = options.window.conversation
    // The screen of the conversation lies below the thread and keeps the conversation open.
    let sync = options.input.isThread ? nil : ports.sync
    sync?.open(conversation)
    await work(on: notes)
    sync?.close(conversation)
    outbox.finish()
  }

  /// Opens the conversation.
  ///
  /// - Parameter height: the height of the view, in points.
  public func open(at place: OpeningPlace = .end, height: Double) {
    tell(.opened(at: place, height: height))
  }

  /// Reports the viewport. Call it after each layout and each scroll.
  public func looked(_ viewport: WindowViewport) { tell(.looked(viewport)) }

  /// Shows a message on the user's request.
  public func jump(to message: MessageReference) { tell(.jumped(to: message)) }

  /// Shows the end on the user's request.
  public func jumpToEnd() { tell(.jumpedToEnd) }

  /// Sets whether the rows must not change for now (`OPEN-012`).
  public func hold(_ isHeld: Bool) { tell(.held(isHeld)) }

  /// Sets whether the user looks at the screen (`OPEN-020`).
  public func setActive(_ isActive: Bool) { tell(.active(isActive)) }

  /// Reports a message written on this screen. Call it before the message is stored (`OPEN-023`).
  /// If the end is not loaded, the screen jumps there (`OPEN-028`).
  public func sent(_ message: MessageID) { tell(.sent(message)) }

  /// Changes the input of the rows, such as the time zone or whose messages are hidden.
  public func show(_ input: TimelineInput) { tell(.shown(input)) }

  /// Closes the timeline, when its screen goes away.
  public func close() { tell(.closed) }

  /// The status of the conversation, without its rows: the current one once the timeline runs, then
  /// every change. A slow observer misses the ones in between.
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
              outbox.send(update)
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

/// The updates of a conversation. Each is computed when it is requested. One consumer at a time.
public struct TimelineUpdates: AsyncSequence, Sendable {
  private let updates: UpdateQueue<TimelineUpdate>
  private let ready: @Sendable () -> Void

  init(_ updates: UpdateQueue<TimelineUpdate>, ready: @escaping @Sendable () -> Void) {
    (self.updates, self.ready) = (updates, ready)
  }

  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let updates: UpdateQueue<TimelineUpdate>
    fileprivate let ready: @Sendable () -> Void

    /// The next update; `nil` when the timeline has ended, or when the task is cancelled while it
    /// waits. Request it after you have applied the previous one. Whoever asks next goes on from
    /// there: a view may come back and iterate again.
    public mutating func next() async -> TimelineUpdate? {
      ready()
      return await updates.next()
    }
  }

  public func makeAsyncIterator() -> Iterator {
    Iterator(updates: updates, ready: ready)
  }
}
