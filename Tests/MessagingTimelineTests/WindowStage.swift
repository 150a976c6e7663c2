import MessagingModel
import MessagingTimeline

/// Windows, pages and viewports for the tests of a paging window. Rows are named by numbers.
enum WindowStage {
  static func row(_ number: Int) -> WindowRow {
    WindowRow(
      id: TimelineSamples.id(number), position: .confirmed(TimelineSamples.place(number)))
  }

  static func rows(_ numbers: ClosedRange<Int>) -> [WindowRow] { numbers.map(row) }

  /// An unsent message.
  static func unsent(_ number: Int) -> WindowRow {
    WindowRow(
      id: MessageID(high: 2, low: UInt64(number)), position: .unconfirmed(sequence: Int64(number)))
  }

  static func gap(_ after: Int?, _ before: Int?) -> Gap {
    Gap(after: after.map(TimelineSamples.place), before: before.map(TimelineSamples.place))
  }

  static func cursor(_ number: Int) -> PageCursor {
    PageCursor(conversation: TimelineSamples.chat, position: row(number).position)
  }

  /// The answer to a read below a page, if nothing is stored there.
  static func nothing(behind page: WindowPage) -> WindowPage {
    WindowPage(rows: [], older: page.older, newer: .more)
  }

  /// A window that was opened at the time 0 and has read its first page, with what it did then. It
  /// reads ahead at once.
  static func opened(
    _ page: WindowPage, height: Double = 350, _ change: (inout WindowOptions) -> Void = { _ in }
  ) -> (window: ListWindow, actions: [WindowAction]) {
    var options = WindowOptions(conversation: TimelineSamples.chat)
    options.quiet = 0
    change(&options)
    var window = ListWindow(options)
    let first = window.handle(.open(at: nil, height: height), at: 0).actions.reads.first?.id ?? 0
    let actions = window.handle(.loaded(first, page), at: 0).actions
    return (window, actions)
  }

  /// The view reports that it shows the rows from one number to another.
  static func sees(
    _ first: Int, _ last: Int, above: Double = 100_000, below: Double = 100_000,
    height: Double = 350, held: [Int] = []
  ) -> WindowEvent {
    .viewport(
      WindowViewport(
        first: row(first).id, last: row(last).id, hiddenAbove: above, hiddenBelow: below,
        height: height, held: held.map { row($0).id }))
  }
}

extension [WindowAction] {
  /// The reads among them.
  var reads: [WindowRequest] {
    compactMap { if case .read(let request) = $0 { request } else { nil } }
  }

  /// The gaps that the network is asked to fill.
  var gapsToFill: [Gap] {
    compactMap { if case .fill(_, let gap) = $0 { gap } else { nil } }
  }

  /// The number of the first request to the network; `nil` for none.
  var fillID: WindowRequest.ID? {
    for case .fill(let id, _) in self { return id }
    return nil
  }
}
