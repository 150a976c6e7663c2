extension Failure {
  /// A line of an excerpt, by its index in the script.
  struct ExcerptLine: Hashable {
    let index: Int
  }

  /// The lines to show: all of a short script; of a long one the beginning, and what leads to the
  /// failing line, with `nil` where lines are left out.
  func excerpt(linesMax: Int) -> [ExcerptLine?] {
    guard script.count > linesMax else { return script.indices.map(ExcerptLine.init) }
    let failing = failingIndex ?? script.count - 1
    let head = linesMax / 3
    let tailStart = max(head, min(failing + 1, script.count) - (linesMax - head))
    let tailEnd = min(script.count, max(failing + 1, tailStart + linesMax - head))
    var shown: [ExcerptLine?] = (0..<head).map(ExcerptLine.init)
    if tailStart > head { shown.append(nil) }
    shown += (tailStart..<tailEnd).map(ExcerptLine.init)
    if tailEnd < script.count { shown.append(nil) }
    return shown
  }
}
