import Foundation
import MessagingCore
import MessagingModel
import MessagingSQLite
import Testing

/// Any string is data, everywhere a string may stand (`REPO-012`).
@Suite struct HostileStringTests {
  private static let strings = [
    "", "\0", "a\0b", "a\0c", "e\u{301}", "\u{e9}", "'; DROP TABLE messages; --", "\"", "\\", "%_",
    "\u{feff}", "\u{202e}", "\u{1}\u{1f}", "👩‍👩‍👧‍👦", "\u{10ffff}", "ß", "SS", "NULL",
    String(repeating: "x", count: 4096),
  ]

  @Test func `names that look alike are names of their own`() async throws {
    try await TemporaryFile.with { file in
      let names = Self.strings.filter { !$0.isEmpty }
      var repository = try await SQLiteRepository(path: file.path, owner: "\0", announcing: atOnce)
      for conversation in Self.strings.map({ ConversationID($0) }) {
        let messages = names.enumerated().map { index, name in
          received(name, 1, name, in: conversation)
        }
        _ = try await repository.apply(
          messages.map(Change.receive)
            + names.map { name in
              .relate(
                Relation(
                  conversation: conversation, target: .remote(RemoteID(name)),
                  author: ParticipantID(name), version: Version(order: 1, id: ExactString(name)),
                  action: .react(ExactString(name))))
            } + [
              .advance(StreamID("s\(conversation)"), from: nil, to: SyncToken("t\0\(conversation)"))
            ])
      }
      await repository.close()

      repository = try await SQLiteRepository(path: file.path, owner: "\0", announcing: atOnce)
      for conversation in Self.strings.map({ ConversationID($0) }) {
        let page = try await repository.read(newest(100, in: conversation))
        #expect(page.messages.compactMap(\.remoteID) == names.map { RemoteID($0) }.sorted())
        for message in page.messages {
          let name = try #require(message.remoteID?.text)
          #expect(message.body == .text(name))
          #expect(message.conversation == conversation)
          #expect(message.reactions == [Reaction(participant: ParticipantID(name), key: name)])
        }
      }
      let tokens = try await repository.syncTokens()
      #expect(tokens.count == Set(Self.strings.map { ConversationID($0) }).count)
      for name in Self.strings { #expect(tokens[StreamID("s\(name)")] == SyncToken("t\0\(name)")) }
      await repository.close()
    }
  }

  @Test func `a path may hold any character that a file name may`() async throws {
    try await TemporaryFile.with { file in
      let path = file.directory.appendingPathComponent("e\u{301} ?#%20'\".sqlite").path
      let repository = try await SQLiteRepository(path: path, owner: "me", announcing: atOnce)
      _ = try await repository.apply([.receive(received("s1", 1))])
      await repository.close()
      #expect(FileManager.default.fileExists(atPath: path))
    }
  }
}
