internal import MessagingModel

extension ListWindow {
  /// Takes a wish in the place of an earlier one.
  mutating func go(to wish: Wish, _ now: Duration) -> WindowOutcome {
    var actions: [WindowAction] = []
    if self.wish != nil { diagnostics.merged += 1 }
    self.wish = wish
    lanes[.whole]?.notBefore = .zero
    switch flight?.request.purpose {
    case .around, .newest: actions += cancelFlight()
    case .initial, .older, .newer, .same, nil: break
    }
    return WindowOutcome(actions: actions + advance(now))
  }

  /// Fulfils a wish for something that is loaded.
  mutating func fulfilWish() -> [WindowAction] {
    guard hasContent, let wish else { return [] }
    switch wish {
    case .message(let target):
      guard let row = rows.first(where: { $0.isMeant(by: target) }) else { return [] }
      self.wish = nil
      // Until the view has reported again, the target is held.
      view?.held.append(row.id)
      return [.scroll(to: row.id)]
    case .end:
      guard newer.edge == .end else { return [] }
      self.wish = nil
      return [.scrollToEnd]
    }
  }
}
