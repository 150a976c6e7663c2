internal import MessagingModel
internal import MessagingTimeline

/// What every screen needs between our parts: window → read → rows → difference.
///
/// All glue of the lab is in this file, so that a `ConversationTimeline` can take its place.
struct ScreenGlue {
  /// What became of an event.
  struct Work {
    var reads: [WindowRequest] = []
    var fills: [(WindowRequest.ID, Gap)] = []
    var wake: Int64?
  }

  /// Where to go once the rows are shown.
  enum Wish: Hashable {
    case row(MessageID)
    case end
  }

  private(set) var window: ListWindow
  /// What the screen shows, as far as this knows.
  private(set) var timeline = Timeline.empty
  private(set) var wish: Wish?
  private var messages: [MessageID: Message] = [:]
  private var latest: Snapshot?
  private var quotes: [MessageReference: Message] = [:]
  private let builder = TimelineBuilder()
  private let differ = TimelineDiffer()

  init(cap: Int) {
    var options = WindowOptions(conversation: LabConversation.id)
    options.cap = cap
    window = ListWindow(options)
  }

  /// Something happened that the window has to know.
  mutating func handle(_ event: WindowEvent, at now: Int64) -> Work {
    perform(window.handle(event, at: now).actions)
  }

  /// The store answered.
  mutating func take(_ snapshot: Snapshot, of request: WindowRequest, at now: Int64) -> Work {
    for message in snapshot.messages { messages[message.id] = message }
    quotes.merge(snapshot.quotes) { $1 }
    latest = snapshot
    return handle(.loaded(request.id, WindowPage(snapshot)), at: now)
  }

  private mutating func perform(_ actions: [WindowAction]) -> Work {
    var work = Work()
    for action in actions {
      switch action {
      case .read(let request): work.reads.append(request)
      case .fill(let id, let gap): work.fills.append((id, gap))
      case .scroll(let id): wish = .row(id)
      case .scrollToEnd: wish = .end
      case .wake(let time): work.wake = time
      case .evict, .cancel, .missing: break
      }
    }
    return work
  }

  /// What the screen has to do to show what is loaded; `nil` if it does.
  func change() -> (diff: TimelineDiff, timeline: Timeline)? {
    guard var snapshot = latest else { return nil }
    let reading = window.reading
    snapshot.messages = reading.rows.compactMap { messages[$0.id] }
    snapshot.quotes = quotes
    snapshot.gaps = reading.gaps
    (snapshot.older, snapshot.newer) = (edge(reading.older, reading.olderLoad), reading.newer)
    let next = builder.timeline(
      of: snapshot, TimelineInput(owner: LabConversation.owner), after: timeline)
    let diff = differ.diff(from: timeline, to: next)
    guard !diff.isEmpty || next.reachesEnd != timeline.reachesEnd else { return nil }
    return (diff, next)
  }

  /// What lies past the first row. A gap that is being filled has no row: it would go away before
  /// the page comes, and at the very top nothing can make up for that.
  private func edge(_ edge: Edge, _ load: WindowLoad) -> Edge {
    guard case .gap(let gap) = edge else { return edge }
    switch load {
    case .idle, .loading, .filling: return .more
    case .exhausted: return gap.isUnavailable ? edge : .more
    case .failed: return edge
    }
  }

  /// The screen shows it now.
  mutating func show(_ timeline: Timeline) {
    self.timeline = timeline
    let loaded = window.reading.rows
    guard messages.count > 2 * loaded.count + 1_000 else { return }
    let kept = Set(loaded.map(\.id))
    messages = messages.filter { kept.contains($0.key) }
  }

  /// Takes the wish, if what is wished for is shown.
  mutating func takeWish() -> Wish? {
    defer { wish = nil }
    return wish
  }
}
