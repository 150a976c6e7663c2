import MessagingModel
import Testing

@testable import MessagingTimeline

/// Details of rows and lists: an order, what counts as no change, what a difference is about.
@Suite struct TimelineDetailTests {
  typealias Samples = TimelineSamples

  private static func item(_ message: Message) -> TimelineItem {
    TimelineItem(id: .message(message.id), content: .message(MessageRow(message: message)))
  }

  @Test func `a list in which one entry changed in place has changed`() {
    let entry = ConversationEntry("k1")
    #expect(ConversationListDiff().isEmpty)
    #expect(!ConversationListDiff(updates: [.init(from: 0, to: 0, entry: entry)]).isEmpty)
  }

  /// That there is a reference now is content. Where it points was nothing before.
  @Test func `a reference that comes or goes is content and no metadata`() {
    let plain = Samples.message(2)
    var (reply, threaded) = (plain, plain)
    reply.replyTo = .remote("m000001")
    threaded.threadRoot = .remote("m000001")
    for other in [reply, threaded] {
      let rows = (Self.item(plain), Self.item(other))
      #expect(TimelineDiff.Aspects(from: rows.0, to: rows.1) == .content)
      #expect(TimelineDiff.Aspects(from: rows.1, to: rows.0) == .content)
    }
  }

  @Test func `a message in no thread, or in one, is delivered: that is metadata`() {
    for root in [nil, MessageReference.remote("m000001")] {
      var old = Samples.message(2, from: Samples.me)
      old.threadRoot = root
      var new = old
      new.delivery = .read
      #expect(TimelineDiff.Aspects(from: Self.item(old), to: Self.item(new)) == .metadata)
    }
  }

  /// A bracket that the address opened is its own, the next one is the sentence's.
  @Test(arguments: [
    ("(see https://a.example/b_(c))", "https://a.example/b_(c)"),
    ("(https://a.example/(b)/(c))", "https://a.example/(b)/(c)"),
    ("[https://a.example/[b]]", "https://a.example/[b]"),
  ])
  func `one closing bracket more than was opened is not of the address`(
    text: String, link: String
  ) {
    let bytes = Array(text.utf8)
    let links = LinkScanner.links(in: ExactString(text))
    #expect(links.map { String(decoding: bytes[$0], as: UTF8.self) } == [link])
  }
}
