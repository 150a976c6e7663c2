import MessagingModel
import MessagingTimeline
import Testing

/// Where a list goes for something that is not there, and what it does with options that mean
/// nothing.
@Suite struct ScrollPlaceTests {
  private static func message(_ number: Int, height: Double = 100) -> ScrollRow {
    ScrollRow(
      id: .message(TimelineSamples.id(number)), kind: .remoteMessage, height: height,
      position: TimelineSamples.message(number).position)
  }

  private static func opened(
    _ rows: [ScrollRow], _ options: ScrollOptions = ScrollOptions()
  ) -> ScrollAnchor {
    var anchor = ScrollAnchor(options)
    let outcome = anchor.handle(
      .transaction(
        ScrollTransaction(
          rows: .replace(rows), geometry: ScrollGeometry(height: 300), hasNewer: false)))
    #expect(outcome.rejection == nil)
    return anchor
  }

  /// A finger drags the content somewhere and lets it lie.
  private static func scroll(_ anchor: inout ScrollAnchor, to y: Double) {
    for event in [ScrollEvent.phase(.tracking), .scrolled(to: y), .phase(.rest)] {
      #expect(anchor.handle(event).rejection == nil)
    }
  }

  /// "To the first unread message" where all is read by now: that is the end.
  @Test func `a jump to the divider that is gone goes to the last row`() {
    var anchor = Self.opened((1...9).map { Self.message($0) })
    Self.scroll(&anchor, to: 0)
    let outcome = anchor.handle(.jump(to: .unreadDivider, position: nil, alignment: .top))
    #expect(outcome.rejection == nil)
    #expect(outcome.isApproximate)
    #expect(anchor.reading.distanceFromEnd == 0)
    #expect(
      anchor.handle(.jump(to: .typing, position: nil, alignment: .top))
        == ScrollOutcome(rejection: .unknownRow))
  }

  /// Nothing but a high decoration is in sight. What is saved is the message above it, and leads
  /// back to the same place.
  @Test func `a place without a message in sight is restored`() throws {
    let gap = ScrollRow(id: .gap(after: nil), kind: .decoration, height: 500)
    let rows = [Self.message(1), gap, Self.message(2)]
    var anchor = Self.opened(rows)
    Self.scroll(&anchor, to: 150)
    let saved = try #require(anchor.savedPosition)
    #expect(saved.row == .message(TimelineSamples.id(1)))
    #expect((saved.distance, saved.hiddenFraction) == (-150, 0))
    var options = ScrollOptions()
    options.opening = OpeningTarget(restore: saved)
    #expect(Self.opened(rows, options).reading.offset == 150)
  }

  /// Options come from a configuration that somebody else writes. One that is no length or no scale
  /// counts as not set.
  @Test(arguments: [Double.nan, .infinity, -1, 1_000_001])
  func `an option that means nothing counts as not set`(value: Double) {
    let rows = (1...9).map { Self.message($0, height: 100.3) }
    let standard = Self.opened(rows)
    let lengths: [WritableKeyPath<ScrollOptions, Double>] = [
      \.pinEnter, \.pinExit, \.jumpButton,
    ]
    for length in lengths {
      var options = ScrollOptions()
      options[keyPath: length] = value
      #expect(Self.opened(rows, options) == standard)
    }
    for scale in [-1, 0, 4] {
      var options = ScrollOptions()
      options.scale = scale
      #expect(Self.opened(rows, options) == standard)
    }
  }
}
