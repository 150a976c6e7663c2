internal import MessagingModel

/// Keeps the row that the reader looks at where it is. A value: takes an event, returns at most one
/// command.
///
/// It uses no clock, no screen and no random number, and computes in integers, so the same events
/// give the same bits everywhere (`SCROLL-001`). Copies share their rows.
///
/// Each event costs O(log n), plus the cost of what it changes.
public struct ScrollAnchor: Equatable, Sendable {
  let settings: ScrollSettings
  private(set) var content = ScrollContent()
  /// Whether the initial positioning is done (`SCROLL-033`).
  private(set) var isOpen = false
  /// The y of the content at the upper edge of the view.
  private(set) var offset = Length.zero
  /// Where ``offset`` would be if the content were long enough (`SCROLL-020`).
  private(set) var wanted = Length.zero
  /// The row that is held; `nil` if it is chosen when it is needed, from the rows that are visible
  /// then.
  private(set) var hold: ScrollHold?
  private(set) var pin = ScrollPin.firm
  /// `nil` at rest.
  private(set) var gesture: ScrollGesture?
  /// Messages of others that arrived while the list did not scroll to them.
  private(set) var missed = MissedArrivals()
  /// The reason to show the end as soon as it is loaded, or the content rests; `nil` for none.
  private var awaitedEnd: ScrollCommand.Reason?
  /// Whether the anchor returned a command since the user last moved the content. The view may
  /// report the written offset (`SCROLL-067`).
  private var isEchoExpected = false

  public init(_ options: ScrollOptions = ScrollOptions()) {
    settings = ScrollSettings(options)
  }

  /// Handles an event and returns at most one command. A rejected event changes nothing.
  ///
  /// - Complexity: O(log n), and O(k log n) for k changed rows; O(n) to replace all rows, and to
  ///   look for the place of a row that is not there.
  public mutating func handle(_ event: ScrollEvent) -> ScrollOutcome {
    var outcome = ScrollOutcome()
    let before = heldID
    let wasCut = content.hasNewer
    do {
      switch event {
      case .transaction(let transaction): perform(try content.checked(transaction), &outcome)
      case .scrolled(let y): try scroll(to: y, &outcome)
      case .phase(.rest): if gesture != nil { rest(&outcome) }
      case .phase(.tracking): touch(isTracking: true)
      case .phase(.decelerating): touch(isTracking: false)
      case .jump(let id, let position, let alignment):
        try jump(to: id, position, alignment, &outcome)
      case .jumpToEnd: jumpToEnd(&outcome)
      }
    } catch {
      return ScrollOutcome(rejection: error)
    }
    // What was deleted while it was not loaded is known to be gone once the end is loaded again.
    if wasCut, !content.hasNewer { missed.keep(in: content.layout) }
    if pin != .free, gesture == nil { missed.clear() }
    if outcome.command != nil { isEchoExpected = true }
    outcome.diagnostics.anchorBefore = before
    outcome.diagnostics.anchorAfter = heldID
    outcome.diagnostics.residual = (wanted - offset).points
    return outcome
  }

  // MARK: - Going somewhere

  /// Scrolls to an offset for a reason other than a correction. Forgets the held row and what is
  /// owed.
  private mutating func go(
    to target: Length, _ reason: ScrollCommand.Reason, _ outcome: inout ScrollOutcome
  ) {
    let before = shown
    offset = target
    wanted = target
    hold = nil
    gesture?.forgetCorrections()
    outcome.command =
      target == before
      ? nil
      : .programmatic(offset: target.rounded(toPixelsAt: settings.scale).points, reason: reason)
  }

  /// Scrolls to the end and follows it from now on.
  private mutating func goToEnd(_ reason: ScrollCommand.Reason, _ outcome: inout ScrollOutcome) {
    go(to: content.bounds.greatest, reason, &outcome)
    awaitedEnd = nil
    pin = .firm
    missed.clear()
  }

  /// Shows a row, and holds it there until the user scrolls (`SCROLL-042`, `SCROLL-043`).
  private mutating func jump(
    to id: RowID, _ position: Position?, _ alignment: JumpAlignment, _ outcome: inout ScrollOutcome
  ) throws(ScrollRejection) {
    guard isOpen, let landing = content.landing(at: id, position, alignment, from: offset) else {
      throw .unknownRow
    }
    outcome.isApproximate = landing.isNear
    awaitedEnd = nil
    gesture?.defersFollow = false
    if let target = landing.offset { go(to: target, .jump, &outcome) } else { wanted = offset }
    hold = landing.hold
    // Following would take the row away with the next message (SCROLL-043).
    if pin == .firm, distanceFromEnd > settings.pinEnter { pin = .free }
    repinAfterMotion()
  }

