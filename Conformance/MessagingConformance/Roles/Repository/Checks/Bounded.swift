internal import MessagingModel

/// A text with a bound, and a change that contains it.
struct Bounded: Sendable {
  let what: String
  var limit = 65_536
  var capabilities: Set<Capability> = []
  /// Script lines to apply before the change.
  var before: [String] = []
  /// Returns the change with this text. A read of its conversation then returns the text.
  let change: @Sendable (String) -> Change

  /// Every bounded text, except those checked elsewhere: text, remote id, sender, conversation,
  /// sync token.
  static let all: [Bounded] = bodies + names + local + relations + missing

  private static let chat = ScriptNames.conversation
  private static let sent = MessageKey(chat, ScriptNames.client(1))
  private static let file = ScriptNames.path("photos/a.jpg")
  private static let there = ["receive s1@1 \"hello\""]

  private static func received(_ body: Body) -> Change {
    .receive(ReceivedMessage("s1", at: 1, body))
  }

  private static func received(
    version: Version = .original, replyTo: MessageReference? = nil,
    threadRoot: MessageReference? = nil
  ) -> Change {
    .receive(
      ReceivedMessage(
        conversation: chat, position: ScriptNames.position(1, ScriptTime(server: 1, timestamp: 1)),
        sender: ScriptNames.author, version: version, body: .text("hello"), replyTo: replyTo,
        threadRoot: threadRoot))
  }

  private static func photo(_ file: Attachment) -> Body {
    .media(Body.Media(kind: .photo, attachments: [file]))
  }

  private static let bodies: [Bounded] = [
    Bounded(what: "service line", limit: 1_048_576) {
      received(.system(ExactString($0)))
    },
    Bounded(what: "caption", limit: 1_048_576, capabilities: [.media]) {
      received(
        .media(
          Body.Media(kind: .file, attachments: [Attachment()], caption: ExactString($0))))
    },
    Bounded(what: "note of a payment", limit: 1_048_576) {
      received(.payment(Body.Payment(amount: 1, currency: "EUR", note: ExactString($0))))
    },
    Bounded(what: "payload of an unknown kind", limit: 1_048_576) {
      received(.unknown(kind: "poll", payload: ExactString($0)))
    },
  ]

  private static let names: [Bounded] = [
    Bounded(what: "name of an unknown kind") {
      received(.unknown(kind: ExactString($0), payload: ""))
    },
    Bounded(what: "currency") {
      received(.payment(Body.Payment(amount: 1, currency: ExactString($0))))
    },
    Bounded(what: "remote reference of a file", capabilities: [.media]) {
      received(photo(Attachment(remote: ExactString($0))))
    },
    Bounded(what: "placeholder", capabilities: [.media]) {
      received(photo(Attachment(placeholder: ExactString($0))))
    },
    Bounded(what: "version's id") { received(version: Version(order: 1, id: ExactString($0))) },
    Bounded(what: "name of an answered message") { received(replyTo: .remote(RemoteID($0))) },
    Bounded(what: "name of a thread") { received(threadRoot: .remote(RemoteID($0))) },
  ]

  private static let local: [Bounded] = [
    Bounded(what: "path", capabilities: [.media]) {
      .enqueue(
        RefusalChecks.outgoing(1, photo(Attachment(localPath: RelativePath($0), upload: .waiting))))
    },
    Bounded(what: "failure code", before: ["send c1 \"hello\""]) {
      .fail(OutboxKey(sent), FailureReason(code: ExactString($0)))
    },
    Bounded(what: "failure text", before: ["send c1 \"hello\""]) {
      .fail(OutboxKey(sent), FailureReason(code: "refused", text: ExactString($0)))
    },
    Bounded(
      what: "reason of a failed upload", capabilities: [.media],
      before: ["send c1 \"look\" file=photos/a.jpg"]
    ) {
      .upload(
        sent, file: file, .failed(FailureReason(code: ExactString($0))), remote: nil)
    },
    Bounded(
      what: "remote reference of an upload", capabilities: [.media],
      before: ["send c1 \"look\" file=photos/a.jpg"]
    ) { .upload(sent, file: file, .done, remote: ExactString($0)) },
    Bounded(what: "remote id of an acknowledgement", before: ["send c1 \"hello\""]) {
      .acknowledge(
        sent, ServerPosition(serverTime: 1, timestamp: 1, remoteID: RemoteID($0)))
    },
    Bounded(what: "reaction of the owner", capabilities: [.reactions], before: there) {
      .amend(
        MessageKey(chat, MessageID(derivedFrom: "s1", in: chat)),
        id: ScriptNames.dependent("d1"), .react(ExactString($0)))
    },
  ]

  private static func relation(
    by author: ParticipantID = "bob", _ action: Relation.Action, version: Version = .original
  ) -> Change {
    .relate(
      Relation(
        conversation: chat, target: .remote("s1"), author: author, version: version,
        action: action))
  }

  private static let relations: [Bounded] = [
    Bounded(what: "reaction", capabilities: [.reactions], before: there) {
      relation(.react(ExactString($0)))
    },
    Bounded(what: "name of who reacts", capabilities: [.reactions], before: there) {
      relation(by: ParticipantID($0), .react("x"))
    },
    Bounded(what: "name of who reads", capabilities: [.receipts], before: there) {
      relation(by: ParticipantID($0), .receipt(1))
    },
    Bounded(what: "edited text", limit: 1_048_576, capabilities: [.edits], before: there) {
      relation(by: "ann", .edit(.text(ExactString($0))), version: Version(order: 1))
    },
    Bounded(what: "edit's id", capabilities: [.edits], before: there) {
      relation(by: "ann", .edit(.text("new")), version: Version(order: 1, id: ExactString($0)))
    },
  ]

  private static let missing: [Bounded] = [
    Bounded(what: "gap's token", capabilities: [.gaps], before: there) {
      .openGap(chat, Gap(after: nil, before: nil, token: GapToken($0)))
    },
    Bounded(what: "page's token", capabilities: [.gaps]) {
      .page(
        HistoryPage(
          conversation: chat, messages: [ReceivedMessage("s1", at: 1, .text("hello"))],
          reach: .live, token: GapToken($0)))
    },
    Bounded(
      what: "name beside a gap", capabilities: [.gaps], before: ["page s1@1 to=live start"]
    ) {
      .openGap(
        chat,
        Gap(after: ServerPosition(serverTime: 5, timestamp: 5, remoteID: RemoteID($0)), before: nil)
      )
    },
  ]
}
