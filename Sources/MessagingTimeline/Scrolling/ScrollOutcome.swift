/// What an event comes to.
public struct ScrollOutcome: Hashable, Sendable {
  /// At most one (`SCROLL-007`).
  public var command: ScrollCommand?
  /// Why the event was refused; the state is then as before.
  public var rejection: ScrollRejection?
  /// Whether the newest window has to be loaded first, because the end is not in this one.
  public var needsNewest: Bool
  /// Whether a jump went to a neighbour because its row is not there (`SCROLL-045`).
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

/// What the view has to do, at once, without an animation of its own for the first kind.
public enum ScrollCommand: Hashable, Sendable {
  /// Write this offset so that what is seen stays still: it is `delta` further than before.
  case compensation(offset: Double, delta: Double)
  /// Scroll there because somebody wants it.
  case programmatic(offset: Double, reason: Reason)

  public enum Reason: Hashable, Sendable, CaseIterable {
    /// The one positioning when a conversation opens.
    case initial
    /// A message came while the end was shown.
    case follow
    /// The user sent a message.
    case sent
    /// Somebody asked for a row.
    case jump
    /// Somebody asked for the end.
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
  /// A row is named that is not there.
  case unknownRow = "unknown-row"
  /// Indexes that do not fit the rows, or not each other.
  case badIndex = "bad-index"
}

/// Phase 0 of seed 004, for each event: what was held, and by how much it moved all the same.
public struct ScrollDiagnostics: Hashable, Sendable {
  /// The row that was held before the event; `nil` while the end was followed.
  public var anchorBefore: RowID?
  /// The row that is held after it.
  public var anchorAfter: RowID?
  /// By how much the held edge moved in the view, in points; 0 unless ``residual`` says why.
  public var anchorDelta: Double
  /// The part of the correction that did not fit between the ends of the content.
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
