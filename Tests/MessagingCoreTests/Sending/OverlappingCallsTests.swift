import Foundation
import MessagingCore
import MessagingModel
import Testing

/// A repository that does something before its next batch, once.
private struct HookedRepository: MessageRepository {
  typealias Hook = @Sendable () async throws(RepositoryError) -> Void

  let base: any MessageRepository
  let beforeApply = Locked<Hook?>(nil)

  func apply(_ changes: [Change]) async throws(RepositoryError) -> Commit {
    let hook = beforeApply.withLock { hook in
      defer { hook = nil }
      return hook
    }
    if let hook { try await hook() }
    return try await base.apply(changes)
  }

  func read(_ query: Query) async throws(RepositoryError) -> Snapshot {
    try await base.read(query)
  }

  func syncTokens() async throws(RepositoryError) -> [StreamID: SyncToken] {
    try await base.syncTokens()
  }

  func commits(in scope: Scope) -> AsyncStream<Commit> { base.commits(in: scope) }

  func close() async { await base.close() }
}

/// Two calls with the same identity at the same time: a button that is tapped twice, a screen that
/// tries again. What one of them stored keeps its files, whatever becomes of the other.
@Suite("Calls of one identity that overlap", .timeLimit(.minutes(10)))
final class OverlappingCallsTests {
  private let folder: URL
  private let root: URL
  private let store: InMemoryRepository
  private let hooked: HookedRepository
  private let message = MessageKey("k1", MessageID(high: 0, low: 1))
  private let change = MessageID(high: 0, low: 20)