  /// Shows the end and follows it, or reports that the newest rows have to be loaded first.
  private mutating func jumpToEnd(_ outcome: inout ScrollOutcome) {
    guard !content.hasNewer else {
      awaitedEnd = .end
      outcome.needsNewest = true
      return
    }
    if isOpen { goToEnd(.end, &outcome) }
  }

  /// Applies a step before the conversation is open. Does the initial positioning once there is a
  /// message and a view to show it in (`SCROLL-033`, `SCROLL-066`).
  ///
  /// - Complexity: O(n).
  private mutating func open(_ step: ScrollStep, _ outcome: inout ScrollOutcome) {
    content.apply(step)
    if step.sent != nil { awaitedEnd = .sent }
    let (bounds, hasNewer) = (content.bounds, content.hasNewer)
    outcome.needsNewest = step.sent != nil && hasNewer
    gesture?.forgetCorrections()
    guard content.canOpen else {
      (offset, wanted, hold) = (bounds.greatest, bounds.greatest, nil)
      pin = hasNewer ? .free : .firm
      return
    }
    isOpen = true
    pin = .free
    let goal = hasNewer || awaitedEnd == nil ? content.opening(settings.opening) : .end
    if !hasNewer { awaitedEnd = nil }
    switch goal {
    case .end:
      (offset, hold) = (bounds.greatest, nil)
      if !hasNewer { pin = .firm }
    case .row(let row, let at, let isNear):
      (offset, hold) = (at, row)
      outcome.isApproximate = isNear
    }
    wanted = offset
    if bounds.greatest > bounds.least {
      outcome.command = .programmatic(
        offset: offset.rounded(toPixelsAt: settings.scale).points, reason: .initial)
    }
    if pin == .free, !hasNewer, bounds.greatest - offset <= settings.pinEnter { pin = .firm }
    forgetRowAtEnd()
  }

  // MARK: - The user moves the content

  /// Handles an offset that the view reports. It has no effect before the conversation is open.
  private mutating func scroll(
    to points: Double, _ outcome: inout ScrollOutcome
  ) throws(ScrollRejection) {
    guard let y = Length(points) else { throw .badLength }
    guard isOpen, !isEcho(y) else { return }
    isEchoExpected = false
    offset = y + (gesture?.pending ?? .zero)
    gesture?.owesNothing = true
    let distance = distanceFromEnd
    gesture?.limitGrowth(to: distance)
    if gesture == nil {
      offset = content.bounds.clamp(offset)
      outcome.command = compensation(from: y)
    }
    wanted = offset
    hold = nil
    repinAfterMotion()
  }

  /// Whether a reported offset is no movement of the user: it is the offset that is shown or, after
  /// a write, near to the one that was written (`SCROLL-040`, `SCROLL-067`).
  private func isEcho(_ y: Length) -> Bool {
    guard isEchoExpected else { return y == shown }
    let error = y - shown.rounded(toPixelsAt: settings.scale)
    return error <= settings.echo && error >= -settings.echo
  }

  /// Begins or continues a gesture: a finger touched the content, or let it go.
  private mutating func touch(isTracking: Bool) {
    if gesture == nil { gesture = ScrollGesture(isTracking: isTracking) }
    gesture?.isTracking = isTracking
  }

  /// Ends a gesture: the content rests. Corrections and scrolls that waited become one command
  /// (`SCROLL-036`, `SCROLL-037`). A part that leads beyond the ends of the content is dropped
  /// (`SCROLL-038`). A followed end is as far away as the user moved from it.
  private mutating func rest(_ outcome: inout ScrollOutcome) {
    guard let gesture else { return }
    let (before, bounds) = (shown, content.bounds)
    self.gesture = nil
    let moved = bounds.greatest - offset - gesture.growth
    if gesture.owesNothing || gesture.pending != .zero || pin == .firm {
      wanted = bounds.clamp(offset)
    }
    offset = bounds.clamp(wanted)
    let motion = bounds.greatest - offset - gesture.growth
    let follows = gesture.defersFollow && motion <= settings.pinExit
    if isOpen, let reason = awaitedEnd ?? (follows ? .follow : nil), !content.hasNewer {
      offset = before
      goToEnd(reason, &outcome)
    } else {
      if pin == .firm, gesture.growth != .zero {
        offset = bounds.clamp(bounds.greatest - max(.zero, moved))
        wanted = offset
      }
      outcome.command = compensation(from: before)
    }
    repin()
  }

  // MARK: - Rows and frame change

