import MessagingModel
import MessagingTimeline

/// A conversation on a screen that takes every update. The tests answer its reads.
struct TimelineStage {
  typealias Samples = TimelineSamples

  /// A read from the store.
  struct Read {
    let ticket: TimelineTicket
    let query: Query
  }

  /// A request to the network.
  struct Fill {
    let ticket: TimelineTicket
    let gap: Gap
  }

  var state: TimelineState

  init(thread: MessageReference? = nil, _ change: (inout TimelineOptions) -> Void = { _ in }) {
    var options = TimelineOptions(
      owner: Samples.me, conversation: Samples.chat, thread: thread)
    change(&options)
    state = TimelineState(options)
    _ = state.handle(.ready, at: 0)
  }

  /// Tells an event. Whatever is shown is taken at once.
  mutating func tell(_ event: TimelineEvent, at time: Int64) -> [TimelineAction] {
    let actions = state.handle(event, at: time)
    guard actions.updates.isEmpty else { return actions + state.handle(.ready, at: time) }
    return actions
  }

  mutating func open(at place: OpeningPlace = .end) -> [TimelineAction] {
    tell(.opened(at: place, height: 350), at: 0)
  }

  /// The view reports that it shows the messages from one number to another.
  mutating func sees(_ first: Int, _ last: Int, at time: Int64) -> [TimelineAction] {
    tell(
      .looked(
        WindowViewport(
          first: Samples.id(first), last: Samples.id(last), hiddenAbove: 0, hiddenBelow: 0,
          height: 350)), at: time)
  }

  static func page(
    _ messages: [Message], revision: Int64 = 1, receipts: [Receipt] = [], older: Edge = .end,
    newer: Edge = .end, unread: Int = 0
  ) -> Snapshot {
    Snapshot(
      revision: Revision(revision), messages: messages, receipts: receipts, older: older,
      newer: newer, unread: Unread(count: unread, isLowerBound: false))
  }
}

extension [TimelineAction] {
  /// The reads among them.
  var reads: [TimelineStage.Read] {
    compactMap { action in
      guard case .read(let ticket, let query) = action else { return nil }
      return TimelineStage.Read(ticket: ticket, query: query)
    }
  }

  /// The requests to the network among them.
  var fills: [TimelineStage.Fill] {
    compactMap { action in
      guard case .fill(let ticket, let gap) = action else { return nil }
      return TimelineStage.Fill(ticket: ticket, gap: gap)
    }
  }

  /// The updates among them.
  var updates: [TimelineUpdate] {
    compactMap { if case .show(let update) = $0 { update } else { nil } }
  }

  /// The messages up to which the owner is said to have read.
  var marks: [MessageReference] {
    compactMap { if case .markRead(let message) = $0 { message } else { nil } }
  }
}
