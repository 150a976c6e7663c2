internal import MessagingModel
internal import MessagingTimeline

/// Draws a diff: the old rows on the left, the new rows on the right, and lines from each row's old
/// place to its new place.
struct DiffPicture: Hashable, Sendable {
  /// Two lists, and the diff between them.
  struct Step: Hashable, Sendable {
    /// The line of the script.
    var caption: String
    /// The names of the rows.
    var old: [String]
    var new: [String]
    var diff: TimelineDiff
  }

  var steps: [Step] = []
  /// Whether the last step violates a rule.
  var isViolated = false

  private static let width = 156
  private static let column = 58
  private static let line = 20
  private static let space = 18
  private static let head = 34
  private static let columns = 5
  /// The most steps and rows that are drawn.
  private static let (stepsMax, rowsMax) = (10, 24)

  /// A complete drawing, for use in a page or as a file. The same steps give the same bytes.
  func svg(title: String) -> String {
    let shown = Array(steps.suffix(DiffPicture.stepsMax))
    let rows = shown.map { min(max($0.old.count, $0.new.count), DiffPicture.rowsMax) }.max() ?? 0
    let columns = min(DiffPicture.columns, max(1, shown.count))
    let high = DiffPicture.head + max(1, rows) * DiffPicture.line + 8
    let lines = (shown.count + columns - 1) / columns
    let width = columns * (DiffPicture.width + DiffPicture.space) - DiffPicture.space + 16
    let height = lines * (high + DiffPicture.space) - DiffPicture.space + 16
    let panels = shown.enumerated().map { number, step in
      let x = number % columns * (DiffPicture.width + DiffPicture.space)
      let y = number / columns * (high + DiffPicture.space)
      let isLast = number == shown.count - 1
      return "<g transform=\"translate(\(x) \(y))\">\n"
        + panel(step, high: high, isBad: isViolated && isLast) + "\n</g>"
    }
    return """
      <svg xmlns="http://www.w3.org/2000/svg" class="film" role="img" width="\(width)" \
      height="\(height)" viewBox="-8 -8 \(width) \(height)">
      <title>\(MarkupText.escaped(title))</title>
      <style>\(FilmStyle.sheet)</style>
      <rect class="film-paper" x="-8" y="-8" width="\(width)" height="\(height)" rx="8"/>
      \(panels.joined(separator: "\n"))
      </svg>

      """
  }

  private func panel(_ step: Step, high: Int, isBad: Bool) -> String {
    let letters = FilmLayout.letters
    let caption =
      step.caption.count > letters ? step.caption.prefix(letters - 1) + "…" : step.caption[...]
    let gone = Set(step.diff.deletes)
    let come = Dictionary(step.diff.inserts.map { ($0.index, $0.isNew) }) { $1 }
    let changed = Set(step.diff.updates.map(\.to))
    let old = step.old.prefix(DiffPicture.rowsMax).enumerated().map { index, name in
      box(name, 0, index, gone.contains(index) ? "film-gone" : "")
    }
    let new = step.new.prefix(DiffPicture.rowsMax).enumerated().map { index, name in
      let sign = come[index].map { $0 ? " ●" : "" } ?? (changed.contains(index) ? " *" : "")
      return box(
        name + sign, DiffPicture.width - DiffPicture.column, index,
        come[index] == nil ? "" : "film-come")
    }
    let frame =
      isBad
      ? "<rect class=\"film-view film-bad\" x=\"-4\" y=\"18\" width=\"\(DiffPicture.width + 8)\" "
        + "height=\"\(high - 20)\" rx=\"3\"/>" : ""
    let texts =
      "<text class=\"film-step\" x=\"0\" y=\"10\">\(MarkupText.escaped(String(caption)))</text>"
    let more = max(step.old.count, step.new.count) - DiffPicture.rowsMax
    let rest =
      more > 0 ? "<text class=\"film-soft\" x=\"0\" y=\"\(high)\">… \(more) more</text>" : ""
    return ([texts] + links(step) + old + new + [rest, frame]).filter { !$0.isEmpty }
      .joined(separator: "\n")
  }

  private func box(_ name: String, _ x: Int, _ index: Int, _ style: String) -> String {
    let y = DiffPicture.head - 10 + index * DiffPicture.line
    let kind = style.isEmpty ? "film-row" : "film-row \(style)"
    return "<rect class=\"\(kind)\" x=\"\(x)\" y=\"\(y)\" width=\"\(DiffPicture.column)\" "
      + "height=\"\(DiffPicture.line - 4)\" rx=\"3\"/>"
      + "<text x=\"\(x + 5)\" y=\"\(y + 12)\">\(MarkupText.escaped(name))</text>"
  }

  /// Lines from each row's old place to its new place: thin if it stays, thick if it moves.
  private func links(_ step: Step) -> [String] {
    let rowsMax = DiffPicture.rowsMax
    let moved = Dictionary(step.diff.moves.map { ($0.from, $0.to) }) { $1 }
    let gone = Set(step.diff.deletes).union(moved.keys)
    let taken = Set(step.diff.inserts.map(\.index)).union(moved.values)
    let staying = zip(
      step.old.indices.filter { !gone.contains($0) },
      step.new.indices.filter { !taken.contains($0) })
    let straight = staying.filter { $0 < rowsMax && $1 < rowsMax }
      .map { link($0, $1, "film-hatch") }
    let crossing = moved.sorted { $0.key < $1.key }
      .filter { (0..<rowsMax).contains($0.key) && (0..<rowsMax).contains($0.value) }
      .map { link($0.key, $0.value, "film-move") }
    return straight + crossing
  }

  private func link(_ from: Int, _ to: Int, _ style: String) -> String {
    let middle = DiffPicture.head - 10 + DiffPicture.line / 2 - 2
    return "<line class=\"\(style)\" x1=\"\(DiffPicture.column)\" "
      + "x2=\"\(DiffPicture.width - DiffPicture.column)\" "
      + "y1=\"\(middle + from * DiffPicture.line)\" y2=\"\(middle + to * DiffPicture.line)\"/>"
  }
}
