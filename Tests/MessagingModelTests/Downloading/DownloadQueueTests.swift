import MessagingModel
import Testing

/// What a download queue decides that no block can show.
@Suite("The queue of downloads, where blocks do not see") struct DownloadQueueTests {
  private let photo = FileKey("mxc://a/b", .whole)
  private let screen = FileScreen(1)
  private let error = DownloadError(.disk, code: "disk")

  /// A queue that is online, whose directory holds these files, and on whose screen one file is.
  private func queue(
    _ wish: FileWish, _ files: [StoredFile] = [],
    _ change: (inout DownloadPolicy) -> Void = { _ in }
  ) throws -> (queue: DownloadQueue, actions: [DownloadAction]) {
    var policy = DownloadPolicy()
    policy.retry.jitter = 0
    change(&policy)
    var queue = DownloadQueue(policy: policy, seed: 1)
    let list = queue.handle(.online(true), at: 0)
    guard case .list(let ticket)? = list.first else {
      Issue.record("\(list)")
      return (queue, [])
    }
    #expect(queue.handle(.wished(screen, [wish]), at: 0) == [])
    let actions = queue.handle(.found(ticket, files), at: 0)
    return (queue, actions)
  }

  private func download(_ actions: [DownloadAction]) -> DownloadTicket? {
    for case .download(let ticket, _) in actions { return ticket }
    return nil
  }

  @Test("ends before the first byte are counted, and the file is refused after three")
  func endsAtOnce() throws {
    var (queue, actions) = try queue(FileWish(photo, byteCount: 100))
    var now: Int64 = 0
    for wait in [1_000, 2_000, 0] as [Int64] {
      let ticket = try #require(download(actions))
      #expect(queue.handle(.ended(ticket, .success(0)), at: now) == [])
      if wait == 0 { break }
      #expect(queue.status.files[photo] == .failed("short", nextAttempt: now + wait))
      now += wait
      actions = queue.handle(.clock, at: now)
    }
    #expect(queue.status.files[photo] == .refused(.wrongLength))
    #expect(queue.nextDeadline == nil)
  }

  @Test("ends after some bytes are never counted: the rest may come") func endsEarly() throws {
    var (queue, actions) = try queue(FileWish(photo, byteCount: 100))
    var now: Int64 = 0
    for count in 1...5 {
      let ticket = try #require(download(actions))
      #expect(queue.handle(.received(ticket, count), at: now) == [])
      #expect(queue.handle(.ended(ticket, .success(count)), at: now) == [])
      // Each attempt that brought something begins the waits anew.
      #expect(queue.status.files[photo] == .failed("short", nextAttempt: now + 1_000))
      now += 1_000
      actions = queue.handle(.clock, at: now)
    }
    #expect(download(actions) != nil)
  }

  @Test("a name that is empty or too long is refused, and never asked for", arguments: [0, 1])
  func badName(longer: Int) throws {
    let names = [ExactString(""), ExactString(String(repeating: "x", count: Limits.name + 1))]
    let bad = FileKey(names[longer], .whole)
    let (queue, actions) = try queue(FileWish(bad, byteCount: 5))
    #expect(actions == [])
    #expect(queue.status.files[bad] == .refused(.badName))
    let longest = FileKey(ExactString(String(repeating: "x", count: Limits.name)), .whole)
    #expect(download(try self.queue(FileWish(longest, byteCount: 5)).actions) != nil)
  }

  @Test("an eviction that fails stops the use of the disk for a while; one of nobody does not")
  func evictionFails() throws {
    let old = FileKey("old", .whole)
    let stored = StoredFile(StoredName(old), byteCount: 80, isWhole: true, seen: 1)
    var (queue, actions) = try queue(FileWish(photo, byteCount: 50), [stored]) { $0.budget = 100 }
    #expect(actions == [.evict(StoredName(old))])
    #expect(queue.handle(.notEvicted(StoredName(photo), error), at: 0) == [])
    #expect(queue.status.phase == .running)
    #expect(queue.handle(.notEvicted(StoredName(old), error), at: 0) == [])
    #expect(queue.status.phase == .diskFailed("disk"))
    #expect(queue.nextDeadline == 1_000)
    #expect(queue.handle(.clock, at: 999) == [])
    #expect(queue.handle(.clock, at: 1_000) == [.evict(StoredName(old))])
    let freed = queue.handle(.evicted(StoredName(old)), at: 1_000)
    #expect(download(freed) != nil && queue.status.phase == .running)
  }

  @Test("of many files without a wish, the last failures are remembered", arguments: [67, 68])
  func remembered(count: Int) throws {
    // Each file fails once, with a wait of a second, and then nobody wishes for it any more. Two
    // are to be remembered; 2 + 2 / 2 + 64 may be before the others are forgotten.
    let files = (1...count).map { FileKey(ExactString("f\($0)"), .whole) }
    var (queue, actions) = try queue(FileWish(files[0], byteCount: 5)) { policy in
      policy.remembered = 2
      policy.atOnce = 100
    }
    for file in files {
      if file != files[0] {
        actions = queue.handle(.wished(screen, [FileWish(file, byteCount: 5)]), at: 0)
      }
      let ticket = try #require(download(actions))
      let failure = DownloadError(.transient, code: "503")
      #expect(queue.handle(.ended(ticket, .failure(failure)), at: 0) == [])
    }
    _ = queue.handle(.wished(screen, []), at: 0)
    let again = queue.handle(.wished(screen, files.map { FileWish($0, byteCount: 5) }), at: 0)
    let asked = again.compactMap { action in
      if case .download(_, let request) = action { request.file } else { nil }
    }
    #expect(asked == (count == 67 ? [] : Array(files.dropLast(2))))
    #expect(queue.status.files[files[count - 1]] == .failed("503", nextAttempt: 1_000))
    #expect(queue.status.files[files[count - 2]] == .failed("503", nextAttempt: 1_000))
  }
}
