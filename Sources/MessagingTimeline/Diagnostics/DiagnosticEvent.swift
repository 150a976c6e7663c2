public import MessagingModel

/// Something that was recorded of a conversation on a screen: Phase 0 of seed 004 is a list of
/// these, in their order.
///
/// The screen that draws the rows records them. What moved, and how far, is measured on the screen,
/// not reported by the parts below it.
public struct DiagnosticRecord: Hashable, Sendable {
  /// Milliseconds of a clock that never goes back.
  public var time: Int64
  public var event: DiagnosticEvent

  public init(_ event: DiagnosticEvent, at time: Int64) {
    self.time = time
    self.event = event
  }
}

/// What can be noted of a conversation on a screen.
public enum DiagnosticEvent: Hashable, Sendable {
  // The reader.

  /// Somebody comes to the conversation.
  case opened
  /// The reader scrolls.
  case scrolled
  /// A finger touches the list, or leaves it.
  case held(Bool)
  /// The reader wants to be taken somewhere: one scroll with this reason is the answer.
  case wished(ScrollCommand.Reason)
  /// The reader sees the first row that is loaded, and there are older messages.
  case ranOut

  /// The flags with which the screen was opened; noted with the opening (`DIAG-030`).
  case flags(RolloutFlags)

  // The list.

  /// Rows or frame changed, in one transaction.
  case changed(ListChange)
  /// The list wrote its offset between two changes.
  case wrote(OffsetWrite)

  /// So long the list worked for one frame, in microseconds.
  case worked(microseconds: Int64)

  // Pages.

  /// A page is asked for, under a number of its own.
  case asked(page: Int, WindowRequest.Purpose)
  case answered(page: Int, PageAnswer)
  /// A page was read in two ways.
  case compared(PageComparison)

  // What happened, and what was shown of it.

  case committed(Revision, ChangeKinds)
  /// The commits up to there were read, and looked as before.
  case unchanged(Revision)
  /// The screen took an update.
  case updated(UpdateNote)
}

/// What became of a page that was asked for.
public enum PageAnswer: Hashable, Sendable {
  /// It came, with so many rows that were not there before.
  case rows(Int)
  case failed
  /// Nobody waits for it any more.
  case cancelled
}

/// What comes of comparing the contents of two pages.
public enum PageComparison: Hashable, Sendable {
  case same
  case different
  /// One of them could not be read, or the store moved between the two.
  case impossible
}
