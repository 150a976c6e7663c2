import MessagingConformance
import MessagingCore
import MessagingModel
import MessagingTimeline

/// The whole screen of `Spec/guides/view-models.md`: the part of a view model that reads and
/// decides. The part with `@Published` takes its updates.
///
/// It shows the newest messages. It does not page, jump or mark what was read, and it collects
/// nothing; `ConversationTimeline` does. Call ``run()`` once.
final class ChatScreen: TimelineScreen {
  private let ports: TimelinePorts
  private let conversation: ConversationID
  private let state: Locked<State>
  private let wakes = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
  private let changes = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))

  init(_ options: TimelineOptions, _ ports: TimelinePorts) {
    self.ports = ports
    conversation = options.window.conversation
    state = Locked(State(input: options.input))
  }

  func run() async {
    let commits = ports.repository.commits(in: Scope(conversation: conversation))
    await withDiscardingTaskGroup { group in
      group.addTask { [wakes] in
        for await _ in commits { wakes.continuation.yield() }
        wakes.continuation.finish()  // the repository was closed
      }
      for await _ in wakes.stream where state.current.isOpen { await read() }
      group.cancelAll()  // closed, or cancelled
    }
    state.withLock { $0.close() }
    changes.continuation.finish()
  }

  func nextUpdate() async -> TimelineUpdate? {
    for await _ in changes.stream {  // from what the list shows to what is stored now
      if let update = state.withLock({ $0.nextUpdate() }) { return update }
    }
    return nil
  }

  private func read() async {
    let query = Query(.newest, in: conversation, limit: 50)
    guard let page = try? await ports.repository.read(query) else { return }
    state.withLock { $0.take(page) }
    changes.continuation.yield()
  }

  // What the view says.

  func open(at place: OpeningPlace, height: Double) {
    state.withLock { $0.isOpen = true }
    wakes.continuation.yield()
  }

  func hold(_ isHeld: Bool) {
    state.withLock { $0.isHeld = isHeld }
    changes.continuation.yield()
  }

  func show(_ input: TimelineInput) {
    state.withLock { $0.input = input }
    changes.continuation.yield()
  }

  func close() {
    state.withLock { $0.close() }
    wakes.continuation.finish()
  }

  // What it does not do: OPEN-014, OPEN-015, OPEN-020, OPEN-023.
  func looked(_ viewport: WindowViewport) {}
  func jump(to message: MessageReference) {}
  func jumpToEnd() {}
  func setActive(_ isActive: Bool) {}
  func sent(_ message: MessageID) {}

  func statuses() -> AsyncStream<TimelineStatus> {
    let (statuses, follower) = AsyncStream<TimelineStatus>.makeStream()
    state.withLock { state in
      follower.yield(state.status)
      state.followers.append(follower)
    }
    return statuses
  }
}

extension ChatScreen {
  private struct State: Sendable {
    var input: TimelineInput
    var isOpen = false
    /// A finger drags, an animation runs, or the keyboard moves.
    var isHeld = false
    var page: Snapshot?
    /// What the list shows.
    var shown: Timeline?
    var status = TimelineStatus(phase: .unopened)
    var followers: [AsyncStream<TimelineStatus>.Continuation] = []

    mutating func take(_ page: Snapshot) {
      guard isOpen else { return }
      self.page = page
      (status.phase, status.revision, status.unread) = (.open, page.revision, page.unread)
      for follower in followers { follower.yield(status) }
    }

    /// From here on nothing is read or shown.
    mutating func close() {
      (isOpen, page, status.phase) = (false, nil, .closed)
      for follower in followers { follower.yield(status) }
    }

    /// The step from what the list shows to what was read last; `nil` if nothing visible changed,
    /// or if the list takes nothing now.
    mutating func nextUpdate() -> TimelineUpdate? {
      guard let page, !isHeld else { return nil }
      let rows = TimelineBuilder().timeline(of: page, input, after: shown ?? .empty)
      guard rows.version != shown?.version else { return nil }
      defer { shown = rows }
      return TimelineUpdate(
        timeline: rows, diff: TimelineDiffer().diff(from: shown ?? .empty, to: rows),
        reason: shown == nil ? .local : .news, revision: page.revision)
    }
  }
}

/// The screen as a subject, as `Spec/guides/view-models.md` shows it.
struct MyScreens: TimelineScreenSubject {
  let name = "MyScreens"
  func timelineScreen(
    _ options: TimelineOptions, _ ports: TimelinePorts
  ) -> any TimelineScreen {
    ChatScreen(options, ports)
  }
}
