package import MessagingModel
package import MessagingTimeline

/// Lengths of the naive model: whole numbers, 192 per point, so that sums are exact.
package enum NaiveLength {
  package static let perPoint = 192
  static let longest = 1_000_000.0
  static let furthest = 1_000_000_000_000.0

  /// Rounds once, halves away from zero.
  package static func of(_ points: Double) -> Int { Int((points * Double(perPoint)).rounded()) }

  package static func points(_ length: Int) -> Double { Double(length) / Double(perPoint) }

  /// Whether the value is a valid height.
  package static func isHeight(_ points: Double) -> Bool { points >= 0 && points <= longest }

  static func isOffset(_ points: Double) -> Bool { points.magnitude <= furthest }

  /// Rounds to the nearest multiple, halves away from zero.
  package static func rounded(_ length: Int, to step: Int) -> Int {
    let steps = (length.magnitude + UInt(step / 2)) / UInt(step)
    return length < 0 ? -Int(steps) * step : Int(steps) * step
  }
}

/// A row of the naive model.
package struct NaiveRow: Hashable, Sendable {
  package let id: RowID
  let kind: ScrollRow.Kind
  package var height: Int
  package let position: Position?

  init(_ row: ScrollRow, height: Int) {
    (id, kind, position, self.height) = (row.id, row.kind, row.position, height)
  }

  package var isMessage: Bool { kind != .decoration }
  /// Whether it can be the anchor.
  var isEligible: Bool { isMessage && height > 0 }
}

/// The frame in whole 192ths.
package struct NaiveFrame: Hashable, Sendable {
  var width = 0
  package var height = 0
  package var top = 0
  var bottom = 0
  package var gap = 0
  var topPadding = 0
  var bottomPadding = 0
  var alignsBottom = true

  init() {}

  package init(_ geometry: ScrollGeometry) {
    (width, height) = (NaiveLength.of(geometry.width), NaiveLength.of(geometry.height))
    (top, bottom) = (NaiveLength.of(geometry.topInset), NaiveLength.of(geometry.bottomInset))
    gap = NaiveLength.of(geometry.gap)
    topPadding = NaiveLength.of(geometry.topPadding)
    bottomPadding = NaiveLength.of(geometry.bottomPadding)
    alignsBottom = geometry.alignment == .bottom
  }

  /// The end of the uncovered part of the view.
  package var floor: Int { height - bottom }
  /// The height of the uncovered part of the view.
  package var band: Int { height - top - bottom }
}

/// The layout: computed from the first row to the last, each time.
package struct NaiveLayout: Sendable {
  package let rows: [NaiveRow]
  package let frame: NaiveFrame
  /// The space above the first row if the rows do not fill the view.
  let lead: Int
  /// The tops of the rows in the content.
  package let tops: [Int]
  /// The height of the content, with paddings and gaps.
  package let content: Int

  package init(_ rows: [NaiveRow], _ frame: NaiveFrame) {
    (self.rows, self.frame) = (rows, frame)
    let gaps = frame.gap * max(0, rows.count - 1)
    content =
      frame.topPadding + frame.bottomPadding + gaps + rows.reduce(0) { $0 + $1.height }
    lead = NaiveLayout.lead(frame, content: content, top: frame.top)
    var tops: [Int] = []
    var y = frame.topPadding + lead
    for row in rows {
      tops.append(y)
      y += row.height + frame.gap
    }
    self.tops = tops
  }

  /// The space above rows that do not fill the view, if `top` is covered.
  static func lead(_ frame: NaiveFrame, content: Int, top: Int) -> Int {
    frame.alignsBottom ? max(0, frame.height - top - frame.bottom - content) : 0
  }

  package var lowest: Int { -frame.top }
  package var highest: Int { max(-frame.top, content + lead + frame.bottom - frame.height) }

  package func clamp(_ offset: Int) -> Int { min(max(offset, lowest), highest) }

  package func bottom(_ index: Int) -> Int { tops[index] + rows[index].height }

  package func index(of id: RowID) -> Int? { rows.firstIndex { $0.id == id } }

  /// The y at the top of a band of this height if a row is in its middle.
  package func centred(_ index: Int, in band: Int) -> Int {
    (2 * tops[index] + rows[index].height - band) >> 1
  }

  /// The y at the top of the band if a row is in its middle. A row that is higher than the band
  /// begins at its top.
  func centred(_ index: Int) -> Int {
    rows[index].height > frame.band ? tops[index] : centred(index, in: frame.band)
  }

  /// Whether a part of a row is visible at an offset.
  package func isVisible(_ index: Int, at offset: Int) -> Bool {
    bottom(index) > offset + frame.top && tops[index] < offset + frame.floor
      && rows[index].height > 0 && frame.band > 0
  }

  /// The row with the least position that is not below `place`; otherwise the row with the greatest
  /// position.
  func nearest(to place: Position) -> Int? {
    let placed = rows.indices.filter { rows[$0].position != nil }
    let at = { (index: Int) in rows[index].position ?? place }
    let newer = placed.filter { at($0) >= place }
    if let least = newer.map(at).min() { return newer.first { at($0) == least } }
    guard let greatest = placed.map(at).max() else { return nil }
    return placed.first { at($0) == greatest }
  }
}
