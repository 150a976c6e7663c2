internal import MessagingModel
internal import MessagingTimeline

/// Draws one panel: the step, the view with the rows in and around it, and what is expected.
struct FilmPanel {
  private let frame: FilmFrame
  private let number: Int

  init(_ frame: FilmFrame, number: Int) {
    self.frame = frame
    self.number = number
  }

  /// The text in place of panels that are not drawn.
  static func leftOut(_ count: Int) -> String {
    let y = FilmLayout.caption + FilmLayout.above + FilmLayout.view / 2
    let words = ["…", "\(count) \(count == 1 ? "panel" : "panels")", "left out"]
    return words.enumerated().map { line, word in
      let middle = "\(FilmLayout.width / 2)"
      return "<text class=\"film-soft\" text-anchor=\"middle\" x=\"\(middle)\" "
        + "y=\"\(y + line * 14)\">\(word)</text>"
    }.joined(separator: "\n")
  }

  var svg: String {
    let title = "<title>\(MarkupText.escaped(frame.captions.joined(separator: " ")))</title>"
    let parts =
      [title] + captions + surroundings + frame.rows.map(box) + covers
      + frame.rows.flatMap(text) + [view] + frame.marks.map(line) + label + footer
    return parts.filter { !$0.isEmpty }.joined(separator: "\n")
  }

  // MARK: - Text

  private var captions: [String] {
    let text = frame.captions.joined(separator: " ")
    var lines = [""]
    for word in "\(number). \(text)".split(separator: " ") {
      let last = lines[lines.count - 1]
      if last.isEmpty {
        lines[lines.count - 1] = String(word)
      } else if last.count + 1 + word.count <= FilmLayout.letters {
        lines[lines.count - 1] += " \(word)"
      } else {
        lines.append(String(word))
      }
    }
    return FilmPanel.fitted(lines, linesMax: 3).enumerated().map { index, line in
      text12(line, 0, 10 + index * 12, "film-step")
    }
  }

  private var footer: [String] {
    let top = FilmLayout.height - FilmLayout.footer
    return frame.status.enumerated().filter { !$0.element.isEmpty }.map { index, line in
      text12(line, 0, top + 12 + index * 12, "film-soft")
    }
  }

  private func text12(_ text: String, _ x: Int, _ y: Int, _ style: String) -> String {
    "<text class=\"\(style)\" x=\"\(x)\" y=\"\(y)\">\(MarkupText.escaped(text))</text>"
  }

  /// At most `linesMax` lines of the panel's width, with a mark where text is left out.
  private static func fitted(_ lines: [String], linesMax: Int) -> [String] {
    var shown = lines.prefix(linesMax).map { line in
      line.count > FilmLayout.letters ? line.prefix(FilmLayout.letters - 1) + "…" : line
    }
    guard lines.count > linesMax, let last = shown.popLast() else { return shown }
    return shown + [last.prefix(FilmLayout.letters - 2) + " …"]
  }

  // MARK: - Drawing

  /// Converts a y in the view to one in the panel, in tenths, limited to what the panel shows.
  private func y(_ units: Int) -> Int {
    let height = max(1, ScrollPoints.units(frame.geometry.height) ?? 1)
    let upper = (FilmLayout.caption + FilmLayout.above) * 10
    let (whole, part) = (units * FilmLayout.view * 10).quotientAndRemainder(dividingBy: height)
    let rounded = whole + (2 * part.magnitude >= height.magnitude ? part.signum() : 0)
    return min(
      max(upper + rounded, FilmLayout.caption * 10),
      (FilmLayout.height - FilmLayout.footer) * 10)
  }

  private var viewTop: Int { y(0) }
  private var viewBottom: Int { y(ScrollPoints.units(frame.geometry.height) ?? 0) }

  private static func tenths(_ value: Int) -> String {
    let (whole, part) = value.magnitude.quotientAndRemainder(dividingBy: 10)
    return (value < 0 ? "-" : "") + (part == 0 ? "\(whole)" : "\(whole).\(part)")
  }

  private func rect(
    _ style: String, x: Int = 0, width: Int = FilmLayout.width, from top: Int, to bottom: Int,
    radius: Int = 0
  ) -> String {
    let height = FilmPanel.tenths(max(0, bottom - top))
    let corners = radius == 0 ? "" : " rx=\"\(radius)\""
    return "<rect class=\"\(style)\" x=\"\(x)\" y=\"\(FilmPanel.tenths(top))\" width=\"\(width)\" "
      + "height=\"\(height)\"\(corners)/>"
  }

