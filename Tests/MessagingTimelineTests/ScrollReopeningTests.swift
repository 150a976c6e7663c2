import MessagingModel
import MessagingTimeline
import Testing

/// Where a conversation opens whose end was followed when it was left.
@Suite struct ScrollReopeningTests {
  /// Below the loaded rows there are newer ones: the last of these rows is not the end.
  @Test(arguments: [(true, 200), (false, 600)] as [(Bool, Double)])
  func `a followed end is restored at its row while newer rows are not loaded`(
    hasNewer: Bool, offset: Double
  ) {
    let rows = (1...9).map { number in
      ScrollRow(
        id: .message(TimelineSamples.id(number)), kind: .remoteMessage, height: 100,
        position: TimelineSamples.message(number).position)
    }
    var options = ScrollOptions()
    options.opening = OpeningTarget(
      restore: SavedScrollPosition(
        row: .message(TimelineSamples.id(3)), position: nil, distance: 0, hiddenFraction: 0,
        isPinned: true))
    var anchor = ScrollAnchor(options)
    let outcome = anchor.handle(
      .transaction(
        ScrollTransaction(
          rows: .replace(rows), geometry: ScrollGeometry(height: 300), hasNewer: hasNewer)))
    #expect(outcome.rejection == nil)
    #expect(anchor.reading.offset == offset)
  }
}
