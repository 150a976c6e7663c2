internal import FixtureCorpus
internal import MessagingModel
internal import MessagingTimeline

/// Checks with the long conversation.
extension ScrollChecks {
  /// Measures how far the first visible row moves on the screen, page by page up to the top.
  static func hundredPages(_ context: Context) async throws {
    let conversation = LongConversation.golden
    let (count, size) = (conversation.count, 50)
    let rows = { (range: Range<Int>) in
      range.map { "m\($0):\(conversation.height($0))" }.joined(separator: " ")
    }
    var stage = ScrollStage(context)
    try stage.tell(
      "options scale=3", "viewport 390x844 top=97.333 bottom=83",
      "rows " + rows(count - size..<count))
    var moved: [Int] = []
    for page in 1..<count / size {
      try stage.tell("scroll \(page * 7 % 60).333")
      guard let row = stage.seen.first, let before = stage.mirror.edges(of: row)?.top else {
        throw Violation("nothing is seen above page \(page)")
      }
      let shown = before - stage.units(stage.reading.publishedOffset)
      let end = count - page * size
      try stage.tell("prepend " + rows(end - size..<end))
      let after = stage.mirror.edges(of: row)?.top ?? 0
      moved.append(after - stage.units(stage.reading.publishedOffset) - shown)
      context.count(steps: 1)
    }
    try context.expect(
      "the height of the content", stage.units(stage.reading.contentHeight),
      is: 969_949 * NaiveLength.perPoint)
    let sizes = moved.map { Int($0.magnitude) }.sorted()
    let (median, high) = (sizes[sizes.count / 2], sizes[sizes.count * 99 / 100])
    try context.expect(
      median <= 2 * NaiveLength.perPoint && high <= 6 * NaiveLength.perPoint,
      "the row that is read moves by \(ScrollPoints.text(units: median)) points in the median and "
        + "\(ScrollPoints.text(units: high)) in the 99th percentile")
    // The model itself may add one pixel, from two roundings.
    try context.expect(
      high <= NaiveLength.perPoint / 3, "a page moves the row by more than a pixel")
  }

  /// Plays the golden session.
  static func readingSession(_ context: Context) async throws {
    let subject = context.subject
    let file = try FixtureFolder(FixtureCorpus.directory).file("reading-session.scroll")
    do {
      try ScrollFixture(file).play { subject.scrollAnchoring($0) }
    } catch let failure as FixtureReplay.Failure {
      throw Violation(failure.description)
    }
  }
}
