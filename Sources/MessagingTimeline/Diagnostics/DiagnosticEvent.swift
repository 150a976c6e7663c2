public import MessagingModel

/// A record of what happened to a conversation on a screen. Phase 0 of seed 004 is a list of
/// records in their order.
public struct DiagnosticRecord: Hashable, Sendable {
  /// Milliseconds of a clock that never goes back.
  public var time: Int64
  public var event: DiagnosticEvent

  public init(_ event: DiagnosticEvent, at time: Int64) {
    self.time = time
    self.event = event
  }
}

/// An event that can be recorded of a conversation on a screen.
public enum DiagnosticEvent: Hashable, Sendable {
  // The reader.

  /// The reader opens the conversation.
  case opened
  /// The reader scrolls.
  case scrolled
  /// A finger touches the list, or leaves it.
  case held(Bool)
  /// The reader asks for a scroll. One scroll with this reason is the answer.
  case wished(ScrollCommand.Reason)
  /// The reader sees the first loaded row, and there are older messages.
  case ranOut

  /// The flags with which the screen was opened. Recorded with the opening (`DIAG-030`).
  case flags(RolloutFlags)

  // The list.

  /// Rows or frame changed, in one transaction.
  case changed(ListChange)
  /// The list wrote its offset between two changes.
  case wrote(OffsetWrite)

  /// How long the list worked for one frame, in microseconds.
  case worked(microseconds: Int64)

  // Pages.

  /// A page is requested, under a number of its own.
  case asked(page: Int, WindowRequest.Purpose)
  case answered(page: Int, PageAnswer)
  /// A page was read in two ways.
  case compared(PageComparison)

  // What happened, and what was shown of it.

  case committed(Revision, ChangeKinds)
  /// The commits up to this revision were read, and the rows were the same.
  case unchanged(Revision)
  /// The screen took an update.
  case updated(UpdateNote)
}

/// The result of a request for a page.
public enum PageAnswer: Hashable, Sendable {
  /// The page came. The value counts its rows that were not there before.
  case rows(Int)
  case failed
  /// The request was cancelled.
  case cancelled
}

/// The result of comparing the contents of two pages.
public enum PageComparison: Hashable, Sendable {
  case same
  case different
  /// One of them could not be read, or the store changed between the two reads.
  case impossible
}
