internal import MessagingCore
internal import MessagingModel
internal import MessagingTimeline

/// A window with a simulated store, clock and view. It carries out the window's actions on request.
struct WindowWorld: Sendable {
  /// The visible rows.
  struct Sight: Sendable {
    var first: MessageID
    var last: MessageID
    /// The height above the visible rows; `nil` for the sum of the hidden rows' heights.
    var above: Double?
    var below: Double?
    var height: Double
    var held: [MessageID] = []
  }

  private(set) var window: any ListWindowing
  var store = WindowStore()
  private(set) var now = Int64.zero
  /// The reads in flight.
  private(set) var reads: [WindowRequest] = []
  private(set) var fills: [(id: WindowRequest.ID, gap: Gap)] = []
  /// Every read that was requested.
  private(set) var asked: [WindowRequest] = []
  /// The most reads that were in flight at the same time.
  private(set) var readsAtOnce = 0
  private(set) var outcome = WindowOutcome()
  private(set) var sight: Sight?
  /// Whether everything that is stored was read since the last news, as far as it is loaded.
  private(set) var isHeard = true
  /// The height of a row, in points.
  var height: @Sendable (WindowRow) -> Double = { _ in 100 }

  init(_ window: any ListWindowing) { self.window = window }

  var reading: WindowReading { window.reading }

  /// Passes an event to the window, and records its actions.
  mutating func tell(_ event: WindowEvent) {
    if case .changed = event { isHeard = false }
    outcome = window.handle(event, at: now)
    for action in outcome.actions {
      switch action {
      case .read(let request):
        reads.append(request)
        asked.append(request)
      case .fill(let id, let gap): fills.append((id, gap))
      case .cancel(let id):
        reads.removeAll { $0.id == id }
        fills.removeAll { $0.id == id }
      case .evict, .scroll, .scrollToEnd, .missing, .wake: break
      }
    }
    readsAtOnce = max(readsAtOnce, reads.count)
  }

  /// Answers the last read from the store.
  mutating func answer() {
    guard let request = reads.popLast() else { return }
    answer(properly: request)
  }

  private mutating func answer(properly request: WindowRequest) {
    if request.purpose == .same { isHeard = true }
    tell(.loaded(request.id, store.answer(request.query)))
  }

  /// Answers the last read from the store, with a page that is not what is stored.
  mutating func answerWrongly(_ change: (inout WindowPage) -> Void) {
    guard let request = reads.popLast() else { return }
    isHeard = false
    var page = store.answer(request.query)
    change(&page)
    tell(.loaded(request.id, page))
  }

  /// Answers the last read with another event.
  mutating func answer(_ event: (WindowRequest) -> WindowEvent) {
    guard let request = reads.popLast() else { return }
    tell(event(request))
  }

  /// Answers a request, whether or not the window still waits for it.
  mutating func answer(late id: WindowRequest.ID) {
    guard let request = asked.first(where: { $0.id == id }) else { return }
    guard reads.contains(where: { $0.id == id }) else {
      return tell(.loaded(id, store.answer(request.query)))
    }
    reads.removeAll { $0.id == id }
    answer(properly: request)
  }

  /// Fills the gap in flight with its newest `count` messages.
  mutating func fill(_ count: Int) {
    guard let fill = fills.popLast() else { return }
    if count > 0 {
      store.fill(fill.gap, count: count)
      tell(.changed)
    }
    tell(.filled(fill.id))
  }

  mutating func failFill() {
    guard let fill = fills.popLast() else { return }
    tell(.failed(fill.id))
  }

  /// Lets time pass, and then wakes the window.
  mutating func wait(_ time: Int64) {
    now += time
    tell(.tick)
  }

  /// Reports what is visible.
  mutating func see(_ sight: Sight) {
    self.sight = sight
    var (above, below) = (sight.above ?? 0, sight.below ?? 0)
    let rows = reading.rows
    if sight.above == nil, let index = rows.firstIndex(where: { $0.id == sight.first }) {
      above = rows[..<index].reduce(0) { $0 + height($1) }
    }
    if sight.below == nil, let index = rows.firstIndex(where: { $0.id == sight.last }) {
      below = rows[(index + 1)...].reduce(0) { $0 + height($1) }
    }
    tell(
      .viewport(
        WindowViewport(
          first: sight.first, last: sight.last, hiddenAbove: above, hiddenBelow: below,
          height: sight.height, held: sight.held)))
  }

  /// Answers reads, and reports the view, until nothing is in flight.
  ///
  /// - Returns: whether nothing is in flight after at most this many answers.
  mutating func settle(_ answers: Int = 200) -> Bool {
    for _ in 0..<answers {
      guard !reads.isEmpty else { return true }
      answer()
      layOut()
    }
    return reads.isEmpty
  }

  /// Reports the view again, if its rows still exist.
  mutating func layOut() {
    guard let sight else { return }
    let ids = Set(reading.rows.map(\.id))
    if ids.contains(sight.first), ids.contains(sight.last) { see(sight) }
  }
}
