import Testing

@testable import MessagingModel

/// Texts in changes that are bounded, beside those that the conformance suite writes and reads.
@Suite struct ChangeBoundsTests {
  /// A change with a text of any length.
  struct Bounded: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var limit = Limits.name
    let change: @Sendable (ExactString) -> Change
  }

  private static let key = MessageKey("k1", MessageID(high: 0, low: 1))

  private static func place(_ name: ExactString) -> ServerPosition {
    ServerPosition(serverTime: 1, timestamp: 1, remoteID: RemoteID(name))
  }

  private static func name(_ text: ExactString) -> MessageReference { .remote(RemoteID(text)) }

  private static func outgoing(
    replyTo: MessageReference? = nil, threadRoot: MessageReference? = nil
  ) -> Change {
    .enqueue(
      OutgoingMessage(
        key: key, timestamp: 1, body: .text("hi"), replyTo: replyTo, threadRoot: threadRoot))
  }

  private static func relation(_ target: MessageReference, _ action: Relation.Action) -> Change {
    .relate(Relation(conversation: "k1", target: target, author: "ann", action: action))
  }

  private static let ofOwner: [Bounded] = [
    Bounded(testDescription: "what a new message replies to") { outgoing(replyTo: name($0)) },
    Bounded(testDescription: "the thread of a new message") { outgoing(threadRoot: name($0)) },
    Bounded(testDescription: "what was read") { .read("k1", upTo: name($0), at: 1) },
    Bounded(testDescription: "what was reported") { .reported("k1", upTo: place($0)) },
    Bounded(testDescription: "the version of what was taken") {
      .settle(OutboxKey(key), Version(order: 1, id: $0))
    },
    Bounded(testDescription: "a reaction that is taken back") {
      .amend(key, id: MessageID(high: 0, low: 2), .unreact($0))
    },
    Bounded(testDescription: "an edit of the owner", limit: Limits.body) {
      .amend(key, id: MessageID(high: 0, low: 2), .edit(.text($0)))
    },
    Bounded(testDescription: "a gap that cannot be filled") {
      .giveUp("k1", Gap(after: nil, before: nil, token: GapToken($0)))
    },
  ]

  private static let ofServer: [Bounded] = [
    Bounded(testDescription: "the target of a relation") { relation(name($0), .react("+")) },
    Bounded(testDescription: "a reaction that somebody removed") {
      relation(.remote("s1"), .unreact($0))
    },
    Bounded(testDescription: "the end of a page") {
      .page(HistoryPage(conversation: "k1", messages: [], reach: .position(place($0))))
    },
    Bounded(testDescription: "the upper end of a gap") {
      .openGap("k1", Gap(after: nil, before: place($0)))
    },
    Bounded(testDescription: "the name of a stream") {
      .advance(StreamID($0), from: nil, to: "t")
    },
    Bounded(testDescription: "the token before") { .advance(.main, from: SyncToken($0), to: "t") },
    Bounded(testDescription: "the token after") { .advance(.main, from: "t", to: SyncToken($0)) },
  ]

  private func refusal(of change: Change) -> RepositoryError.Code? {
    do throws(RepositoryError) {
      try change.validate()
      return nil
    } catch let refusal {
      return refusal.code
    }
  }

  /// What a store accepts it can keep, so a longer text is refused before it is stored.
  @Test(arguments: ofOwner + ofServer)
  func `a text at its bound is valid, a longer one is refused (REPO-030)`(bounded: Bounded) {
    let text = String(repeating: "x", count: bounded.limit)
    #expect(refusal(of: bounded.change(ExactString(text))) == nil)
    #expect(refusal(of: bounded.change(ExactString(text + "x"))) == .limitExceeded)
  }

  /// A message without a name could not be found again.
  @Test func `an empty remote id is refused wherever the server gives one`() {
    let nameless: [Change] = [
      .acknowledge(Self.key, Self.place("")), .reported("k1", upTo: Self.place("")),
      .openGap("k1", Gap(after: Self.place(""), before: nil)),
      .openGap("k1", Gap(after: nil, before: Self.place(""))),
      .page(HistoryPage(conversation: "k1", messages: [], reach: .position(Self.place("")))),
    ]
    for change in nameless { #expect(refusal(of: change) == .malformedChange) }
  }

  /// A page ends with the message that its request named.
  @Test func `a page may hold the message that it reaches to, and none above it`() {
    let page = { (places: [Int64]) in
      Change.page(
        HistoryPage(
          conversation: "k1", messages: places.map { received($0) }, reach: .position(.at(5))))
    }
    #expect(refusal(of: page([4, 5])) == nil)
    #expect(refusal(of: page([4, 6])) == .malformedChange)
  }
}