  init() async throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("overlap-\(ProcessInfo.processInfo.globallyUniqueString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    root = folder.appendingPathComponent("media")
    store = try await InMemoryRepository(owner: "me")
    hooked = HookedRepository(base: store)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private func file(_ name: String) throws -> Draft.File {
    let url = folder.appendingPathComponent(name)
    try Data(repeating: 7, count: 5).write(to: url)
    return Draft.File(source: url)
  }

  private var missing: Draft.File {
    Draft.File(source: folder.appendingPathComponent("nowhere.jpg"))
  }

  private func draft(_ files: [Draft.File]) -> Draft {
    Draft(.files(files, kind: .photo, caption: "look"), in: message.conversation)
  }

  private func composer(_ store: any MessageRepository) -> MessageComposer {
    MessageComposer(repository: store, files: OwnedDirectory(root: root))
  }

  /// The files that the stored message names are all there.
  private func expectFilesOfMessage(_ count: Int) async throws {
    let query = Query(.around(.id(message.id)), in: message.conversation, limit: 1)
    let shown = try #require(try await store.read(query).messages.first)
    #expect(shown.body.attachments.count == count)
    for file in shown.body.attachments {
      let path = try #require(file.localPath)
      try await OwnedDirectory(root: root)
        .check(OwnedFile(path: path, byteCount: file.byteCount))
    }
  }

  private var folders: [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: root.path)) ?? []
  }

  /// Starts the first call, and the second one while the first one waits for the store. The first
  /// one goes on when the second one waits for it, or has ended.
  private func overlap<First: Sendable, Second: Sendable>(
    _ first: @escaping @Sendable (MessageComposer) async throws -> First,
    _ second: @escaping @Sendable (MessageComposer) async throws -> Second
  ) async -> (Result<First, any Error>, Result<Second, any Error>) {
    let (reached, reach) = AsyncStream<Void>.makeStream()
    let (released, release) = AsyncStream<Void>.makeStream()
    let composer = MessageComposer(
      repository: hooked, files: OwnedDirectory(root: root) { _ in release.finish() })
    hooked.beforeApply.withLock { hook in
      hook = {
        reach.finish()
        for await _ in released {}
      }
    }
    let one = Task { try await first(composer) }
    for await _ in reached {}
    let other = Task {
      defer { release.finish() }
      return try await second(composer)
    }
    return (await one.result, await other.result)
  }

  @Test("a second call that fails waits for the first one, and takes nothing from it")
  func sendTwice() async throws {
    let (good, bad) = (draft([try file("a.jpg")]), draft([try file("b.jpg"), missing]))
    let id = message.id
    let (first, second) = await overlap(
      { try await $0.send(good, as: id, at: 5) }, { try await $0.send(bad, as: id, at: 5) })
    #expect(try first.get() == .done)
    #expect(try second.get() == .unchanged)
    try await expectFilesOfMessage(1)
  }

  @Test("a second edit that fails waits for the first one, and takes nothing from it")
  func editTwice() async throws {
    try await composer(store).send(Draft(.text("hi"), in: "k1"), as: message.id, at: 5)
    let (key, change) = (message, change)
    let good = Draft.Edit([.added(try file("a.jpg"))])
    let bad = Draft.Edit([.added(try file("b.jpg")), .added(missing)])
    let (first, second) = await overlap(
      { try await $0.edit(key, to: good, as: change) },
      { try await $0.edit(key, to: bad, as: change) })
    #expect(try first.get() == .done)
    #expect(try second.get() == .unchanged)
    try await expectFilesOfMessage(1)
  }

  @Test("calls of other messages do not wait") func others() async throws {
    let composer = composer(hooked)
    let (photo, id) = (draft([try file("a.jpg")]), message.id)
    let (reached, reach) = AsyncStream<Void>.makeStream()
    let (released, release) = AsyncStream<Void>.makeStream()
    hooked.beforeApply.withLock { hook in
      hook = {
        reach.finish()
        for await _ in released {}
      }
    }
    let first = Task { try await composer.send(photo, as: id, at: 5) }
    for await _ in reached {}
    let other = MessageID(high: 0, low: 2)
    #expect(try await composer.send(photo, as: other, at: 5) == .done)
    release.finish()
    #expect(try await first.value == .done)
    #expect(folders.count == 2)
  }

  @Test(
    "a call that the store refuses leaves the files of the message that another composer stored",
    arguments: [RepositoryError.Code.busy, .cancelled])
  func otherComposer(code: RepositoryError.Code) async throws {
    let (refused, other) = (composer(hooked), composer(store))
    let (photo, id) = (draft([try file("a.jpg")]), message.id)
    hooked.beforeApply.withLock { hook in
      hook = { () async throws(RepositoryError) in
        _ = try? await other.send(photo, as: id, at: 5)
        throw RepositoryError(code, "in a test")
      }
    }
    await #expect(throws: DraftRefusal.self) { try await refused.send(photo, as: id, at: 5) }
    try await expectFilesOfMessage(1)
  }

  @Test("an edit that the store refuses leaves the files of the edit that another composer stored")
  func otherComposerEdits() async throws {
    try await composer(store).send(Draft(.text("hi"), in: "k1"), as: message.id, at: 5)
    let (refused, other) = (composer(hooked), composer(store))
    let (key, change) = (message, change)
    let edit = Draft.Edit([.added(try file("a.jpg"))])
    hooked.beforeApply.withLock { hook in
      hook = { () async throws(RepositoryError) in
        _ = try? await other.edit(key, to: edit, as: change)
        throw RepositoryError(.busy, "in a test")
      }
    }
    await #expect(throws: DraftRefusal.self) { try await refused.edit(key, to: edit, as: change) }
    try await expectFilesOfMessage(1)
  }

  @Test("what another composer stored in the meantime is unchanged, and keeps its files")
  func otherComposerStored() async throws {
    let (late, other) = (composer(hooked), composer(store))
    let (photo, id) = (draft([try file("a.jpg")]), message.id)
    hooked.beforeApply.withLock { hook in
      hook = { _ = try? await other.send(photo, as: id, at: 5) }
    }
    #expect(try await late.send(photo, as: id, at: 5) == .unchanged)
    try await expectFilesOfMessage(1)
    let edit = Draft.Edit([.added(try file("b.jpg")), .added(try file("c.jpg"))])
    let (key, change) = (message, change)
    hooked.beforeApply.withLock { hook in
      hook = { _ = try? await other.edit(key, to: edit, as: change) }
    }
    #expect(try await late.edit(key, to: edit, as: change) == .unchanged)
    try await expectFilesOfMessage(2)
  }

  @Test("what another composer stored with another time in the meantime is unchanged")
  func otherTime() async throws {
    let (late, other) = (composer(hooked), composer(store))
    let (photo, id) = (draft([try file("a.jpg")]), message.id)
    hooked.beforeApply.withLock { hook in
      hook = { _ = try? await other.send(photo, as: id, at: 6) }
    }
    #expect(try await late.send(photo, as: id, at: 5) == .unchanged)
    try await expectFilesOfMessage(1)
  }

  @Test("a message that is taken back in the meantime is gone, with everything that was copied")
  func takenBackMeanwhile() async throws {
    let (late, store, key) = (composer(hooked), store, message)
    let taken = Change.enqueue(OutgoingMessage(key: key, timestamp: 5, body: .text("hi")))
    hooked.beforeApply.withLock { hook in
      hook = { () async throws(RepositoryError) in
        _ = try await store.apply([taken])
        _ = try await store.apply([.cancel(OutboxKey(key))])
      }
    }
    let photo = draft([try file("a.jpg")])
    #expect(try await late.send(photo, as: key.id, at: 5) == .gone)
    #expect(folders == [])
  }

  @Test("an edit of a message that is taken back in the meantime is gone, with its files")
  func editedMeanwhile() async throws {
    try await composer(store).send(Draft(.text("hi"), in: "k1"), as: message.id, at: 5)
    let (late, store, key) = (composer(hooked), store, message)
    hooked.beforeApply.withLock { hook in
      hook = { () async throws(RepositoryError) in
        _ = try await store.apply([.cancel(OutboxKey(key))])
      }
    }
    let edit = Draft.Edit([.added(try file("a.jpg"))])
    #expect(try await late.edit(key, to: edit, as: change) == .gone)
    #expect(folders == [])
  }

  @Test("a sweep does not remove the folder of a message that is being accepted")
  func sweep() async throws {
    let (met, meet) = AsyncStream<Void>.makeStream()
    let files = OwnedDirectory(root: root) { _ in meet.finish() }
    let composer = MessageComposer(repository: store, files: files)
    let (photo, id) = (draft([try file("a.jpg")]), message.id)
    // A crash left the folder behind, and the user sends the draft again.
    _ = try files.take(try file("a.jpg").source, for: message, attachment: 0)
    let sent = Locked<Task<ActionOutcome, any Error>?>(nil)
    await files.sweep(unchangedFor: .zero) { _ in
      sent.withLock { sent in
        sent = Task {
          defer { meet.finish() }
          return try await composer.send(photo, as: id, at: 5)
        }
      }
      // The call waits for the sweep, or has ended.
      for await _ in met {}
      return false
    }
    #expect(try await sent.current?.value == .done)
    try await expectFilesOfMessage(1)
  }

  /// A share extension and the app sweep and accept with directories of their own.
  @Test("a sweep does not remove a folder that another process has begun to fill meanwhile")
  func sweepBesideAnotherProcess() async throws {
    let files = OwnedDirectory(root: root)
    _ = try files.take(try file("a.jpg").source, for: message, attachment: 0)
    let kept = root.appendingPathComponent(try #require(folders.first))
    let twoHoursAgo = Date(timeIntervalSinceNow: -7_200)
    try FileManager.default.setAttributes(
      [.modificationDate: twoHoursAgo], ofItemAtPath: kept.path)
    let other = OwnedDirectory(root: root)
    let photo = try file("b.jpg").source
    let removed = try await files.sweep(unchangedFor: .seconds(3_600)) { message in
      _ = try other.take(photo, for: message, attachment: 1)
      return false
    }
    #expect(removed == 0)
    #expect(folders == [kept.lastPathComponent])
    // Without that, the folder would have gone.
    try FileManager.default.setAttributes(
      [.modificationDate: twoHoursAgo], ofItemAtPath: kept.path)
    #expect(await files.sweep(unchangedFor: .seconds(3_600)) { _ in false } == 1)
    #expect(folders == [])
  }
}
