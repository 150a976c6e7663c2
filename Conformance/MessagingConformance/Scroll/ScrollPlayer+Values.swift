internal import MessagingCore
internal import MessagingModel

extension ScrollPlayer {
  /// What is seen, as words in the form in which scripts write them.
  func value(of observable: ScrollObservable, _ row: RowID?) -> [String] {
    let reading = model.reading
    switch observable {
    case .offset: return points(reading.offset)
    case .published: return points(reading.publishedOffset)
    case .top, .bottom: return edge(observable, of: row)
    case .command: return last.commands.isEmpty ? ["none"] : last.commands.flatMap(words)
    case .writes:
      return last.commands.isEmpty ? ["none"] : last.commands.flatMap { points($0.offset) }
    case .delta: return points(last.diagnostics.anchorDelta)
    case .residual: return points(last.diagnostics.residual)
    case .anchor: return [reading.anchor.map(ScrollNames.name) ?? "none"]
    case .before: return [last.diagnostics.anchorBefore.map(ScrollNames.name) ?? "none"]
    case .pinned: return answer(reading.isPinned)
    case .unread: return ["\(reading.unread)"]
    case .distance: return points(reading.distanceFromEnd)
    case .height: return points(reading.contentHeight)
    case .button: return answer(reading.showsJumpButton)
    case .error: return [last.rejection?.rawValue ?? "none"]
    case .needsNewest: return answer(last.needsNewest)
    case .approximate: return answer(last.isApproximate)
    case .programmatic: return ["\(programmatic)"]
    case .compensations: return ["\(compensations)"]
    case .saved: return saved
    case .fraction: return model.savedPosition.map { points($0.hiddenFraction) } ?? ["none"]
    }
  }

  /// Where an edge of a row is in the view, by the harness' own arithmetic.
  private func edge(_ observable: ScrollObservable, of row: RowID?) -> [String] {
    guard let edges = row.flatMap({ mirror.edges(of: $0) }) else { return ["gone"] }
    guard let offset = ScrollPoints.units(model.reading.offset) else {
      return points(model.reading.offset)
    }
    let y = observable == .top ? edges.top : edges.bottom
    return [ScrollPoints.text(units: y - offset)]
  }

  private func words(_ command: ScrollCommand) -> [String] {
    switch command {
    case .compensation(_, let delta): return ["compensation"] + points(delta)
    case .programmatic(let offset, let reason):
      let word =
        switch reason {
        case .initial: "initial"
        case .follow: "follow"
        case .sent: "sent"
        case .jump: "jump"
        case .end: "end"
        }
      return [word] + points(offset)
    }
  }

  private var saved: [String] {
    guard let saved = model.savedPosition else { return ["none"] }
    return [ScrollNames.name(saved.row)] + points(saved.distance)
      + (saved.isPinned ? ["pinned"] : [])
  }

  private func points(_ points: Double) -> [String] { [ScrollPoints.text(points)] }

  private func answer(_ value: Bool) -> [String] { [value ? "yes" : "no"] }
}

extension Violation {
  /// An expectation of a `scroll` block that does not hold.
  init(_ expectation: ScrollExpectation, _ actual: [String], at index: Int) {
    let name = [expectation.observable.rawValue, expectation.row.map(ScrollNames.name)]
      .compactMap(\.self).joined(separator: " ")
    let seen = actual.joined(separator: " ")
    let wanted = expectation.alternatives.map { $0.joined(separator: " ") }
      .joined(separator: " or ")
    let difference = expectation.difference(to: actual).map { " (\($0))" } ?? ""
    self.init(
      expectation.isEqual
        ? "\(name) is \(seen), expected \(wanted)\(difference)"
        : "\(name) is \(seen), expected anything else",
      at: index,
      comparison: Comparison(expected: expectation.alternatives.first ?? [], actual: actual))
  }
}

extension ScrollExpectation {
  /// How much more than expected a length is, where both are one: `+30`.
  func difference(to actual: [String]) -> String? {
    units(to: actual).map(ScrollPoints.difference)
  }

  /// The same in 192ths of a point.
  func units(to actual: [String]) -> Int? {
    guard isEqual, alternatives.count == 1, actual.count == alternatives[0].count,
      actual.dropLast() == alternatives[0].dropLast(),
      let seen = actual.last.flatMap(Double.init).flatMap(ScrollPoints.units),
      let wanted = alternatives[0].last.flatMap(Double.init).flatMap(ScrollPoints.units)
    else { return nil }
    return seen - wanted
  }
}
