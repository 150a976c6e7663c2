import Foundation
import MessagingCore
import MessagingModel

@testable import MessagingSQLite

/// A directory for one test, and the path of a store in it.
struct TemporaryFile {
  let directory: URL
  var path: String { directory.appendingPathComponent("messages.sqlite").path }

  /// Calls `body` with a fresh directory and removes it afterwards.
  static func with<Value>(
    _ body: (TemporaryFile) async throws -> Value
  ) async throws -> Value {
    let directory = FileManager.default.temporaryDirectory
      .appendingPathComponent("messaging-sqlite-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    return try await body(TemporaryFile(directory: directory))
  }

  /// The bytes of the database, without its log.
  func bytes() throws -> Data { try Data(contentsOf: URL(fileURLWithPath: path)) }

  /// Another database with these bytes, in a directory within this one.
  func file(_ name: String, of bytes: Data) throws -> TemporaryFile {
    let other = TemporaryFile(directory: directory.appendingPathComponent(name))
    try FileManager.default.createDirectory(at: other.directory, withIntermediateDirectories: true)
    try bytes.write(to: URL(fileURLWithPath: other.path))
    return other
  }

  /// Another database with these bytes, but one page of them blank.
  ///
  /// - Parameter page: its index, from 0.
  func file(_ name: String, of bytes: Data, withoutPage page: Int) throws -> TemporaryFile {
    var bytes = bytes
    let start = page * Schema.pageSize
    bytes.replaceSubrange(start..<(start + Schema.pageSize), with: Data(count: Schema.pageSize))
    return try file(name, of: bytes)
  }

  /// A copy of the database and its log in a directory next to it, as after a crash.
  func copy(_ name: String) throws -> TemporaryFile {
    let copy = TemporaryFile(directory: directory.appendingPathComponent(name))
    try FileManager.default.createDirectory(
      at: copy.directory, withIntermediateDirectories: true)
    for suffix in ["", "-wal"] where FileManager.default.fileExists(atPath: path + suffix) {
      try FileManager.default.copyItem(atPath: path + suffix, toPath: copy.path + suffix)
    }
    return copy
  }
}

/// The clocks of these tests stand still: nothing is polled, nothing is held back.
let atOnce = AnnouncementOptions(metadataInterval: .zero)

let chat: ConversationID = "k1"

func id(_ number: UInt64) -> MessageID { MessageID(high: 0, low: number) }

func key(_ number: UInt64, in conversation: ConversationID = chat) -> MessageKey {
  MessageKey(conversation, id(number))
}

func place(_ name: String, _ time: Int64) -> ServerPosition {
  ServerPosition(
    serverTime: Timestamp(milliseconds: time), timestamp: Timestamp(milliseconds: time),
    remoteID: RemoteID(name))
}

func received(
  _ name: String, _ time: Int64, _ text: String = "x", in conversation: ConversationID = chat,
  sender: ParticipantID = "ann", id: MessageID? = nil, replyTo: MessageReference? = nil
) -> ReceivedMessage {
  ReceivedMessage(
    conversation: conversation, position: place(name, time), id: id, sender: sender,
    body: .text(ExactString(text)), replyTo: replyTo)
}

func outgoing(
  _ number: UInt64, _ text: String = "x", in conversation: ConversationID = chat
) -> Change {
  .enqueue(
    OutgoingMessage(
      key: key(number, in: conversation), timestamp: 5, body: .text(ExactString(text))))
}

func newest(_ limit: Int = 50, in conversation: ConversationID = chat) -> Query {
  Query(.newest, in: conversation, limit: limit)
}
