internal import MessagingCore
internal import MessagingModel
package import MessagingTimeline

/// The oracle of the area SCROLL: rows in an array, with everything computed from the first row
/// each time.
///
/// It is written from the requirements, with its own whole-number arithmetic, and it is slow. The
/// random checks compare with it. With other ``ScrollRules`` it is the implementation of the
/// mutants.
package struct NaiveScroll: ScrollAnchoring {
  /// How the end is followed.
  package enum Pin { case none, provisional, firm }

  /// The targets of an opening without a saved position.
  package enum Opening { case focus, divider }

  /// The row whose edge stays in place.
  package struct Hold: Hashable {
    enum Edge: Hashable {
      case top, bottom, center
      case fraction(Double)
    }

    package var row: RowID
    var edge: Edge
    /// Whether it is the target of a jump or of an opening.
    package var isTarget = false
  }

  package var rules: ScrollRules
  let options: ScrollOptions
  let pixel: Int

  package var layout = NaiveLayout([], NaiveFrame())
  package var hasNewer = false
  package var isOpen = false
  /// The offset of the content, or the one that it would have if it could be written.
  package var offset = 0
  /// The offset if the ends of the content did not limit it.
  var wanted = 0
  package var hold: Hold?
  package var pin = Pin.firm
  package var phase = ScrollPhase.rest
  /// The correction that could not be written yet.
  package var pending = 0
  /// How far the end moved away since the finger touched.
  var growth = 0
  var hasDeferredFollow = false
  /// Whether, in this gesture, the user moved the content or the last row to hold was removed.
  var hasNoDebt = false
  /// Whether the view got an offset to write since the user last moved the content.
  package var isWritten = false
  /// What to do as soon as the end is loaded.
  var waiting: ScrollCommand.Reason?
  /// Messages of others that arrived while the list did not go to them.
  package var counted: Set<RowID> = []

  package init(_ options: ScrollOptions = ScrollOptions(), rules: ScrollRules = ScrollRules()) {
    let standard = ScrollOptions()
    var sane = options
    let isLength = { (length: Double) in NaiveLength.isHeight(length) }
    if !isLength(sane.pinEnter) { sane.pinEnter = standard.pinEnter }
    if !isLength(sane.pinExit) { sane.pinExit = standard.pinExit }
    if !isLength(sane.jumpButton) { sane.jumpButton = standard.jumpButton }
    if !(1...3).contains(sane.scale) { sane.scale = standard.scale }
    (self.options, self.rules) = (sane, rules)
    pixel = NaiveLength.perPoint / sane.scale
  }

  package mutating func handle(_ event: ScrollEvent) -> ScrollOutcome {
    if let rejection = rejection(of: event) { return ScrollOutcome(rejection: rejection) }
    let before = shownAnchor
    var outcome = ScrollOutcome()
    switch event {
    case .transaction(let transaction): change(transaction, &outcome)
    case .scrolled(let points): scroll(to: NaiveLength.of(points), &outcome)
    case .phase(let phase): enter(phase, &outcome)
    case .jump(let id, let place, let alignment): jump(id, place, alignment, &outcome)
    case .jumpToEnd: jumpToEnd(&outcome)
    }
    if pin == .firm, phase == .rest { hold = nil }
    if isPinned, phase == .rest { counted = [] }
    if outcome.command != nil { isWritten = true }
    outcome.diagnostics.residual = NaiveLength.points(wanted - offset)
    outcome.diagnostics.anchorAfter = shownAnchor
    outcome.diagnostics.anchorBefore = before
    return outcome
  }

  package var reading: ScrollReading {
    ScrollReading(
      offset: NaiveLength.points(offset), publishedOffset: NaiveLength.points(published(offset)),
      isPinned: isPinned, anchor: shownAnchor, unread: isPinned ? 0 : counted.count,
      distanceFromEnd: NaiveLength.points(distance),
      contentHeight: NaiveLength.points(layout.content),
      showsJumpButton: distance > NaiveLength.of(options.jumpButton) || hasNewer)
  }

  package var savedPosition: SavedScrollPosition? {
    guard isOpen, let index = chosen(layout, at: offset, fromBottom: false) else { return nil }
    let row = layout.rows[index]
    let distance = layout.tops[index] - offset - rules.savedFrom(layout)
    let isCut = distance < 0 && distance + row.height > 0
    return SavedScrollPosition(
      row: row.id, position: row.position, distance: NaiveLength.points(distance),
      hiddenFraction: isCut ? Double(-distance) / Double(row.height) : 0, isPinned: isPinned)
  }
}

extension NaiveScroll {
  package var isPinned: Bool { pin != .none }
  var distance: Int { layout.highest - offset }
  var physical: Int { offset - pending }

  package func published(_ offset: Int) -> Int { NaiveLength.rounded(offset, to: pixel) }

  package var shownAnchor: RowID? {
    if pin == .firm, phase == .rest { return nil }
    return hold?.row ?? chosen().map { layout.rows[$0].id }
  }

  /// The row to hold if none is held.
  func chosen() -> Int? {
    chosen(layout, at: offset, fromBottom: options.preference == .bottom)
  }

  /// The first visible row that can be held (`SCROLL-004`, `SCROLL-006`, `SCROLL-050`).
  func chosen(_ layout: NaiveLayout, at offset: Int, fromBottom: Bool) -> Int? {
    let ceiling = offset + rules.bandTop(layout)
    let floor = offset + layout.frame.floor
    var above: Int?
    var below: Int?
    var first: Int?
    var last: Int?
    for (index, row) in layout.rows.enumerated() where rules.isEligible(row) {
      let top = layout.tops[index]
      let bottom = top + row.height
      if bottom <= ceiling { above = index }
      if bottom > ceiling { below = below ?? index }
      guard rules.isBelowTop(bottom, ceiling), top < floor, floor > ceiling else { continue }
      first = first ?? index
      last = index
    }
    return fromBottom ? last ?? below ?? above : first ?? above ?? below
  }

  /// Scrolls to a requested offset. What the ends of the content cut off is not owed.
  mutating func go(
    to target: Int, _ reason: ScrollCommand.Reason, _ outcome: inout ScrollOutcome
  ) {
    if target != physical {
      outcome.command = .programmatic(
        offset: NaiveLength.points(published(target)), reason: reason)
    }
    (offset, wanted) = (target, target)
    pending = rules.owedAfterGoing(self)
    (growth, hasDeferredFollow, hold, waiting) = (0, false, nil, nil)
  }

  mutating func goToEnd(_ reason: ScrollCommand.Reason, _ outcome: inout ScrollOutcome) {
    go(to: layout.highest, reason, &outcome)
    (pin, counted) = (.firm, [])
  }
}
