import MessagingModel
import MessagingTimeline
import Testing

/// What a screen asks of the store and the network, and when it shows the answer.
@Suite struct TimelineRequestTests {
  typealias Samples = TimelineSamples
  typealias Stage = TimelineStage

  /// The store need not go on with a page for a screen that is gone.
  @Test func `a screen that closes gives up its read`() throws {
    var stage = Stage()
    let first = try #require(stage.open().reads.first)
    #expect(stage.tell(.closed, at: 10) == [.cancel(first.ticket)])
    #expect(stage.state.status.phase == .closed)
    #expect(stage.state.nextDeadline == nil)
  }

  /// All messages are of a hidden person, and reading on has reached its bound. A jump begins
  /// anew: around its target there may be rows.
  @Test func `after a jump a window without rows reads on again`() throws {
    var stage = Stage { options in
      (options.emptyPages, options.window.quiet) = (1, 0)
      options.input.hidden = ["ann"]
    }
    var next = try #require(stage.open().reads.first)
    for (from, to) in [(91, 100), (71, 90), (51, 70)] {
      let page = Stage.page((from...to).map { Samples.message($0) }, older: .more)
      let reads = stage.tell(.read(next.ticket, page), at: 0).reads
      #expect(reads.count == (from > 51 ? 1 : 0))
      next = reads.first ?? next
    }
    let jump = stage.tell(.jumped(to: .id(Samples.id(5))), at: 10).reads
    let around = try #require(jump.first)
    #expect(around.query.kind == .around(.id(Samples.id(5))))
    let page = Stage.page((1...20).map { Samples.message($0) }, newer: .more)
    let reads = stage.tell(.read(around.ticket, page), at: 20).reads
    #expect(reads.map(\.query.kind) == [.newer(than: Samples.message(20).cursor)])
  }

  /// The owner wrote all that came after the marker, so nothing is unread: the first update is the
  /// newest page, without another read.
  @Test func `where nothing is unread nobody looks for the marker`() throws {
    var stage = Stage()
    let first = try #require(stage.open(at: .firstUnread).reads.first)
    let page = Stage.page(
      (11...20).map { Samples.message($0, from: Samples.me) },
      receipts: [TimelineBuilderTests.marker(2)], older: .more)
    let actions = stage.tell(.read(first.ticket, page), at: 0)
    #expect(actions.reads.isEmpty)
    #expect(actions.updates.map(\.reason) == [.local])
  }

