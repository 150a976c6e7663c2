internal import MessagingConformance
internal import MessagingModel

extension HistoryFixture {
  /// The lines of a file, which read as this value again.
  var lines: [String] {
    cases.flatMap { written in
      ["", "case \(written.name)"] + (written.isAnyOrder ? ["any-order"] : [])
        + written.steps.flatMap(\.lines)
    }
  }
}

extension HistoryFixture.Step {
  fileprivate var lines: [String] {
    switch self {
    case .apply(let changes):
      changes.enumerated().map { "\($0.offset == 0 ? "apply" : "&") \($0.element.canonicalText)" }
    case .rows(let rows):
      rows.isEmpty ? ["= none"] : rows.map { "= \($0.canonicalText)" }
    case .walk(let limit, let pages):
      ["walk \(limit)"] + pages.map { "> \(RemoteIDs($0).canonicalText)" }
    }
  }
}
