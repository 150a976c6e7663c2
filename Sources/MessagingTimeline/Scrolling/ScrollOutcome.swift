/// The result of an event.
public struct ScrollOutcome: Hashable, Sendable {
  /// The command for the view, at most one (`SCROLL-007`); `nil` if there is nothing to write.
  public var command: ScrollCommand?
  /// Why the event was refused; `nil` if it was not. A refused event leaves the state unchanged.
  public var rejection: ScrollRejection?
  /// Whether the newest rows have to be loaded first, because the end is not loaded.
  public var needsNewest: Bool
  /// Whether a jump or the opening went to a neighbour because its row is not there (`SCROLL-045`).
  public var isApproximate: Bool
  public var diagnostics: ScrollDiagnostics

  public init(
    command: ScrollCommand? = nil, rejection: ScrollRejection? = nil, needsNewest: Bool = false,
    isApproximate: Bool = false, diagnostics: ScrollDiagnostics = ScrollDiagnostics()
  ) {
    self.command = command
    self.rejection = rejection
    self.needsNewest = needsNewest
    self.isApproximate = isApproximate
    self.diagnostics = diagnostics
  }
}

/// A command for the view, to carry out at once. A compensation has no animation.
public enum ScrollCommand: Hashable, Sendable {
  /// Write this offset so that the visible rows stay where they are. It is `delta` points further
  /// than before.
  case compensation(offset: Double, delta: Double)
  /// Scroll to this offset, for a reason other than a correction.
  ///
  /// The view may animate it. Then it must not report the offsets on the way
  /// (``ScrollEvent/scrolled(to:)``): the anchor counts as being there already, and would take them
  /// for the user. A touch that interrupts the animation begins with ``ScrollPhase/tracking``, and
  /// from then on offsets are reported.
  case programmatic(offset: Double, reason: Reason)

  public enum Reason: Hashable, Sendable, CaseIterable {
    /// The initial positioning when a conversation opens.
    case initial
    /// A message came while the end was followed.
    case follow
    /// The user sent a message.
    case sent
    /// The user asked for a row.
    case jump
    /// The user asked for the end.
    case end
  }

  /// The offset to write, rounded to pixels of the screen.
  public var offset: Double {
    switch self {
    case .compensation(let offset, _), .programmatic(let offset, _): offset
    }
  }
}

/// Why an event was refused.
public enum ScrollRejection: String, Error, Hashable, Sendable, CaseIterable {
  /// A length is not a number, infinite, too large, or negative where it must not be.
  case badLength = "bad-length"
  /// Two rows would have one id.
  case duplicateID = "duplicate-id"
  /// The event names a row that is not there.
  case unknownRow = "unknown-row"
  /// Indexes do not fit the rows, or do not fit each other.
  case badIndex = "bad-index"
}

/// What was held during an event, and by how much it moved: Phase 0 of seed 004.
public struct ScrollDiagnostics: Hashable, Sendable {
  /// The row that was held before the event; `nil` if the end was followed or no row could be held.
  public var anchorBefore: RowID?
  /// The row that is held after the event; `nil` as for ``anchorBefore``.
  public var anchorAfter: RowID?
  /// By how much the held edge moved in the view, in points; 0 unless ``residual`` explains it.
  public var anchorDelta: Double
  /// The part of the correction that did not fit between the ends of the content, in points.
  public var residual: Double

  public init(
    anchorBefore: RowID? = nil, anchorAfter: RowID? = nil, anchorDelta: Double = 0,
    residual: Double = 0
  ) {
    self.anchorBefore = anchorBefore
    self.anchorAfter = anchorAfter
    self.anchorDelta = anchorDelta
    self.residual = residual
  }
}
