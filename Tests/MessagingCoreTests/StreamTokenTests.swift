import MessagingCore
import MessagingModel
import Testing

private func hello(_ name: String, _ time: Int64) -> Change {
  .receive(
    ReceivedMessage(
      conversation: "k1",
      position: ServerPosition(
        serverTime: Timestamp(milliseconds: time), timestamp: 0, remoteID: RemoteID(name)),
      sender: "ann", body: .text("hello")))
}

/// How far each stream of the server is stored, and who may say so.
@Suite struct StreamTokenTests {
  @Test func `each stream has its own token, and all survive a reopening`() async throws {
    let storage = MemoryStorage()
    let repository = try await InMemoryRepository(owner: "me", storage: storage)
    _ = try await repository.apply([
      .advance(.main, from: nil, to: "a"), .advance("k1", from: nil, to: "17"),
      .advance("k2", from: nil, to: "4"),
    ])
    let commit = try await repository.apply([.advance("k1", from: "17", to: "18")])
    #expect(commit == Commit(revision: Revision(2), kinds: []))
    let again = try await InMemoryRepository(owner: "me", storage: storage)
    #expect(try await again.syncTokens() == [.main: "a", "k1": "18", "k2": "4"])
    #expect(try await again.syncToken() == "a")
    #expect(try await again.syncToken(of: "k1") == "18")
  }

  @Test(arguments: [StreamID.main, "k1"])
  func `an answer to a question from another place is refused with all it brings`(
    stream: StreamID
  ) async throws {
    let repository = try await InMemoryRepository(owner: "me")
    _ = try await repository.apply([.advance(stream, from: nil, to: "a")])
    _ = try await repository.apply([hello("s1", 1), .advance(stream, from: "a", to: "b")])
    for batch in [
      [hello("s2", 2), .advance(stream, from: "a", to: "c")],
      [.advance(stream, from: nil, to: "c"), hello("s2", 2)],
      [hello("s2", 2), .advance(stream, from: "a", to: nil)],
    ] {
      await #expect(throws: RepositoryError.self) { try await repository.apply(batch) }
      do {
        _ = try await repository.apply(batch)
      } catch {
        #expect(error.code == .staleToken)
      }
    }
    #expect(try await repository.syncToken(of: stream) == "b")
    let page = try await repository.read(Query(.newest, in: "k1", limit: 9))
    #expect(page.messages.compactMap(\.remoteID) == ["s1"])
  }

  @Test(arguments: [StreamID.main, "k1"])
  func `the same answer twice is one, and a token can be forgotten`(
    stream: StreamID
  ) async throws {
    let repository = try await InMemoryRepository(owner: "me")
    let batch = [hello("s1", 1), .advance(stream, from: nil, to: "a")]
    _ = try await repository.apply(batch)
    #expect(try await repository.apply(batch).kinds == [])
    #expect(try await repository.apply(batch).revision == Revision(1))
    _ = try await repository.apply([.advance(stream, from: "a", to: nil)])
    #expect(try await repository.syncTokens() == [:])
    #expect(try await repository.apply([.advance(stream, from: "a", to: nil)]).kinds == [])
    // From nothing again.
    _ = try await repository.apply([.advance(stream, from: nil, to: "z")])
    #expect(try await repository.syncToken(of: stream) == "z")
  }

  @Test func `from nothing to nothing holds only while nothing of the stream is stored`()
    async throws
  {
    let repository = try await InMemoryRepository(owner: "me")
    let batch = [hello("s1", 1), .advance("k1", from: nil, to: nil)]
    #expect(try await repository.apply([.advance("k1", from: nil, to: nil)]).revision == .zero)
    #expect(try await repository.apply(batch).revision == Revision(1))
    _ = try await repository.apply([.advance("k1", from: nil, to: "a")])
    do {
      _ = try await repository.apply([hello("s2", 2), .advance("k1", from: nil, to: nil)])
      Issue.record("accepted")
    } catch {
      #expect(error.code == .staleToken)
    }
    #expect(try await repository.syncToken(of: "k1") == "a")
  }

  @Test func `of two writers from one place one wins, the other learns of it`() async throws {
    let repository = try await InMemoryRepository(owner: "me")
    _ = try await repository.apply([.advance(.main, from: nil, to: "a")])
    let refusals = await withTaskGroup(of: RepositoryError.Code?.self) { group in
      for number in 1...8 {
        group.addTask {
          do throws(RepositoryError) {
            _ = try await repository.apply([
              hello("s\(number)", Int64(number)),
              .advance(.main, from: "a", to: SyncToken("b\(number)")),
            ])
            return nil
          } catch {
            return error.code
          }
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(refusals.filter { $0 == nil }.count == 1)
    #expect(refusals.filter { $0 == .staleToken }.count == 7)
    let page = try await repository.read(Query(.newest, in: "k1", limit: 9))
    #expect(page.messages.count == 1)
    let winner = try #require(page.messages.first?.remoteID?.text.string.dropFirst())
    #expect(try await repository.syncToken() == SyncToken("b\(winner)"))
  }
}
