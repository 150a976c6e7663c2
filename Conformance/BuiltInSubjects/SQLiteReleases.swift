package import FixtureCorpus
package import Foundation
package import MessagingConformance
package import MessagingModel

/// The files of all released schemas of the repository in SQLite, and what each was told.
package enum SQLiteReleases {
  package static let folder = FixtureCorpus.directory.appendingPathComponent("databases")
  /// How many schemas were released: one file for each.
  private static var count: Int {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.count { $0.hasPrefix("schema-") }
  }

  /// The files, oldest first.
  static func all() throws -> [StoredRelease] {
    try (1...count).map { version in
      StoredRelease(
        "schema \(version)", files: ["chat.db": try bytes(of: version)],
        told: batches(of: version))
    }
  }

  /// The newest file, with the number of a schema that nobody knows.
  static func later() throws -> StoredRelease {
    var bytes = try bytes(of: count)
    // SQLite keeps `user_version` in bytes 60 to 63, the highest byte first.
    bytes.replaceSubrange(60..<64, with: [0, 0, 0, 99])
    return StoredRelease(
      "schema 99", files: ["chat.db": bytes], told: batches(of: count))
  }

  private static func bytes(of version: Int) throws -> [UInt8] {
    Array(try Data(contentsOf: folder.appendingPathComponent("schema-\(version).sqlite")))
  }

  /// What a file of a schema holds.
  package static func batches(of version: Int) -> [[Change]] {
    batches + (version < 3 ? [] : [streams]) + (version < 4 ? [] : [trials, echoes])
      + (version < 5 ? [] : [readings]) + (version < 6 ? [] : [removals])
      + (version < 7 ? [] : [replies])
  }

  /// What files can hold since schema 3.
  private static let streams: [Change] = [
    .advance("k1", from: nil, to: "17"), .advance("e\u{301}\0", from: nil, to: "\0"),
    .giveUp(chat, Gap(after: place("s2", 2), before: place("s3", 3), token: "hole")),
  ]

  /// What files can hold since schema 4: what became of attempts,
  private static let trials: [Change] = [
    outgoing(4, "taken back"),
    .tried(OutboxKey(key(4)), SendTrial(mayBeTaken: true, since: 40, notBefore: 90)),
    .cancel(OutboxKey(key(4))), .tried(OutboxKey(key(1)), SendTrial(since: 41)),
    .tried(OutboxKey(key(3), dependent: id(9)), SendTrial(mayBeTaken: true, notBefore: 91)),
  ]

  /// and which messages of the owner the server showed.
  private static let echoes: [Change] = [
    outgoing(5, "sent and shown"), .acknowledge(key(5), place("s9", 9)),
    .receive(received("s9", 9, "sent and shown", sender: "me", id: key(5).id)),
    .receive(received("s10", 10, "from another device", sender: "me")),
  ]

  /// What files can hold since schema 5: how far the owner read, as the server does not know it.
  private static let readings: [Change] = [
    .read(chat, upTo: .remote("s2"), at: Timestamp(milliseconds: 50))
  ]

  /// What files can hold since schema 6: up to where something is deleted.
  private static let removals: [Change] = [
    .receive(received("s11", 11, "to be removed")),
    .relate(relation("s11", "ann", .delete(isModerator: false, leavesRow: false))),
  ]

  /// What is found by its thread since schema 7; older files could hold it.
  private static let replies: [Change] = [
    .enqueue(
      OutgoingMessage(
        key: key(6), timestamp: 6, body: .text("unsent reply"), threadRoot: .remote("s1"))),
    .receive(
      ReceivedMessage(
        conversation: chat, position: place("s12", 12), sender: "bob", body: .text("reply"),
        threadRoot: .remote("s1"))),
  ]

  /// Something of every table and of every kind of message.
  private static let batches: [[Change]] = [
    [
      .page(
        HistoryPage(
          conversation: chat, messages: (1...4).map { received("s\($0)", $0, "text \($0)") },
          reach: .live, token: "older")),
      .receive(received("s5", 5, "answer", replyTo: .remote("s1"))),
      .receive(
        ReceivedMessage(
          conversation: chat, position: place("s6", 6), sender: "bob",
          body: .media(
            .init(
              kind: .photo, attachments: [Attachment(remote: "https://e.example/1", byteCount: 9)],
              caption: "caption")))),
      .receive(
        ReceivedMessage(
          conversation: chat, position: place("s7", 7), sender: "bob",
          body: .unknown(kind: "poll", payload: "{\"a\":1}"))),
      .openGap(chat, Gap(after: place("s2", 2), before: place("s3", 3), token: "hole")),
    ],
    [
      .receive(received("\0", 1, "\0", in: "e\u{301}\0")),
      .relate(relation("s3", "bob", .react("👍"))),
      .relate(relation("s4", "ann", .edit(.text("edited")))),
      .relate(relation("s2", "ann", .delete(isModerator: false, leavesRow: true))),
      .relate(relation("s5", "bob", .receipt(50))),
      .relate(relation("s1", "me", .receipt(60))),
      .relate(relation("later", "ann", .react("waits"))),
      .advance(.main, from: nil, to: "token"),
    ],
    [
      outgoing(1, "unsent"), outgoing(2, "failed"), outgoing(3, "sent"),
      .fail(OutboxKey(key(2)), FailureReason(code: "forbidden")),
      .acknowledge(key(3), place("s8", 8)), .amend(key(3), id: id(9), .react("❤")),
    ],
  ]

  private static func relation(
    _ target: RemoteID, _ author: ParticipantID, _ action: Relation.Action
  ) -> Relation {
    Relation(
      conversation: chat, target: .remote(target), author: author, version: Version(order: 1),
      action: action)
  }

  private static let chat: ConversationID = "k1"

  private static func id(_ number: UInt64) -> MessageID { MessageID(high: 0, low: number) }

  private static func key(_ number: UInt64) -> MessageKey { MessageKey(chat, id(number)) }

  private static func place(_ name: String, _ time: Int64) -> ServerPosition {
    ServerPosition(
      serverTime: Timestamp(milliseconds: time), timestamp: Timestamp(milliseconds: time),
      remoteID: RemoteID(name))
  }

  private static func received(
    _ name: String, _ time: Int64, _ text: String, in conversation: ConversationID = chat,
    sender: ParticipantID = "ann", id: MessageID? = nil, replyTo: MessageReference? = nil
  ) -> ReceivedMessage {
    ReceivedMessage(
      conversation: conversation, position: place(name, time), id: id, sender: sender,
      body: .text(ExactString(text)), replyTo: replyTo)
  }

  private static func outgoing(_ number: UInt64, _ text: String) -> Change {
    .enqueue(OutgoingMessage(key: key(number), timestamp: 5, body: .text(ExactString(text))))
  }
}
