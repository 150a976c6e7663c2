import MessagingModel
import MessagingTimeline
import Testing

/// What a screen reports as read while the store is slow, and what it does not report again.
@Suite struct TimelineReadingTests {
  typealias Samples = TimelineSamples
  typealias Stage = TimelineStage

  private static func name(_ number: Int) -> MessageReference {
    .remote(Samples.place(number).remoteID)
  }

  /// Two messages of somebody else, all that is stored.
  private static let page = Stage.page([Samples.message(1), Samples.message(2)], unread: 2)

  private static func opened() throws -> Stage {
    var stage = Stage()
    let first = try #require(stage.open().reads.first)
    #expect(stage.tell(.read(first.ticket, page), at: 0).updates.count == 1)
    return stage
  }

  /// A page that was read before the report was stored has the old receipt. It takes nothing back:
  /// what was reported once is not reported again.
  @Test func `an older receipt of the store brings no second report`() throws {
    var stage = try Self.opened()
    #expect(stage.sees(1, 2, at: 0).marks == [])
    #expect(stage.tell(.clock, at: 500).marks == [Self.name(2)])
    let news = try #require(stage.tell(.committed(.metadata), at: 600).reads.first)
    let old = Stage.page(
      [Samples.message(1), Samples.message(2)], revision: 2,
      receipts: [TimelineBuilderTests.marker(1)], unread: 1)
    #expect(stage.tell(.read(news.ticket, old), at: 610).marks == [])
    #expect(stage.tell(.clock, at: 1_500).marks == [])
  }

  /// The store refuses the first of two reports after the second one was made. The second says all
  /// that the first one said, so nothing is repeated, and nobody is woken for it.
  @Test(arguments: [RepositoryError.Code.storage, .unknownMessage])
  func `the failure of an earlier report changes nothing`(code: RepositoryError.Code) throws {
    var stage = try Self.opened()
    #expect(stage.sees(1, 1, at: 0).marks == [])
    #expect(stage.tell(.clock, at: 500).marks == [Self.name(1)])
    #expect(stage.sees(2, 2, at: 600).marks == [])
    #expect(stage.tell(.clock, at: 1_100).marks == [Self.name(2)])
    #expect(stage.tell(.notMarked(Self.name(1), code), at: 1_150).marks == [])
    #expect(stage.state.nextDeadline == nil)
    #expect(stage.tell(.clock, at: 5_000).marks == [])
  }
}
