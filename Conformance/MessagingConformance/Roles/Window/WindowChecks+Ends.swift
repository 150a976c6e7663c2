internal import MessagingModel
internal import MessagingTimeline

extension WindowChecks {
  /// After a random history all troubles end, and a reader scrolls to the oldest stored message and
  /// then to the newest.
  static func bothEnds(_ context: Context) throws {
    try histories(context, stream: "both-ends", [.changes, .troubles]) { _, _ in
    } end: { world in
      try world.scroll(to: .older)
      try world.scroll(to: .newer)
    }
  }
}

extension WindowWorld {
  /// An end of what is stored.
  fileprivate enum End { case older, newer }

  /// Shows the outermost rows in one direction until nothing older, or newer, is stored.
  fileprivate mutating func scroll(to direction: End) throws {
    try calm()
    // There is nothing to scroll: whoever made it empty reads the end again (`OPEN-018`).
    if reading.rows.isEmpty { tell(.jumpToEnd) }
    try calm()
    for _ in 0..<200 {
      guard let here = outermostRow(direction), let wanted = outermostStored(direction),
        here.id != wanted.id
      else { return }
      showEnd(direction)
      try calm()
      guard outermostRow(direction)?.id != here.id else {
        throw Violation(
          "the reader is at \(WindowNames.name(here.id)), and nothing is read any more; "
            + "\(WindowNames.name(wanted.id)) is stored \(direction == .older ? "above" : "below")")
      }
    }
    throw Violation("200 views, and the end is not reached")
  }

  /// Tells the window of all that is stored, and lets everything succeed until nothing is wanted.
  private mutating func calm() throws {
    if !isHeard || sight == nil { tell(.changed) }
    for _ in 0..<200 {
      guard settle() else { throw Violation("200 answers, and it still reads") }
      if fills.isEmpty {
        // Waits of every kind are over then.
        wait(60_000)
        if reads.isEmpty, fills.isEmpty { return }
      } else {
        fill(30)
      }
    }
    throw Violation("200 rounds, and it still asks for something")
  }

  /// Shows up to eight rows at an end of what is loaded.
  private mutating func showEnd(_ direction: End) {
    let rows = direction == .older ? reading.rows.prefix(8) : reading.rows.suffix(8)
    guard let first = rows.first, let last = rows.last else { return }
    see(Sight(first: first.id, last: last.id, height: 350))
  }

  private func outermostRow(_ direction: End) -> WindowRow? {
    direction == .older ? reading.rows.first : reading.rows.last
  }

  private func outermostStored(_ direction: End) -> WindowRow? {
    direction == .older ? store.rows.first : store.rows.last
  }
}