  private var surroundings: [String] {
    [
      rect(
        "film-out", from: FilmLayout.caption * 10,
        to: (FilmLayout.height - FilmLayout.footer) * 10, radius: 3),
      rect("film-in", from: viewTop, to: viewBottom),
    ]
  }

  /// The messages of others are on the left, the owner's on the right, decorations in the middle.
  private func box(_ row: FilmFrame.Row) -> String {
    let (top, bottom) = (y(row.top), y(row.bottom))
    guard bottom > top else { return "" }
    let kind =
      switch row.kind {
      case .remoteMessage: "film-row"
      case .ownMessage: "film-row film-own"
      case .decoration: "film-row film-mark"
      }
    let (x, width) = FilmPanel.column(row)
    return rect(
      kind + (row.isHeld ? " film-held" : "") + far(row), x: x, width: width, from: top,
      to: bottom, radius: 3)
  }

  /// The name and the height of a row, if there is space for them.
  private func text(_ row: FilmFrame.Row) -> [String] {
    let (top, bottom) = (y(row.top), y(row.bottom))
    guard bottom - top >= 95 else { return [] }
    let (x, width) = FilmPanel.column(row)
    let style = (row.isHeld ? "film-on" : "film-name") + far(row)
    let line = FilmPanel.tenths((top + bottom) / 2 + 34)
    let height = ScrollPoints.text(units: row.bottom - row.top)
    return [
      "<text class=\"\(style)\" x=\"\(x + 5)\" y=\"\(line)\">\(row.name)</text>",
      "<text class=\"\(style)\" text-anchor=\"end\" x=\"\(x + width - 5)\" y=\"\(line)\">"
        + "\(height)</text>",
    ]
  }

  private static func column(_ row: FilmFrame.Row) -> (x: Int, width: Int) {
    switch row.kind {
    case .remoteMessage: (6, 118)
    case .ownMessage: (32, 118)
    case .decoration: (42, 72)
    }
  }

  /// The style of rows outside the view, which are pale.
  private func far(_ row: FilmFrame.Row) -> String {
    y(row.bottom) <= viewTop || y(row.top) >= viewBottom ? " film-far" : ""
  }

  private var view: String {
    let style = frame.violation == nil ? "film-view" : "film-view film-bad"
    return rect(style, from: viewTop, to: viewBottom, radius: 3)
  }

  /// The parts that the insets cover, hatched.
  private var covers: [String] {
    let units = ScrollPoints.units
    let top = y(units(frame.geometry.topInset) ?? 0)
    let height = units(frame.geometry.height) ?? 0
    let bottom = y(height - (units(frame.geometry.bottomInset) ?? 0))
    return cover(from: viewTop, to: top) + cover(from: bottom, to: viewBottom)
  }

  private func cover(from top: Int, to bottom: Int) -> [String] {
    guard bottom > top else { return [] }
    let right = FilmLayout.width * 10
    // Lines x + y = c at a distance of 7, each from one side of the block to another.
    let strokes = stride(from: top + 70, to: bottom + right, by: 70).map { sum in
      let start = sum - top <= right ? (sum - top, top) : (right, sum - right)
      let end = sum - bottom >= 0 ? (sum - bottom, bottom) : (0, sum)
      return "M\(FilmPanel.tenths(start.0)) \(FilmPanel.tenths(start.1))"
        + "L\(FilmPanel.tenths(end.0)) \(FilmPanel.tenths(end.1))"
    }
    return [
      rect("film-cover", from: top, to: bottom),
      "<path class=\"film-hatch\" d=\"\(strokes.joined())\"/>",
    ]
  }

  private func line(_ mark: FilmFrame.Mark) -> String {
    let height = FilmPanel.tenths(y(mark.y))
    let style = mark.isViolated ? "film-line film-bad" : "film-line"
    return "<line class=\"\(style)\" x1=\"-4\" x2=\"\(FilmLayout.width + 4)\" y1=\"\(height)\" "
      + "y2=\"\(height)\"/>"
  }

  private var label: [String] {
    guard let words = frame.violation else { return [] }
    let middle = frame.marks.last { $0.isViolated }.map { y($0.y) } ?? viewTop + 90
    let center = max(middle - 80, viewTop - 200)
    let width = words.count * 6 + 8
    return [
      rect(
        "film-label", x: FilmLayout.width - width, width: width, from: center - 70, to: center + 70,
        radius: 3),
      "<text class=\"film-words\" text-anchor=\"end\" x=\"\(FilmLayout.width - 4)\" "
        + "y=\"\(FilmPanel.tenths(center + 35))\">\(MarkupText.escaped(words))</text>",
    ]
  }
}
