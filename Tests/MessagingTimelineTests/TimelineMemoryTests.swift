import MessagingModel
import Testing

@testable import MessagingTimeline

/// What a screen of a thread keeps of its root, which has a row without being on the page.
@Suite struct TimelineMemoryTests {
  typealias Samples = TimelineSamples

  private static let quoted = MessageReference.remote("quoted")

  /// A page of a thread whose root answers to another message, but is not on the page.
  private static func page(_ numbers: ClosedRange<Int>, quote: Message?) -> Snapshot {
    var root = Samples.message(1)
    root.replyTo = quoted
    var page = Snapshot(
      revision: Revision(1), messages: numbers.map { Samples.message($0) }, root: root,
      older: .more, newer: .end)
    page.quotes[quoted] = quote
    return page
  }

  private static func quotes(_ loaded: LoadedMessages) -> [MessageReference: Message] {
    loaded.snapshot(of: WindowReading()).quotes
  }

  /// The message that the root answers to is deleted. The next page has it no more, and neither has
  /// the row of the root.
  @Test func `what a root quotes goes when it is deleted`() {
    var loaded = LoadedMessages()
    loaded.take(Self.page(4...6, quote: Samples.message(90)))
    #expect(Self.quotes(loaded) == [Self.quoted: Samples.message(90)])
    loaded.take(Self.page(4...6, quote: nil))
    #expect(Self.quotes(loaded) == [:])
  }

  /// Rows are evicted above. The root has its row all the same, with what it quotes.
  @Test func `what a root quotes stays when rows are evicted`() {
    var loaded = LoadedMessages()
    loaded.take(Self.page(4...9, quote: Samples.message(90)))
    let rows = (7...9).map { number in
      WindowRow(id: Samples.id(number), position: Samples.message(number).position)
    }
    loaded.keep(rows)
    #expect(loaded[Samples.id(4)] == nil)
    #expect(Self.quotes(loaded) == [Self.quoted: Samples.message(90)])
  }
}
