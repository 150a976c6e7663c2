import ExampleBackend
import Foundation
import MessagingCore
import MessagingModel
import Testing

private let chat: ConversationID = "k1"

private func received(_ name: String, at time: Int64) -> Change {
  .receive(
    ReceivedMessage(
      conversation: chat,
      position: ServerPosition(
        serverTime: Timestamp(milliseconds: time), timestamp: Timestamp(milliseconds: time),
        remoteID: RemoteID(name)), sender: "ann", body: .text("text of a message")))
}

/// A directory of its own for each test.
private func withFile(_ body: (URL) async throws -> Void) async throws {
  let directory = FileManager.default.temporaryDirectory
    .appendingPathComponent("json-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: directory) }
  try await body(directory.appendingPathComponent("messages.jsonl"))
}

private func open(_ file: URL) async throws -> StoredRepository {
  try await StoredRepository(over: JSONFileStorage(file: file), owner: "me")
}

@Suite struct JSONFileStorageTests {
  @Test func `what was applied is there after the process`() async throws {
    try await withFile { file in
      let first = try await open(file)
      let key = MessageKey(chat, MessageID(high: 0, low: 1))
      _ = try await first.apply([
        received("s2", at: 20), received("s1", at: 10),
        .enqueue(OutgoingMessage(key: key, timestamp: 5, body: .text("mine"))),
        .relate(
          Relation(conversation: chat, target: .remote("s1"), author: "bob", action: .receipt(30))),
        .advance(.main, from: nil, to: "t1"),
      ])
      let query = Query(.newest, in: chat, limit: 10, crossesGaps: true)
      let before = try await first.read(query)
      let second = try await open(file)
      #expect(try await second.read(query) == before)
      #expect(before.messages.map { $0.remoteID?.text.string } == ["s1", "s2", nil])
      #expect(try await second.syncToken() == "t1")
    }
  }

  @Test func `the same rows are the same bytes`() async throws {
    try await withFile { file in
      let other = file.deletingLastPathComponent().appendingPathComponent("other.jsonl")
      // The same change in two stores: dictionaries of one process differ in their order too.
      let messages = (1...20).map { received("s\($0)", at: Int64($0)) }
      _ = try await open(file).apply(messages)
      _ = try await open(other).apply(messages)
      #expect(try Data(contentsOf: file) == Data(contentsOf: other))
    }
  }

  @Test(arguments: [
    ("messages-json 2\n{\"store\":tru}\n", RepositoryError.Code.corrupted, ":2: not a row"),
    ("messages-json 2\n{}", .corrupted, ":2: the last line has no line end"),
    ("messages-json 2", .corrupted, ":1: the last line has no line end"),
    ("messages-json 3\n", .newerSchema, ":1: the first line"),
    ("SQLite format 3\0", .corrupted, ":1: the first line"),
    ("", .corrupted, ":1: the first line"),
  ])
  func `a damaged file says where`(
    _ text: String, _ code: RepositoryError.Code, _ place: String
  ) async throws {
    try await withFile { file in
      try Data(text.utf8).write(to: file)
      let error = #expect(throws: RepositoryError.self) { _ = try JSONFileStorage(file: file) }
      #expect(error?.code == code)
      #expect(error?.context.contains("messages.jsonl\(place)") ?? false)
      #expect(try Data(contentsOf: file) == Data(text.utf8), "nothing stored is lost")
    }
  }

  @Test func `a write that fails changes nothing`() async throws {
    try await withFile { file in
      let repository = try await open(file)
      _ = try await repository.apply([received("s1", at: 10)])
      let stored = try Data(contentsOf: file)
      // The name beside the file is taken by a directory: no new file can be written.
      let beside = file.appendingPathExtension("new")
      try FileManager.default.createDirectory(at: beside, withIntermediateDirectories: false)
      await #expect(throws: RepositoryError.self) {
        try await repository.apply([received("s2", at: 20)])
      }
      #expect(try Data(contentsOf: file) == stored)
      try FileManager.default.removeItem(at: beside)
      let snapshot = try await repository.read(Query(.newest, in: chat, limit: 10))
      #expect(snapshot.messages.map(\.remoteID) == ["s1"])
      _ = try await repository.apply([received("s2", at: 20)])
      #expect(try await repository.read(Query(.newest, in: chat, limit: 10)).messages.count == 2)
    }
  }

  @Test func `forgetting and resetting drop what they say and nothing else`() async throws {
    try await withFile { file in
      let repository = try await open(file)
      let key = MessageKey(chat, MessageID(high: 0, low: 1))
      _ = try await repository.apply([
        received("s1", at: 10),
        .enqueue(OutgoingMessage(key: key, timestamp: 5, body: .text("unsent"))),
      ])
      _ = try await repository.apply([.resetHistory(chat)])
      let query = Query(.newest, in: chat, limit: 10, crossesGaps: true)
      #expect(try await repository.read(query).messages.map(\.id) == [key.id])
      _ = try await repository.apply([.forget(chat)])
      #expect(try await repository.read(query).messages.isEmpty)
      #expect(try await open(file).read(query).messages.isEmpty)
    }
  }

  @Test func `a closed file answers nothing and keeps everything`() async throws {
    try await withFile { file in
      let storage = try JSONFileStorage(file: file)
      let repository = try await StoredRepository(over: storage, owner: "me")
      _ = try await repository.apply([received("s1", at: 10)])
      await repository.close()
      await #expect(throws: RepositoryError.self) { try await storage.read { _ in 1 } }
      let again = try await open(file)
      #expect(try await again.read(Query(.newest, in: chat, limit: 1)).messages.count == 1)
    }
  }
}