  /// The last message that was read is the first of the page: the divider has its place, and the
  /// conversation is shown at once.
  @Test func `where the marker is loaded nobody looks for it`() throws {
    var stage = Stage()
    let first = try #require(stage.open(at: .firstUnread).reads.first)
    let page = Stage.page(
      (11...20).map { Samples.message($0) }, receipts: [TimelineBuilderTests.marker(11)],
      older: .more, unread: 9)
    let actions = stage.tell(.read(first.ticket, page), at: 0)
    #expect(actions.reads.isEmpty)
    let update = try #require(actions.updates.first)
    #expect(
      TimelineBuilderTests.names(update.timeline).prefix(4) == ["day0", "m11", "unread", "m12"])
    #expect(update.destination == nil)
  }

  /// The search for something unread has reached its bound. At the end it is no search any more:
  /// the window reads on until somebody is there to be shown.
  @Test func `a search that finds nothing leaves the end its pages`() throws {
    var stage = Stage { options in
      (options.emptyPages, options.window.quiet) = (1, 0)
      options.input.hidden = ["ann"]
    }
    var next = try #require(stage.open(at: .firstUnread).reads.first)
    let receipts = [TimelineBuilderTests.marker(2)]
    var kinds: [Query.Kind] = []
    // The newest page, the last read message, and two pages above it.
    for (from, to) in [(91, 100), (1, 20), (21, 40), (41, 60)] {
      let page = Stage.page(
        (from...to).map { Samples.message($0) }, receipts: receipts,
        older: from == 1 ? .end : .more, newer: to == 100 ? .end : .more, unread: 98)
      next = try #require(stage.tell(.read(next.ticket, page), at: 0).reads.first)
      kinds.append(next.query.kind)
    }
    #expect(kinds[1] == .newer(than: Samples.message(20).cursor))
    #expect(kinds[2] == .newer(than: Samples.message(40).cursor))
    #expect(kinds[3] == .newest)
    let end = Stage.page(
      (91...100).map { Samples.message($0) }, receipts: receipts, older: .more, unread: 98)
    let reads = stage.tell(.read(next.ticket, end), at: 0).reads
    #expect(reads.map(\.query.kind) == [.older(than: Samples.message(91).cursor)])
  }

  private static func reply(_ number: Int) -> Message {
    var message = Samples.message(number)
    message.threadRoot = .id(Samples.id(1))
    return message
  }

  private static func thread(_ replies: [Message], gap: Gap?) -> Snapshot {
    var page = Stage.page([Samples.message(1)] + replies)
    page.root = Samples.message(1)
    page.gaps = [gap].compactMap(\.self)
    return page
  }

  /// The bound on requests is about those that bring nothing. Each one here brings a reply.
  @Test func `a thread goes on asking as long as replies come`() throws {
    var stage = Stage(thread: .id(Samples.id(1))) { $0.emptyFills = 1 }
    let opening = try #require(stage.open().reads.first)
    func gap(_ before: Int) -> Gap { Gap(after: Samples.place(2), before: Samples.place(before)) }
    var page = Self.thread([Self.reply(9)], gap: gap(9))
    var actions = stage.tell(.read(opening.ticket, page), at: 0)
    let steps: [(Int, Int64)] = [(9, 100), (7, 200), (5, 300)]
    for (place, time) in steps {
      let fill = try #require(actions.fills.first)
      #expect(fill.gap == gap(place))
      let news = stage.tell(.filled(fill.ticket), at: time)
      let commit = stage.tell(.committed(.structure), at: time)
      let read = try #require((news + commit).reads.first)
      let replies = stride(from: place - 2, through: 9, by: 2).map { Self.reply($0) }
      page = Self.thread(replies, gap: gap(place - 2))
      actions = stage.tell(.read(read.ticket, page), at: time + 10)
      actions += try Self.answerAll(actions, page, &stage, at: time + 10)
    }
    #expect(!actions.fills.isEmpty)
  }

  /// Answers further reads of a step with the same page.
  private static func answerAll(
    _ first: [TimelineAction], _ page: Snapshot, _ stage: inout Stage, at time: Int64
  ) throws -> [TimelineAction] {
    var (open, all) = (first.reads, [TimelineAction]())
    while !open.isEmpty {
      let actions = stage.tell(.read(open.removeFirst().ticket, page), at: time)
      open += actions.reads
      all += actions
      try #require(all.count < 100)
    }
    return all
  }

  /// That a message could not be sent is no change of the owner's. It moves nothing and is
  /// collected, as in a conversation.
  @Test func `in a thread a failed message is collected like a receipt`() throws {
    var own = Samples.pending(5, sequence: 1)
    own.threadRoot = .id(Samples.id(1))
    var stage = Stage(thread: .id(Samples.id(1)))
    let opening = try #require(stage.open().reads.first)
    let shown = stage.tell(.read(opening.ticket, Self.thread([own], gap: nil)), at: 0)
    #expect(shown.updates.map(\.reason) == [.local])
    let news = try #require(stage.tell(.committed(.metadata), at: 10).reads.first)
    own.delivery = .failed(FailureReason(code: "timeout", isRetryable: true))
    let page = Self.thread([own], gap: nil)
    #expect(stage.tell(.read(news.ticket, page), at: 20).updates.isEmpty)
    #expect(stage.tell(.clock, at: 219).updates.isEmpty)
    let updates = stage.tell(.clock, at: 220).updates
    #expect(updates.map(\.kinds) == [.metadata])
  }
}
