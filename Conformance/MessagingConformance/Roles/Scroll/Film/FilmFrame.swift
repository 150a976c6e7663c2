internal import MessagingCore
internal import MessagingModel
internal import MessagingTimeline

/// The list after one step, as a panel of a filmstrip. Lengths are 192ths of a point, measured from
/// the upper edge of the view.
struct FilmFrame: Hashable, Sendable {
  struct Row: Hashable, Sendable {
    let name: String
    let kind: ScrollRow.Kind
    let top: Int
    let bottom: Int
    let isHeld: Bool
  }

  /// The expected or old y of an edge.
  struct Mark: Hashable, Sendable {
    let y: Int
    let isViolated: Bool
  }

  /// The lines of the step.
  let captions: [String]
  let geometry: ScrollGeometry
  /// The rows in and near the view.
  let rows: [Row]
  /// The offset of the content, and the commands to the view.
  let status: [String]
  private(set) var marks: [Mark] = []
  /// What is violated, in a word or two.
  private(set) var violation: String?

  /// - Parameter before: the list before a change; `nil` if the user or an opening moved the
  ///   content.
  init(
    _ captions: [String], _ mirror: ScrollMirror, _ reading: ScrollReading,
    _ step: ScrollPlayer.Outcome, before: (mirror: ScrollMirror, reading: ScrollReading)?
  ) {
    self.captions = captions
    geometry = mirror.geometry
    let offset = ScrollPoints.units(reading.offset) ?? 0
    let height = ScrollPoints.units(mirror.geometry.height) ?? 0
    rows = mirror.placed.compactMap { placed in
      let (top, bottom) = (placed.top - offset, placed.bottom - offset)
      guard bottom > -height, top < 2 * height else { return nil }
      return Row(
        name: ScrollNames.name(placed.row.id), kind: placed.row.kind, top: top, bottom: bottom,
        isHeld: placed.row.id == reading.anchor)
    }
    status = FilmFrame.status(reading, step)
    guard let before, mirror.geometry == before.mirror.geometry,
      let held = step.diagnostics.anchorBefore,
      let edges = before.mirror.edges(of: held), mirror.edges(of: held) != nil,
      let was = ScrollPoints.units(before.reading.offset), step.isQuiet
    else { return }
    marks = [Mark(y: edges.top - was, isViolated: false)]
  }

  private static func status(_ reading: ScrollReading, _ step: ScrollPlayer.Outcome) -> [String] {
    let commands = step.commands.map { command in
      switch command {
      case .compensation(_, let delta):
        let sign = delta > 0 ? "+" : ""
        return "compensation \(sign)\(ScrollPoints.text(delta))"
      case .programmatic(let offset, let reason): return "\(reason) → \(ScrollPoints.text(offset))"
      }
    }
    let place = "offset \(ScrollPoints.text(reading.offset))"
    let state = reading.isPinned ? "\(place) · pinned" : place
    return [
      state, step.rejection.map { "refused: \($0.rawValue)" } ?? commands.joined(separator: ", "),
    ]
  }

  /// Marks the y that a line expects for an edge.
  mutating func mark(_ y: Int, isViolated: Bool) {
    if marks.contains(where: { !$0.isViolated && $0.y == y }), !isViolated { return }
    if isViolated { marks.removeAll() }
    marks.append(Mark(y: y, isViolated: isViolated))
  }

  mutating func violate(_ words: String) { violation = words }
}

extension ScrollPlayer.Outcome {
  /// Whether the step had no programmatic scroll.
  fileprivate var isQuiet: Bool {
    commands.allSatisfy { if case .compensation = $0 { true } else { false } }
  }
}

/// The panels of a filmstrip, one for each step.
struct Film: Hashable, Sendable {
  var frames: [FilmFrame] = []

  /// Marks the last step as violated.
  mutating func violate(_ words: String) {
    guard !frames.isEmpty else { return }
    frames[frames.count - 1].violate(words)
  }

  /// Draws the expectation of a line after the last step.
  mutating func expect(
    _ expectation: Expectation, _ seen: Observation, holds: Bool, _ mirror: ScrollMirror,
    _ reading: ScrollReading, _ step: ScrollPlayer.Outcome
  ) {
    guard !frames.isEmpty else { return }
    let last = frames.count - 1
    let excess = expectation.excess(of: seen)
    let row = expectation.arguments.all(ScrollLanguage.row).first
    if row != nil, let y = expectation.length { frames[last].mark(y, isViolated: !holds) }
    guard !holds else { return }
    guard row == nil else {
      let words = excess.map { "moved \(ScrollPoints.difference(units: $0))" } ?? "is elsewhere"
      return frames[last].violate("\(expectation.arguments.text) \(words)")
    }
    // The content is as much too high as the offset is too great.
    let held = reading.anchor ?? step.diagnostics.anchorBefore ?? mirror.rows.last?.id
    guard ["offset", "published"].contains(expectation.name), let excess,
      let edges = held.flatMap({ mirror.edges(of: $0) }),
      let offset = ScrollPoints.units(reading.offset)
    else { return frames[last].violate("\(expectation.name)?") }
    frames[last].mark(edges.top - offset + excess, isViolated: true)
    frames[last].violate("moved \(ScrollPoints.difference(units: -excess))")
  }
}
