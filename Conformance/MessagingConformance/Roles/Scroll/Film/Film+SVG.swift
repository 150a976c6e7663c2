extension Film {
  /// The most panels that are drawn.
  static let panelsMax = 24

  /// A complete drawing, for use in a page or as a file. The same film gives the same bytes.
  ///
  /// - Complexity: O(frames + rows near the view).
  func svg(title: String) -> String {
    let cells = cells
    let columns = min(FilmLayout.columns, max(1, cells.count))
    let lines = (cells.count + columns - 1) / columns
    let width = columns * (FilmLayout.width + FilmLayout.space) - FilmLayout.space
    let height = lines * (FilmLayout.height + FilmLayout.space) - FilmLayout.space
    let panels = cells.enumerated().map { number, cell in
      let x = number % columns * (FilmLayout.width + FilmLayout.space)
      let y = number / columns * (FilmLayout.height + FilmLayout.space)
      let content =
        switch cell {
        case .panel(let index): FilmPanel(frames[index], number: index + 1).svg
        case .leftOut(let count): FilmPanel.leftOut(count)
        }
      return "<g transform=\"translate(\(x) \(y))\">\n\(content)\n</g>"
    }
    return """
      <svg xmlns="http://www.w3.org/2000/svg" class="film" role="img" width="\(width + 16)" \
      height="\(height + 16)" viewBox="-8 -8 \(width + 16) \(height + 16)">
      <title>\(MarkupText.escaped(title))</title>
      <style>\(FilmStyle.sheet)</style>
      <rect class="film-paper" x="-8" y="-8" width="\(width + 16)" height="\(height + 16)" rx="8"/>
      \(panels.joined(separator: "\n"))
      </svg>

      """
  }

  private enum Cell: Equatable {
    case panel(Int)
    case leftOut(Int)
  }

  /// All panels. Of a long film: the first four, sixteen around the violation, and the last four,
  /// with the number of panels left out between them.
  private var cells: [Cell] {
    guard frames.count > Film.panelsMax else { return frames.indices.map(Cell.panel) }
    let middle = frames.firstIndex { $0.violation != nil } ?? 12
    let start = min(max(middle - 8, 4), frames.count - 20)
    let shown = Array(0..<4) + Array(start..<start + 16) + Array(frames.count - 4..<frames.count)
    var cells: [Cell] = []
    var next = 0
    for index in shown {
      if index > next { cells.append(.leftOut(index - next)) }
      cells.append(.panel(index))
      next = index + 1
    }
    return cells
  }
}

/// Sizes of a filmstrip, in its own units.
enum FilmLayout {
  static let columns = 5
  static let space = 18
  /// The width of a panel.
  static let width = 156
  static let height = caption + above + view + below + footer
  /// The height of the step's lines.
  static let caption = 42
  /// The height of the content above the view.
  static let above = 40
  /// The height of the view.
  static let view = 200
  /// The height of the content below the view.
  static let below = 28
  static let footer = 28
  /// The number of letters in a line.
  static let letters = 27
}

/// The colours, for light and dark mode.
enum FilmStyle {
  static let sheet = """

    .film text { font: 9.5px ui-monospace, "SF Mono", Menlo, Consolas, monospace; fill: #1d1f24; }
    .film .film-paper { fill: #fbfaf7; }
    .film .film-out { fill: #efede8; }
    .film .film-in { fill: #ffffff; }
    .film .film-row { fill: #dfe3ea; stroke: #9aa1ad; stroke-width: .8; }
    .film .film-own { fill: #d3e8dc; stroke: #84b298; }
    .film .film-mark { fill: none; stroke: #b6b3aa; stroke-width: .8; stroke-dasharray: 2 2; }
    .film .film-held { fill: #2f5fb3; stroke: #2f5fb3; }
    .film .film-gone { fill: #fce7e4; stroke: #c4281c; stroke-dasharray: 3 2; }
    .film .film-come { fill: #e3f3ea; stroke: #18794e; stroke-width: 1.4; }
    .film .film-move { stroke: #8f5f00; stroke-width: 2; }
    .film .film-far { opacity: .45; }
    .film text.film-on { fill: #ffffff; }
    .film text.film-soft { fill: #63676f; }
    .film text.film-step { font-weight: 600; }
    .film .film-view { fill: none; stroke: #1d1f24; stroke-width: 1.5; }
    .film .film-cover { fill: #8a8f98; fill-opacity: .28; }
    .film .film-hatch { fill: none; stroke: #63676f; stroke-opacity: .6; stroke-width: .8; }
    .film .film-line { stroke: #8f5f00; stroke-width: 1.4; stroke-dasharray: 5 3; }
    .film .film-bad { stroke: #c4281c; stroke-width: 2.5; }
    .film text.film-words { fill: #c4281c; font-weight: 700; }
    .film .film-label { fill: #fce7e4; }
    @media (prefers-color-scheme: dark) {
      .film text { fill: #e9e7e2; }
      .film .film-paper { fill: #15171a; }
      .film .film-out { fill: #24272c; }
      .film .film-in { fill: #15171a; }
      .film .film-row { fill: #39404a; stroke: #6b7480; }
      .film .film-own { fill: #244636; stroke: #4f8a6b; }
      .film .film-mark { stroke: #6b6f77; }
      .film .film-held { fill: #92b6f5; stroke: #92b6f5; }
      .film .film-gone { fill: #43201d; stroke: #ff8f82; }
      .film .film-come { fill: #18332a; stroke: #6fd19e; }
      .film .film-move { stroke: #e8bd5a; }
      .film text.film-on { fill: #15171a; }
      .film text.film-soft { fill: #a2a5ab; }
      .film .film-view { stroke: #e9e7e2; }
      .film .film-cover { fill: #a2a5ab; }
      .film .film-hatch { stroke: #a2a5ab; }
      .film .film-line { stroke: #e8bd5a; }
      .film .film-bad { stroke: #ff8f82; }
      .film text.film-words { fill: #ff8f82; }
      .film .film-label { fill: #43201d; }
    }

    """
}
