extension Report {
  /// The section of measured times: by area and subject, and the slowest cases. Empty if no time
  /// was measured.
  var timeSection: String {
    let timed = results.filter { $0.elapsed > .zero }
    guard !timed.isEmpty else { return "" }
    let heads = subjects.map {
      Markup.element("th", [("scope", "col")], MarkupText.escaped($0.name))
    }
    let areas = Dictionary(grouping: timed, by: \.id.requirement.area).sorted { $0.key < $1.key }
    let rows = areas.map { area, cases in
      let cells = subjects.map { subject in
        let own = cases.filter { $0.id.subject == subject.name }
        let text = own.isEmpty ? "" : ReportWording.time(own.map(\.elapsed).reduce(.zero, +))
        return Markup.element("td", [("data-subject", subject.name)], text)
      }
      return "<tr><th scope=\"row\">\(area.code)</th>\(cells.joined())</tr>"
    }
    let slowest = timed.sorted { ($1.elapsed, $0.id) < ($0.elapsed, $1.id) }.prefix(10)
    let items = slowest.map { result in
      let link = Markup.element(
        "a", [("href", "#\(result.id.requirement)")],
        Markup.text("code", "id", result.id.description))
      return "<li>\(ReportWording.time(result.elapsed)) \(link)</li>"
    }
    return """
      <section id="times">
      <h2>Where the time went</h2>
      <details><summary>by area, and the slowest cases</summary>
      <table class="times">
      <thead><tr><th scope="col">Area</th>\(heads.joined())</tr></thead>
      <tbody>
      \(rows.joined(separator: "\n"))
      </tbody>
      </table>
      <ol>\(items.joined())</ol>
      </details>
      </section>
      """
  }
}

extension ReportWording {
  /// Returns a time as text: `840 ms`, `12.4 s`. It is rounded down.
  static func time(_ duration: Duration) -> String {
    let (seconds, attoseconds) = duration.components
    let milliseconds = seconds * 1000 + attoseconds / 1_000_000_000_000_000
    guard milliseconds >= 1000 else { return "\(milliseconds) ms" }
    return "\(milliseconds / 1000).\(milliseconds % 1000 / 100) s"
  }
}
