extension Failure {
  /// A line of an excerpt, as an index into the script.
  struct ExcerptLine: Hashable {
    let index: Int
  }

  /// Returns the lines to show, with `nil` where lines are left out. A script of at most `linesMax`
  /// lines is shown in full. A longer one is cut to its beginning and the lines up to the failing
  /// one.
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
