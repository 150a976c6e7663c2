extension ScrollAnchor {
  private var distance: Length { bounds.greatest - offset }

  /// Whether the end is followed after a step (`SCROLL-029`).
  mutating func repin() {
    guard !hasNewer else {
      pin = .free
      return
    }
    let isNear = distance <= settings.pinEnter
    switch pin {
    case .firm: break
    case .free: if gesture == nil, isNear { pin = wanted == offset ? .firm : .provisional }
    case .provisional: if wanted == offset { pin = isNear ? .firm : .free }
    }
    forgetRowAtEnd()
  }

  /// Whether the end is followed after the user, or a jump, went somewhere. What was wanted and did
  /// not fit is forgotten by then.
  mutating func repinAfterMotion() {
    let isNear = distance <= settings.pinEnter
    if isNear, pin != .free { counted = [] }
    switch pin {
    case .firm: if distance - (gesture?.growth ?? .zero) > settings.pinExit { pin = .free }
    case .free: if gesture == nil, !hasNewer, isNear { pin = .firm }
    case .provisional: pin = isNear ? .firm : .free
    }
    forgetRowAtEnd()
  }

  /// Who follows the end at rest holds no row.
  mutating func forgetRowAtEnd() {
    guard pin == .firm, gesture == nil else { return }
    hold = nil
    wanted = offset
  }

  /// Counts messages of others that came while the end was not followed (`SCROLL-034`), or while
  /// a gesture kept the list from going to it (`SCROLL-065`).
  mutating func count(_ arrivals: [RowLayout.Row], _ pin: ScrollPin) {
    guard pin == .free || gesture != nil else { return }
    for row in arrivals where row.kind == .remoteMessage { counted.insert(row.id) }
  }

  /// Deleted messages count no more. Where newer ones are not loaded, rows are let go, not deleted.
  mutating func uncount(in step: ScrollStep) {
    guard !counted.isEmpty, !step.hasNewer else { return }
    switch step.rows {
    case .same: break
    case .edits(let edits):
      for index in edits.deletes { counted.remove(layout[index].id) }
    case .replace(let rows): counted = counted.filter(rows.contains)
    }
  }
}
