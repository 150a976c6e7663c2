import MessagingConformance
import MessagingCore
import MessagingModel
import MessagingSQLite
import Testing

/// Two handles on one file, as an app and its extension have them.
@Suite(.timeLimit(.minutes(5))) struct SharedFileTests {
  @Test func `a read that begins after another handle's write sees it`() async throws {
    try await TemporaryFile.with { file in
      let app = try await SQLiteRepository(path: file.path, owner: "me", announcing: atOnce)
      let other = try await SQLiteRepository(path: file.path, owner: "me", announcing: atOnce)
      for number in 1...20 {
        let writer = number.isMultiple(of: 2) ? app : other
        let reader = number.isMultiple(of: 2) ? other : app
        let commit = try await writer.apply([.receive(received("s\(number)", Int64(number)))])
        #expect(commit.revision == Revision(Int64(number)))
        let page = try await reader.read(newest())
        #expect(page.messages.count == number)
        #expect(page.revision == commit.revision)
      }
      await app.close()
      await other.close()
    }
  }

  @Test func `an observer hears of another handle's commits at the next poll`() async throws {
    try await TemporaryFile.with { file in
      let clock = ManualClock()
      let app = try await SQLiteRepository(
        path: file.path, owner: "me",
        announcing: AnnouncementOptions(
          clock: clock, metadataInterval: .zero, pollInterval: .milliseconds(250)))
      let other = try await SQLiteRepository(path: file.path, owner: "me", announcing: atOnce)
      var commits = app.commits(in: Scope(conversation: chat)).makeAsyncIterator()
      #expect(await commits.next()?.revision == .zero)
      try await clock.waitForSleepers(1)

      _ = try await other.apply([.receive(received("s1", 1))])
      clock.advance(by: .milliseconds(250))
      let heard = await commits.next()
      #expect(heard?.revision == Revision(1))
      #expect(heard?.kinds.contains(.structure) == true)

      // What happened elsewhere only moves nothing here.
      try await clock.waitForSleepers(1)
      _ = try await other.apply([.receive(received("s1", 1, in: "k2"))])
      clock.advance(by: .milliseconds(250))
      try await clock.waitForSleepers(1)
      _ = try await other.apply([.receive(received("s2", 2))])
      clock.advance(by: .milliseconds(250))
      #expect(await commits.next()?.revision == Revision(3))
      await app.close()
      await other.close()
      #expect(await commits.next() == nil)
    }
  }

  @Test func `polling begins again for who observes after all others had left`() async throws {
    try await TemporaryFile.with { file in
      let clock = ManualClock()
      let app = try await SQLiteRepository(
        path: file.path, owner: "me",
        announcing: AnnouncementOptions(
          clock: clock, metadataInterval: .zero, pollInterval: .milliseconds(250)))
      let other = try await SQLiteRepository(path: file.path, owner: "me", announcing: atOnce)
      // Leaves after the first news.
      let first = Task { for await _ in app.commits(in: Scope()) { break } }
      await first.value
      try await clock.waitForSleepers(1)
      clock.advance(by: .milliseconds(250))
      // The poll that finds nobody ends the polling; it is over once this read had its turn.
      for _ in 1...20 { _ = try await app.read(newest()) }

      var commits = app.commits(in: Scope(conversation: chat)).makeAsyncIterator()
      #expect(await commits.next()?.revision == .zero)
      try await clock.waitForSleepers(1)
      _ = try await other.apply([.receive(received("s1", 1))])
      clock.advance(by: .milliseconds(250))
      #expect(await commits.next()?.revision == Revision(1))
      await app.close()
      await other.close()
    }
  }

  @Test func `handles that open a new file at once make one store of it`() async throws {
    try await TemporaryFile.with { file in
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 1...6 {
          group.addTask {
            let repository = try await SQLiteRepository(
              path: file.path, owner: "me", announcing: atOnce)
            _ = try await repository.apply([.receive(received("s\(number)", Int64(number)))])
            await repository.close()
          }
        }
        try await group.waitForAll()
      }
      let repository = try await SQLiteRepository(path: file.path, owner: "me", announcing: atOnce)
      let page = try await repository.read(
        Query(.newest, in: chat, limit: 50, crossesGaps: true))
      #expect(page.messages.count == 6)
      #expect(page.revision == Revision(6))
      await repository.close()
    }
  }

  @Test func `a hundred writers on two handles lose nothing`() async throws {
    try await TemporaryFile.with { file in
      let handles = [
        try await SQLiteRepository(path: file.path, owner: "me", announcing: atOnce),
        try await SQLiteRepository(path: file.path, owner: "me", announcing: atOnce),
      ]
      let revisions = try await withThrowingTaskGroup(of: Int64.self) { group in
        for number in 1...100 {
          group.addTask {
            try await handles[number % 2].apply([
              .receive(received("s\(number)", Int64(number)))
            ]).revision.number
          }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(revisions.sorted() == Array(1...100))
      let page = try await handles[0].read(
        Query(.newest, in: chat, limit: 100, crossesGaps: true))
      #expect(page.messages.compactMap(\.remoteID) == (1...100).map { RemoteID("s\($0)") })
      for handle in handles { await handle.close() }
    }
  }
}
