import MessagingModel
import MessagingTimeline
import Testing

/// The options that an app gets if it sets none. Times are milliseconds, lengths are points; each
/// is written here as it is in the rules.
@Suite struct DefaultOptionTests {
  @Test func `a window: 500 rows, two quiet seconds, a minute between attempts at most`() {
    let options = WindowOptions(conversation: "k1")
    #expect(options.cap == 500)
    #expect(options.quiet == 2_000)
    #expect(!options.fillsAtOnce)
    #expect(options.interval == 0)
    #expect(options.firstRetry == 1_000)
    #expect(options.longestRetry == 60_000)
  }

  @Test func `a timeline: how long changes are collected, and how much is tried in vain`() {
    let options = TimelineOptions(owner: "me", conversation: "k1")
    #expect(options.window == WindowOptions(conversation: "k1"))
    #expect(options.mergeLimit == 1_000)
    #expect(options.metadataWindow == 200)
    #expect(options.threadWindow == 150)
    #expect(options.threadLimit == 1_000)
    #expect(options.threadGrace == 500)
    #expect(options.readAfter == 500)
    #expect(options.markRetry == 1_000)
    #expect(options.emptyPages == 10)
    #expect(options.emptyFills == 10)
  }

  @Test func `a list of conversations: ten messages, four reads at once, three rounds`() {
    let options = ConversationListOptions(owner: "me")
    #expect(options.firstRead == 10)
    #expect(options.readsAtOnce == 4)
    #expect(options.followLimit == 3)
  }

  @Test func `scrolling: where the end is followed, and where the button appears`() {
    let options = ScrollOptions()
    #expect(options.pinEnter == 5)
    #expect(options.pinExit == 50)
    #expect(options.jumpButton == 200)
    #expect(options.scale == 2)
    #expect(options.canWriteOffsetWhileScrolling)
    #expect(options.preference == .top)
  }

  @Test func `an entry of which nothing is known has no preview and nothing unread`() {
    let entry = ConversationEntry("k1")
    #expect(entry.preview == nil)
    #expect(entry.unread == Unread(count: 0, isLowerBound: false))
  }
}