  /// Applies a step: lays out once, and corrects the offset once.
  private mutating func perform(_ step: ScrollStep, _ outcome: inout ScrollOutcome) {
    guard isOpen else { return open(step, &outcome) }
    let before = Before(self)
    let arrivals = step.arrivals
    let follows = !arrivals.isEmpty && before.pin != .free && !step.hasNewer
    if before.pin == .free || gesture != nil { missed.add(arrivals) }
    missed.remove(deletedIn: step, of: content.layout)
    if step.sent != nil { awaitedEnd = .sent }
    outcome.needsNewest = step.sent != nil && step.hasNewer
    if let awaitedEnd, !step.hasNewer, gesture == nil || awaitedEnd == .end {
      content.apply(step)
      goToEnd(awaitedEnd, &outcome)
      return
    }
    if gesture == nil, !step.hasNewer, before.pin == .firm || follows {
      content.apply(step)
      keepEnd(follows, before, &outcome)
    } else {
      keepRow(step, before, &outcome)
      if follows, before.pin == .firm { gesture?.defersFollow = true }
      let growth = content.bounds.greatest - offset - before.distance
      gesture?.growth += growth
    }
    repin()
  }

  /// Corrects the offset while the end is followed. A new message brings the end into view
  /// (`SCROLL-031`); any other change keeps the distance to it.
  private mutating func keepEnd(
    _ follows: Bool, _ before: Before, _ outcome: inout ScrollOutcome
  ) {
    guard !follows else {
      goToEnd(.follow, &outcome)
      return
    }
    let bounds = content.bounds
    offset = max(bounds.least, bounds.greatest - before.distance)
    wanted = offset
    outcome.command = compensation(from: before.offset)
  }

  /// Corrects the offset while a row is held.
  private mutating func keepRow(
    _ step: ScrollStep, _ before: Before, _ outcome: inout ScrollOutcome
  ) {
    let lost = held()
    let held = lost.flatMap { survivor(of: $0, in: step) }
    let isLost = lost != nil && held?.isFallback ?? true
    let base = isLost ? before.offset : before.wanted
    let cause = held.map { step.causeOfResize($0.hold.id) } ?? .content
    content.apply(step)
    let shift = shift(of: held, cause, from: base, before)
    wanted = base + shift
    if gesture == nil {
      offset = content.bounds.clamp(wanted)
      outcome.command = compensation(from: before.offset)
    } else {
      offset = before.offset + shift
      if settings.canWrite {
        outcome.command = compensation(from: before.offset)
      } else {
        gesture?.pending += shift
      }
    }
    if isLost, held == nil {
      // No row is left to which a residual could be owed (SCROLL-020).
      wanted = offset
      gesture?.owesNothing = true
    }
    let moved = (wanted - base) - (offset - before.offset)
    outcome.diagnostics.anchorDelta = moved.points
    hold = held.map { $0.heir.map(ordinaryHold) ?? $0.hold }
    letGoOfCovered(before)
  }

  /// Stops holding a row that the keyboard or a rotation pushed out of view, so that changes
  /// between it and the visible rows move nothing (`SCROLL-011`).
  private mutating func letGoOfCovered(_ before: Before) {
    let frame = content.frame
    guard let hold, !hold.isTarget, wanted == offset,
      before.frame.bandEnd != frame.bandEnd || before.frame.topInset != frame.topInset
    else { return }
    if !content.isSeen(hold.id, at: offset) { self.hold = nil }
  }

  // MARK: - Whether the end is followed

  /// Decides after a step whether the end is followed (`SCROLL-029`).
  private mutating func repin() {
    guard !content.hasNewer else {
      pin = .free
      return
    }
    let isNear = distanceFromEnd <= settings.pinEnter
    switch pin {
    case .firm: break
    case .free: if gesture == nil, isNear { pin = wanted == offset ? .firm : .provisional }
    case .provisional: if wanted == offset { pin = isNear ? .firm : .free }
    }
    forgetRowAtEnd()
  }

  /// Decides after a movement of the user, or a jump, whether the end is followed. Nothing is owed
  /// any more at this point.
  private mutating func repinAfterMotion() {
    let distance = distanceFromEnd
    let isNear = distance <= settings.pinEnter
    if isNear, pin != .free { missed.clear() }
    switch pin {
    case .firm: if distance - (gesture?.growth ?? .zero) > settings.pinExit { pin = .free }
    case .free: if gesture == nil, !content.hasNewer, isNear { pin = .firm }
    case .provisional: pin = isNear ? .firm : .free
    }
    forgetRowAtEnd()
  }

  /// Forgets the held row if the end is followed at rest.
  private mutating func forgetRowAtEnd() {
    guard pin == .firm, gesture == nil else { return }
    hold = nil
    wanted = offset
  }
}
