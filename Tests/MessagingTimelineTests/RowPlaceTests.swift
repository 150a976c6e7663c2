import MessagingModel
import Testing

@testable import MessagingTimeline

/// Rows whose place depends on a field of their message that hardly ever changes, on a divider that
/// somebody else made, or on a clock that jumps.
@Suite struct RowPlaceTests {
  typealias Samples = TimelineSamples
  typealias Builder = TimelineBuilderTests

  /// A message that waits is written anew the next day: it moves below the separator of that day.
  @Test func `a waiting message with another time gets the separator of its day`() {
    var waiting = Samples.pending(2, sequence: 1)
    let old = Builder.rows(Builder.snapshot([Samples.message(1), waiting]))
    #expect(Builder.names(old) == ["start", "day0", "m1", "m2"])
    waiting.timestamp = 90_000_000
    let new = Builder.rows(Builder.snapshot([Samples.message(1), waiting]), after: old)
    #expect(Builder.names(new) == ["start", "day0", "m1", "day1", "m2"])
    #expect(new.version == old.version + 1)
  }

  /// The store learns that a message belongs to a thread. Where threads have no rows, it goes.
  @Test func `a message that turns out to be a reply loses its row`() {
    var message = Samples.message(2)
    let old = Builder.rows(Builder.snapshot([Samples.message(1), message])) {
      $0.shown = .withoutReplies
    }
    #expect(Builder.names(old) == ["start", "day0", "m1", "m2"])
    message.threadRoot = .id(Samples.id(1))
    let new = Builder.rows(Builder.snapshot([Samples.message(1), message]), after: old) {
      $0.shown = .withoutReplies
    }
    #expect(Builder.names(new) == ["start", "day0", "m1"])
  }

  /// Rows that an app made itself say where their divider is: below the last message before it.
  /// Rows that are built after them keep it there.
  @Test func `the divider of rows that are made by hand stays`() {
    let divider = TimelineItem(id: .unreadDivider, content: .unreadDivider)
    let made = Timeline(
      version: 1, rows: [Samples.row(1), Samples.row(2), divider, Samples.row(3)])
    #expect(made.unread == .above(Samples.message(2).position))
    let built = Builder.rows(
      Builder.snapshot((1...4).map { Samples.message($0) }), after: made)
    #expect(Builder.names(built) == ["start", "day0", "m1", "m2", "unread", "m3", "m4"])
    #expect(Timeline(version: 1, rows: [divider, Samples.row(1)]).unread == .above(nil))
    #expect(Timeline(version: 1, rows: [Samples.row(1)]).unread == UnreadPosition.none)
    #expect(Timeline(version: 1, rows: [divider]).unread == .undecided)
  }

  /// Instants in milliseconds, and their days.
  static let instants: [(Int64, Int)] = [
    (82_799_999, 0), (82_800_000, 1), (169_199_999, 1), (169_200_000, 1), (176_399_999, 1),
    (176_400_000, 2),
  ]

  /// The clocks of a zone go forward at 23:00 of the first day and back at 23:00 of the second one.
  /// The changes are told in any order, and each holds from its first millisecond on.
  @Test(arguments: instants)
  func `a change of the clocks holds from its first instant on`(instant: Int64, day: Int) {
    let zone = ZoneOffsets(
      name: "Nowhere", first: 0,
      changes: [
        .init(from: 169_200_000, seconds: -3_600), .init(from: 82_800_000, seconds: 3_600),
      ])
    #expect(zone.day(of: Timestamp(milliseconds: instant)).number == day)
  }
}
