/// Keeps the row that somebody reads where it is: a value, an event in, at most one command out.
///
/// It knows no clock, no screen and no random number, and computes in integers, so the same events
/// give the same bits everywhere (`SCROLL-001`). Copies share their rows.
///
/// Each event costs O(log n) and what it changes.
public struct ScrollAnchor: Sendable {
  let settings: ScrollSettings
  var layout = RowLayout()
  var frame = ScrollFrame()
  var hasNewer = false
  /// Whether the one positioning is done (`SCROLL-033`).
  var isOpen = false
  /// The y of the content at the upper edge of the view.
  var offset = Length.zero
  /// Where ``offset`` would be if the content were long enough (`SCROLL-020`).
  var wanted = Length.zero
  /// `nil`: chosen when it is needed, from what is seen then.
  var hold: ScrollHold?
  var pin = ScrollPin.firm
  /// `nil` at rest.
  var gesture: ScrollGesture?
  /// The end is shown as soon as it is loaded, or the content rests.
  var awaitedEnd: ScrollCommand.Reason?
  /// Messages of others that arrived while the list did not go to them.
  var counted: Set<RowID> = []
  /// Whether the view was told to write an offset since the user last moved the content: its
  /// echoes may come (`SCROLL-067`).
  var isEchoExpected = false

  public init(_ options: ScrollOptions = ScrollOptions()) {
    settings = ScrollSettings(options)
  }

  /// Takes an event. A rejected event leaves everything as it was.
  ///
  /// - Complexity: O(k + log n) for k changed rows; O(n) to replace all rows, and to look for the
  ///   place of a row that is not there.
  public mutating func handle(_ event: ScrollEvent) -> ScrollOutcome {
    var outcome = ScrollOutcome()
    let before = heldID
    do {
      switch event {
      case .transaction(let transaction): perform(try checked(transaction), &outcome)
      case .scrolled(let y): try scroll(to: y, &outcome)
      case .phase(.rest): if gesture != nil { rest(&outcome) }
      case .phase(.tracking): touch(isTracking: true)
      case .phase(.decelerating): touch(isTracking: false)
      case .jump(let id, let place, let alignment):
        try jump(to: id, place, alignment, &outcome)
      case .jumpToEnd: jumpToEnd(&outcome)
      }
    } catch {
      return ScrollOutcome(rejection: error)
    }
    if pin != .free, gesture == nil { counted = [] }
    if outcome.command != nil { isEchoExpected = true }
    outcome.diagnostics.anchorBefore = before
    outcome.diagnostics.anchorAfter = heldID
    outcome.diagnostics.residual = (wanted - offset).points
    return outcome
  }
}

extension ScrollAnchor: Equatable {}

extension ScrollAnchor {
  var bounds: ScrollBounds { ScrollBounds(layout, in: frame) }

  /// What the view shows: without the corrections that it could not take yet.
  var shown: Length { offset - (gesture?.pending ?? .zero) }

  /// What is held, for whoever asks.
  var heldID: RowID? {
    if pin == .firm, gesture == nil { return nil }
    return hold?.id ?? choice()?.row.id
  }

  /// The way to write an offset so that what is seen stays still.
  func compensation(from shown: Length) -> ScrollCommand? {
    guard offset != shown else { return nil }
    return .compensation(
      offset: offset.rounded(toPixelsAt: settings.scale).points, delta: (offset - shown).points)
  }

  /// Goes somewhere because somebody wants it; what was held, and what was wanted and did not fit,
  /// is forgotten.
  mutating func go(
    to target: Length, _ reason: ScrollCommand.Reason, _ outcome: inout ScrollOutcome
  ) {
    let before = shown
    offset = target
    wanted = target
    hold = nil
    gesture?.pending = .zero
    gesture?.growth = .zero
    gesture?.defersFollow = false
    outcome.command =
      target == before
      ? nil
      : .programmatic(offset: target.rounded(toPixelsAt: settings.scale).points, reason: reason)
  }

  /// Goes to the end and follows it from now on.
  mutating func goToEnd(_ reason: ScrollCommand.Reason, _ outcome: inout ScrollOutcome) {
    go(to: bounds.greatest, reason, &outcome)
    awaitedEnd = nil
    pin = .firm
    counted = []
  }
}
