public import MessagingConformance
public import MessagingCore
import MessagingModel
public import MessagingTimeline

/// The view model that most apps have: it publishes the stored messages at once, then with their
/// quotes, then again after each notification of the database. It collects nothing, and does not
/// check whether the list can take rows now.
///
/// A peer: what it violates is in `Conformance/expectations/publish-three-times.txt`.
public struct PublishThreeTimesSubject: TimelineSubject {
  public let name = "publish-three-times"

  public init() {}

  public func timelineDeciding(_ options: TimelineOptions) -> any TimelineDeciding {
    PublishingModel(options)
  }
}

private struct PublishingModel: TimelineDeciding {
  private let conversation: ConversationID
  private let scope: MessageScope
  private var input: TimelineInput
  /// The value of `@Published var rows`.
  private var rows = Timeline.empty
  private var stored: Snapshot?
  private var ticket = TimelineTicket(0)
  private var isReading = false
  /// Whether a commit arrived during a read.
  private var isStale = false
  /// "Load more" adds a page to the length of the query.
  private var limit = 50
  private var place: Query.Kind = .newest
  private var jumpsTo: MessageReference?
  private(set) var status = TimelineStatus(phase: .unopened)
  let nextDeadline: Int64? = nil

  init(_ options: TimelineOptions) {
    conversation = options.window.conversation
    scope = options.input.shown
    input = options.input
  }

  mutating func handle(_ event: TimelineEvent, at now: Int64) -> [TimelineAction] {
    guard status.phase != .closed else { return [] }
    switch event {
    case .opened(let place, _):
      status.phase = .opening
      if case .message(let target) = place { (self.place, jumpsTo) = (.around(target), target) }
      return read()
    case .committed: return status.phase == .unopened ? [] : read()
    case .read(_, let page): return take(page)
    case .notRead(_, let code):
      isReading = false
      status.problem = code
      return []
    case .jumped(let target):
      (place, jumpsTo) = (.around(target), target)
      return read()
    case .jumpedToEnd:
      place = .newest
      return read()
    case .looked(let viewport): return look(viewport)
    case .typing(let people):
      input.typing = people
      return publish(.news)
    case .shown(let input):
      self.input = input
      return publish(.news)
    case .closed, .storeClosed:
      status.phase = .closed
      return []
    // The list takes rows at any time, and the network writes to the database by itself.
    case .ready, .held, .active, .sent, .notMarked, .syncing, .filled, .notFilled, .clock:
      return []
    }
  }

  private mutating func read() -> [TimelineAction] {
    guard !isReading else {
      isStale = true
      return []
    }
    isReading = true
    ticket = TimelineTicket(ticket.number + 1)
    return [.read(ticket, Query(place, in: conversation, limit: limit, scope: scope))]
  }

  private mutating func take(_ page: Snapshot) -> [TimelineAction] {
    isReading = false
    let isFirst = stored == nil
    stored = page
    status.phase = .open
    status.revision = page.revision
    status.unread = page.unread
    status.hasNewer = page.newer == .more
    var actions: [TimelineAction] = []
    if isFirst {
      stored?.quotes = [:]
      actions += publish(.local)
      stored = page
    }
    actions += publish(isFirst ? .local : .news)
    if isStale {
      isStale = false
      actions += read()
    }
    return actions
  }

  private mutating func look(_ viewport: WindowViewport) -> [TimelineAction] {
    var actions: [TimelineAction] = []
    if let last = stored?.messages.last(where: { !$0.isOutgoing }), viewport.hiddenBelow == 0 {
      actions.append(.markRead(.id(last.id)))
    }
    if viewport.hiddenAbove < viewport.height, stored?.older == .more, limit < Limits.page {
      limit = min(limit + 50, Limits.page)
      actions += read()
    }
    return actions
  }

  /// Publishes all rows each time.
  private mutating func publish(_ reason: TimelineUpdate.Reason) -> [TimelineAction] {
    guard let stored else { return [] }
    let next = TimelineBuilder().timeline(of: stored, input, after: rows)
    var destination: TimelineUpdate.Destination?
    if let target = jumpsTo {
      destination = stored.found ? id(of: target).map { .message($0) } : .missing(target)
      jumpsTo = nil
    }
    let update = TimelineUpdate(
      timeline: next, diff: TimelineDiffer().diff(from: rows, to: next), reason: reason,
      revision: stored.revision, destination: destination)
    rows = next
    return [.show(update)]
  }

  private func id(of target: MessageReference) -> MessageID? {
    switch target {
    case .id(let id): id
    case .remote(let name):
      stored?.messages.first { $0.position.confirmed?.remoteID == name }?.id
    }
  }
}
