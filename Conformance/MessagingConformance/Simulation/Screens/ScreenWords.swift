internal import MessagingModel
internal import MessagingTimeline

/// An event of a screen, or an action, on one line of a trace.
struct ScreenWords: Sendable, CustomStringConvertible {
  let description: String

  init(_ event: TimelineEvent) {
    switch event {
    case .read(let ticket, let page):
      let names = page.messages.map(\.id.shortName).joined(separator: " ")
      description =
        "read \(ticket.number) at \(page.revision.number): [\(names)] after \(page.older), "
        + "before \(page.newer), without \(page.gaps)"
    case .opened, .ready, .looked, .jumped, .jumpedToEnd, .held, .active, .sent, .shown, .typing,
      .closed, .committed, .notRead, .notMarked, .storeClosed, .syncing, .filled, .notFilled,
      .clock:
      description = "\(event)"
    }
  }

  init(_ action: TimelineAction) {
    switch action {
    case .show(let update):
      let names = update.timeline.map(\.shortName).joined(separator: ", ")
      description =
        "show \(update.reason) at \(update.revision.number), version "
        + "\(update.diff.base) to \(update.diff.target): \(names)"
        + (update.destination.map { "; go to \($0)" } ?? "")
    case .read, .fill, .cancel, .markRead: description = "\(action)"
    }
  }
}
