internal import MessagingModel
internal import MessagingTimeline

// A screen at rest.
extension TimelineWorld {
  /// Lets everything recover: nothing is held back any more, and time passes until nothing is left
  /// to do.
  mutating func rest() {
    (mood, isOld) = (.quick, false)
    hold(false)
    take(true)
    set(.live)
    for _ in 0..<200 {
      settle()
      while !fills.isEmpty { endFill(isFilled: true) }
      if !advanceToDeadline(), reads.isEmpty, fills.isEmpty { return compare() }
    }
    fault("the screen does not come to rest", of: restDemand)
  }

  /// In a random history, a screen at rest shows what is stored. What was in sight is read, and
  /// jumps have led somewhere.
  private mutating func compare() {
    guard isLoose, rules != nil else { return }
    if let difference = screen.difference(from: self) { fault(difference, of: restDemand) }
    if hasUnreadInSight { fault(.seenAndUnread) }
    if jumps.isJumping { fault(.jumpToNowhere) }
  }

  private var restDemand: LawDemand { options.input.isThread ? .threadAtRest : .screenAtRest }

  /// An end of what is loaded.
  private enum End { case top, bottom }

  /// Scrolls up as long as something older is stored right above what is shown, and then down.
  mutating func goToTheEnds() {
    for end in [End.top, .bottom] {
      var looks = 0
      while let row = outermost(end), hasNeighbour(end, of: row) {
        looks += 1
        let reads = readCount
        let (above, below) = end == .top ? (0.0, 10_000.0) : (10_000, 0)
        tell(
          .looked(
            WindowViewport(
              first: row.id, last: row.id, hiddenAbove: above, hiddenBelow: below, height: height)))
        rest()
        let hasMoved = readCount != reads || outermost(end)?.id != row.id
        guard hasMoved, looks < 200 else { return fault(.endNotReached) }
      }
    }
  }

  /// The root of the thread, which is shown whatever is loaded; `nil` if no thread is shown.
  private var root: MessageID? { options.input.isThread ? everythingOfThread.root?.id : nil }

  /// The shown message that is nearest to an end of what is loaded.
  private func outermost(_ end: End) -> Message? {
    let root = root
    let shown = screen.messages.filter { $0.position.confirmed != nil && $0.id != root }
    return end == .top ? shown.first : shown.last
  }

  /// Whether a message that has a row is stored right beside another one, with no gap between them.
  private func hasNeighbour(_ end: End, of message: Message) -> Bool {
    let cursor = PageCursor(conversation: ScriptNames.conversation, position: message.position)
    let page = log.read(
      Query(
        end == .top ? .older(than: cursor) : .newer(than: cursor),
        in: ScriptNames.conversation, limit: Limits.page, scope: scope))
    let root = root
    return page.messages.contains {
      $0.position.confirmed != nil && $0.id != root && !options.input.hidden.contains($0.sender)
    }
  }
}
