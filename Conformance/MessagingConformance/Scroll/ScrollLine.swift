internal import MessagingModel

/// One line of a `scroll` block that means something.
struct ScrollLine: Hashable, Sendable {
  enum Content: Hashable, Sendable {
    /// How the model is made.
    case options(ScrollOptions)
    /// A change of rows or geometry; those that join the line above are one transaction with it.
    case change(ScrollChange, joins: Bool)
    /// What the user does.
    case gesture(ScrollGesture)
    /// The conversation is closed and opened again where it was.
    case reopen
    case expectation(ScrollExpectation)
  }

  let content: Content
  /// As written.
  let source: String
  /// Of the block's lines.
  let index: Int
}

/// A part of a transaction.
enum ScrollChange: Hashable, Sendable {
  /// The rows with which a list opens.
  case open([ScrollRow])
  case replace([ScrollRow])
  case prepend([ScrollRow])
  case append([ScrollRow], Arrival)
  case insert([ScrollRow], ScrollPlace)
  case remove([ScrollTarget])
  case move(ScrollTarget, ScrollPlace)
  case resize([ScrollSize], RowChanges.Resize.Cause)
  case geometry(ScrollFrame)
  case newer(Bool)

  /// How rows come to the end.
  enum Arrival: Hashable, Sendable {
    /// A newer page.
    case page
    /// Just now, from somebody else.
    case live
    /// Just now, from here.
    case sent
  }
}

/// A height for a row.
struct ScrollSize: Hashable, Sendable {
  let row: RowID
  let height: Double
}

/// A row by its name, or, to say something wrong, by a bare index.
enum ScrollTarget: Hashable, Sendable {
  case row(RowID)
  case index(Int)
}

/// Where rows go.
enum ScrollPlace: Hashable, Sendable {
  case before(RowID)
  case after(RowID)
  case index(Int)
}

/// The parts of the geometry that a line names.
struct ScrollFrame: Hashable, Sendable {
  var width: Double?
  var height: Double?
  var top: Double?
  var bottom: Double?
  var gap: Double?
  var topPadding: Double?
  var bottomPadding: Double?
  var alignment: ScrollGeometry.Alignment?

  /// A geometry with these parts.
  func applied(to old: ScrollGeometry) -> ScrollGeometry {
    ScrollGeometry(
      width: width ?? old.width, height: height ?? old.height, topInset: top ?? old.topInset,
      bottomInset: bottom ?? old.bottomInset, gap: gap ?? old.gap,
      topPadding: topPadding ?? old.topPadding, bottomPadding: bottomPadding ?? old.bottomPadding,
      alignment: alignment ?? old.alignment)
  }
}

/// What a user does, or the view reports.
enum ScrollGesture: Hashable, Sendable {
  /// Touched, moved, let go and at rest.
  case scroll(Double)
  case phase(ScrollPhase)
  /// The view reports an offset; the phase stays.
  case report(Double)
  case jump(RowID, JumpAlignment, place: Position?)
  case end

  /// What the model hears of it.
  var events: [ScrollEvent] {
    switch self {
    case .scroll(let offset): [.phase(.tracking), .scrolled(to: offset), .phase(.rest)]
    case .phase(let phase): [.phase(phase)]
    case .report(let offset): [.scrolled(to: offset)]
    case .jump(let row, let alignment, let place):
      [.jump(to: row, place: place, alignment: alignment)]
    case .end: [.jumpToEnd]
    }
  }
}

/// What a line expects to see.
struct ScrollExpectation: Hashable, Sendable {
  let observable: ScrollObservable
  /// Of which row, for those that speak of one.
  let row: RowID?
  /// `=`, otherwise `!=`.
  let isEqual: Bool
  /// In the form in which values are printed; more than one only with `or`.
  let alternatives: [[String]]
}

/// What can be looked at.
enum ScrollObservable: String, CaseIterable, Hashable, Sendable {
  case offset, published, top, bottom
  case command, writes, delta, residual, anchor, before
  case pinned, unread, distance, height, button, error
  case needsNewest = "needs-newest"
  case approximate, programmatic, compensations, saved, fraction

  /// Whether it is asked of a row.
  var wantsRow: Bool { self == .top || self == .bottom }
}
