extension ScrollAnchor {
  /// The view reports where the content is. Before there is a message that means nothing.
  mutating func scroll(to points: Double, _ outcome: inout ScrollOutcome) throws(ScrollRejection) {
    guard let y = Length(points) else { throw .badLength }
    guard isOpen, !isEcho(y) else { return }
    isEchoExpected = false
    offset = y + (gesture?.pending ?? .zero)
    gesture?.hasMoved = true
    if gesture == nil {
      offset = bounds.clamp(offset)
      outcome.command = compensation(from: y)
    }
    wanted = offset
    hold = nil
    repinAfterMotion()
  }

  /// Whether a reported offset says nothing new: it is what was last reported, or, after a write,
  /// near to what was to be written (`SCROLL-040`, `SCROLL-067`).
  private func isEcho(_ y: Length) -> Bool {
    guard isEchoExpected else { return y == shown }
    let error = y - shown.rounded(toPixelsAt: settings.scale)
    return error <= settings.echo && error >= -settings.echo
  }

  /// A finger touched the content, or let it go.
  mutating func touch(isTracking: Bool) {
    if gesture == nil { gesture = ScrollGesture(isTracking: isTracking) }
    gesture?.isTracking = isTracking
  }

  /// The content came to rest: what had to wait happens now, as one command (`SCROLL-036`,
  /// `SCROLL-037`). What lies beyond the ends is taken back, and not made up for later
  /// (`SCROLL-038`).
  mutating func rest(_ outcome: inout ScrollOutcome) {
    guard let gesture else { return }
    let (before, bounds) = (shown, bounds)
    self.gesture = nil
    if gesture.hasMoved || gesture.pending != .zero || pin == .firm {
      wanted = bounds.clamp(offset)
    }
    offset = bounds.clamp(wanted)
    let motion = bounds.greatest - offset - gesture.growth
    if let awaitedEnd, !hasNewer {
      finish(awaitedEnd, from: before, &outcome)
    } else if gesture.defersFollow, !hasNewer, motion <= settings.pinExit {
      finish(.follow, from: before, &outcome)
    } else {
      outcome.command = compensation(from: before)
    }
    repin()
  }

  private mutating func finish(
    _ reason: ScrollCommand.Reason, from before: Length, _ outcome: inout ScrollOutcome
  ) {
    offset = before
    goToEnd(reason, &outcome)
  }
}
