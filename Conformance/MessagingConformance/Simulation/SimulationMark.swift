/// The events that simulated histories must cover.
package enum SimulationMark: String, CaseIterable, Sendable {
  // What users do.
  case wrote = "messages written"
  case replied = "replies"
  case edited = "edits"
  case deleted = "deletions"
  case reacted = "reactions"
  case unreacted = "reactions taken back"
  case read = "receipts"
  case reportLost = "lost-reports"
  case cancelled = "messages cancelled"
  case changeCancelled = "changes cancelled"
  case retried = "retries by hand"
  case cleared = "histories cleared"
  case scrolled = "gaps wanted"
  case unwanted = "gaps not wanted any more"
  case opened = "conversations opened"
  case movedOut = "sign-outs, and sign-ins on another store"

  // Faults on the way to the server and back.
  case requestLost = "requests lost"
  case requestLate = "requests that came late"
  case answerLost = "answers lost"
  case answerSilent = "answers that never came"
  case answeredTwice = "answers that came twice"
  case known = "requests that the server knew"
  case busy = "busy servers"
  case refused = "refusals"
  case questionLost = "questions about news lost"
  case newsTwice = "news told twice"
  case pageLost = "pages lost"
  case limited = "news that left something out"
  case truncated = "news in several answers"
  case forgotten = "tokens that were forgotten"
  case conversationRefused = "answers that refused a conversation"
  case gapUnavailable = "gaps that the server could not fill"
  case slow = "servers that kept everything for themselves"
  case givenUp = "requests given up"
  case signInNeeded = "devices that the server did not know"

  // Faults of connections.
  case notConnected = "connections not accepted"
  case disconnected = "connections lost"
  case updateLost = "updates lost"
  case updateTwice = "updates that came twice"
  case updateMixed = "updates out of order"
  case hinted = "hints"

  // Faults of devices.
  case offline = "networks lost"
  case days = "days without a network"
  case crashed = "crashes"
  case crashInFlight = "crashes with something in flight"
  case crashBeforeWrite = "crashes right before a write"
  case crashAfterWrite = "crashes right after a write"
  case unreadable = "reads of the store that failed"
  case unwritable = "writes of the store that failed"
  case clockSet = "clocks set forward"
  case clockBack = "clocks set back"
  case woken = "sleeps"

  // Events of screens.
  case attached = "photos attached"
  case uploaded = "uploads"
  case uploadLost = "uploads lost"
  case uploadRefused = "uploads refused"
  case uploadAborted = "uploads not wanted any more"
  case fileRemoved = "files removed"
  case backlog = "much that was written before"
  case screenOpened = "screens opened"
  case screenAtUnread = "screens opened where the unread messages begin"
  case screenAtMessage = "screens opened at a message"
  case screenRecreated = "screens made anew"
  case screenLost = "screens lost with their process"
  case screenLeft = "screens left for something else"
  case screenScrolled = "screens scrolled"
  case screenPaged = "pages shown"
  case screenJumped = "jumps shown"
  case screenMissed = "jumps to what is not stored"
  case screenMerged = "catch-ups shown in one piece"
  case screenMetadata = "updates that change no height"
  case screenArrivals = "updates with new messages"
  case screenWrote = "messages shown where they were written"
  case screenHeld = "updates that waited for a finger"
  case screenLate = "updates taken late"
  case screenHid = "people hidden"
  case screenFilled = "gaps wanted by a screen"
  case screenRead = "messages read in sight"
  case screenReadRefused = "readings that the store did not take"
  case screenReadFailed = "reads of a screen that failed"
  case screenEmptied = "screens that became empty"
  case screenForgotten = "conversations forgotten on a screen"

  // Events of lists of conversations.
  case listOpened = "lists opened"
  case listLost = "lists lost with their process"
  case listMoved = "conversations that moved in a list"
  case listGrew = "conversations that came to a list"
  case listShrank = "conversations that went from a list"
  case listChanged = "entries of a list that changed"
  case listLate = "updates of a list taken late"
  case listHid = "people hidden in a list"
  case listReadFailed = "reads of a list that failed"
  case listRetried = "lists that came back for what they could not read"

  /// Whether it occurs only in histories with screens and lists.
  package var isOfScreens: Bool { Self.ofScreens.contains(self) }

  private static let ofScreens: Set<SimulationMark> = [
    .attached, .uploaded, .uploadLost, .uploadRefused, .uploadAborted, .fileRemoved, .backlog,
    .screenOpened, .screenAtUnread, .screenAtMessage, .screenRecreated, .screenLost,
    .screenLeft, .screenScrolled, .screenPaged, .screenJumped, .screenMissed, .screenMerged,
    .screenMetadata, .screenArrivals, .screenWrote, .screenHeld, .screenLate, .screenHid,
    .screenFilled, .screenRead, .screenReadRefused, .screenReadFailed,
    .screenEmptied,
    .screenForgotten, .listOpened, .listLost, .listMoved, .listGrew, .listShrank, .listChanged,
    .listLate, .listHid, .listReadFailed, .listRetried,
  ]

  /// Whether a history with a family of servers can cover it.
  package func isPossible(with family: SimulationFamily) -> Bool {
    switch self {
    case .notConnected, .disconnected, .hinted: family.hasLink
    case .updateLost, .updateTwice, .updateMixed: family == .numbered
    case .wrote, .replied, .edited, .deleted, .reacted, .unreacted, .read, .reportLost, .cancelled,
      .changeCancelled, .retried, .cleared, .scrolled, .unwanted, .opened, .movedOut, .requestLost,
      .requestLate, .answerLost, .answerSilent, .answeredTwice, .known, .busy, .refused,
      .questionLost, .newsTwice, .pageLost, .limited, .truncated, .forgotten, .conversationRefused,
      .gapUnavailable, .slow, .givenUp, .signInNeeded, .offline, .days, .crashed, .crashInFlight,
      .crashBeforeWrite, .crashAfterWrite, .unreadable, .unwritable, .clockSet, .clockBack, .woken,
      .attached, .uploaded, .uploadLost, .uploadRefused, .uploadAborted, .fileRemoved, .backlog,
      .screenOpened, .screenAtUnread, .screenAtMessage, .screenRecreated, .screenLost,
      .screenLeft, .screenScrolled, .screenPaged, .screenJumped, .screenMissed, .screenMerged,
      .screenMetadata, .screenArrivals, .screenWrote, .screenHeld, .screenLate, .screenHid,
      .screenFilled, .screenRead, .screenReadRefused, .screenReadFailed,
      .screenEmptied,
      .screenForgotten, .listOpened, .listLost, .listMoved, .listGrew, .listShrank, .listChanged,
      .listLate, .listHid, .listReadFailed, .listRetried:
      true
    }
  }
}
