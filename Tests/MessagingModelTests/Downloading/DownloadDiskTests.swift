import MessagingModel
import Testing

/// What the queue does when the disk answers, or does not.
@Suite("The disk of downloads") struct DownloadDiskTests {
  private let photo = FileKey("photo", .whole)
  private let other = FileKey("other", .whole)
  private let full = DownloadError(.diskFull, code: "disk-full")
  private let broken = DownloadError(.disk, code: "disk")

  @Test("a disk that cannot be listed is asked again, later each time") func notListed() {
    var queue = DownloadQueue(policy: QueueBench.policy, seed: 1)
    #expect(queue.status.phase == .starting)
    #expect(queue.handle(.online(false), at: 0) == [.list(DownloadTicket(1))])
    #expect(queue.handle(.online(true), at: 0) == [])
    let wish = DownloadEvent.wished(FileScreen(0), [FileWish(photo, byteCount: 9)])
    #expect(queue.handle(wish, at: 0) == [])
    // An answer that nobody waits for.
    #expect(queue.handle(.found(DownloadTicket(7), []), at: 0) == [])
    #expect(queue.handle(.notFound(DownloadTicket(7), broken), at: 0) == [])
    #expect(queue.status.phase == .starting)
    #expect(queue.handle(.notFound(DownloadTicket(1), broken), at: 0) == [])
    #expect(queue.status.phase == .diskFailed("disk") && queue.status.nextAttempt == 1_000)
    #expect(queue.handle(.clock, at: 999) == [])
    #expect(queue.handle(.clock, at: 1_000) == [.list(DownloadTicket(2))])
    #expect(queue.handle(.notFound(DownloadTicket(2), full), at: 1_000) == [])
    #expect(queue.status.phase == .diskFailed("disk-full") && queue.status.nextAttempt == 3_000)
    #expect(queue.handle(.clock, at: 3_000) == [.list(DownloadTicket(3))])
    #expect(
      queue.handle(.found(DownloadTicket(3), []), at: 3_000) == [.download(4, photo, limit: 9)])
    #expect(queue.status.phase == .running && queue.status.nextAttempt == nil)
  }

  @Test("failures of the disk that come together are one (LOAD-026)") func together() {
    var bench = QueueBench()
    _ = bench.want(FileWish(photo, byteCount: 100), FileWish(other, byteCount: 10))
    #expect(bench.received(2, 40) == [])
    #expect(bench.failed(2, .diskFull, "disk-full") == [])
    #expect(bench.failed(3, .disk, "disk") == [])
    #expect(bench.status.phase == .diskFailed("disk-full") && bench.status.nextAttempt == 1_000)
    #expect(bench.status.files == [photo: .waiting, other: .waiting])
    #expect(bench.status.byteCount == 40)
    #expect(bench.clock(999) == [])
    #expect(
      bench.clock(1_000) == [
        .download(4, photo, from: 40, limit: 100), .download(5, other, limit: 10),
      ])
    #expect(bench.failed(5, .disk, "disk") == [])
    #expect(bench.status.nextAttempt == 3_000)
    // What is in flight goes on; once a file is kept, the disk is well again.
    #expect(bench.ended(4, 100) == [.keep(4, photo, 100)])
    #expect(bench.tell(.kept(DownloadTicket(4))) == [.download(6, other, limit: 10)])
    #expect(bench.status.phase == .running && bench.status.nextAttempt == nil)
  }

  @Test("a file that is not kept: its part goes, but not because the disk is full")
  func notKept() {
    for (error, isDropped) in [(full, false), (broken, true)] {
      var bench = QueueBench()
      _ = bench.want(FileWish(photo, byteCount: 100))
      // It is not being kept yet.
      #expect(bench.tell(.notKept(DownloadTicket(2), error)) == [])
      #expect(bench.tell(.kept(DownloadTicket(2))) == [])
      #expect(bench.status.phase == .running)
      #expect(bench.status.files == [photo: .loading(percent: 0)])
      #expect(bench.ended(2, 100) == [.keep(2, photo, 100)])
      // A wish that ends does not stop it.
      #expect(bench.want() == [])
      _ = bench.want(FileWish(photo, byteCount: 100))
      #expect(bench.tell(.notKept(DownloadTicket(2), error)) == (isDropped ? [.evict(photo)] : []))
      #expect(bench.status.phase == .diskFailed(error.code))
      #expect(bench.status.files == [photo: .waiting] && bench.status.byteCount == 100)
      if isDropped {
        // That it could be removed does not prove that the disk can be written.
        #expect(bench.tell(.evicted(StoredName(photo))) == [])
        #expect(bench.clock(1_000) == [.download(3, photo, limit: 100)])
      } else {
        // The end is asked again: only the server knows where it is (LOAD-040).
        #expect(bench.clock(1_000) == [.download(3, photo, from: 99, limit: 100)])
      }
    }
  }

  @Test("if files are not put in their place, only one that is ends the row (LOAD-026)")
  func neverKept() {
    var bench = QueueBench()
    _ = bench.want(FileWish(photo, byteCount: 100))
    for (ticket, next) in [(2, 1_000), (3, 3_000), (4, 7_000)] as [(Int64, Int64)] {
      #expect(bench.received(ticket, 100) == [])
      #expect(bench.ended(ticket, 100) == [.keep(ticket, photo, 100)])
      #expect(bench.tell(.notKept(DownloadTicket(ticket), broken)) == [.evict(photo)])
      #expect(bench.status.nextAttempt == next)
      #expect(bench.clock(next) == [])
      // A removal after the wait is no write.
      #expect(
        bench.tell(.evicted(StoredName(photo))) == [.download(ticket + 1, photo, limit: 100)])
    }
    #expect(bench.ended(5, 100) == [.keep(5, photo, 100)])
    #expect(bench.tell(.kept(DownloadTicket(5))) == [])
    #expect(bench.want(FileWish(other, byteCount: 10), on: 1) == [.download(6, other, limit: 10)])
    #expect(bench.ended(6, 10) == [.keep(6, other, 10)])
    #expect(bench.tell(.notKept(DownloadTicket(6), broken)) == [.evict(other)])
    #expect(bench.status.nextAttempt == 8_000)
  }

  @Test("a file that could not be removed is a failure of the disk, if it was to be removed")
  func notEvicted() {
    var policy = QueueBench.policy
    policy.budget = 100
    var bench = QueueBench(policy, holding: [stored(other, 60)])
    #expect(bench.tell(.notEvicted(StoredName(other), broken)) == [])
    #expect(bench.status.phase == .running && bench.status.byteCount == 60)
    #expect(bench.tell(.evicted(StoredName(other))) == [])
    #expect(bench.status.byteCount == 60)
    #expect(bench.want(FileWish(photo, byteCount: 50)) == [.evict(other)])
    #expect(bench.tell(.notEvicted(StoredName(other), broken)) == [])
    #expect(bench.status.phase == .diskFailed("disk") && bench.status.nextAttempt == 1_000)
    #expect(bench.status.byteCount == 60)
    // It is still there, and is removed at the next attempt.
    #expect(bench.clock(1_000) == [.evict(other)])
    #expect(bench.tell(.evicted(StoredName(other))) == [.download(2, photo, limit: 50)])
    #expect(bench.status.phase == .running && bench.status.byteCount == 0)
  }

  @Test("a file that vanished is asked again; one that is not here cannot vanish (LOAD-033)")
  func lost() {
    var bench = QueueBench(holding: [stored(photo, 100), stored(other, 3, whole: false)])
    #expect(bench.want(FileWish(photo, byteCount: 100)) == [.touch([StoredName(photo)])])
    #expect(bench.tell(.lost(other)) == [])
    #expect(bench.status.byteCount == 103)
    #expect(bench.tell(.lost(photo)) == [.download(2, photo, limit: 100)])
    #expect(bench.status.byteCount == 3)
  }

  @Test("what comes into sight or leaves it is touched, nothing else (LOAD-039)") func touched() {
    var bench = QueueBench(holding: [stored(photo, 1), stored(other, 1)])
    let (first, second) = (StoredName(photo), StoredName(other))
    #expect(bench.want(FileWish(photo), FileWish(other, distance: 1)) == [.touch([first])])
    #expect(bench.want(FileWish(photo), FileWish(other, distance: 2)) == [])
    let both = [first, second].sorted { $0.text.string < $1.text.string }
    #expect(bench.want(FileWish(other), FileWish(photo, distance: 1)) == [.touch(both)])
    #expect(bench.want(FileWish(other), on: 1) == [])
    #expect(bench.want() == [])
    #expect(bench.want(on: 1) == [.touch([second])])
  }

  @Test(
    "where a download goes on: behind its part, or at its last byte",
    arguments: [
      (100, 0, 0), (100, 1, 1), (100, 99, 99), (100, 100, 99), (nil, 7, 6), (nil, 1, 0),
      (nil, 0, 0),
    ] as [(Int?, Int, Int)])
  func offset(size: Int?, part: Int, offset: Int) {
    var bench = QueueBench(holding: [stored(photo, part, whole: false)])
    #expect(
      bench.want(FileWish(photo, byteCount: size)) == [
        .download(2, photo, from: offset, limit: size ?? 50)
      ])
  }

  @Test("a part that is longer than the file goes first")
  func longPart() {
    var bench = QueueBench(holding: [stored(photo, 101, whole: false)])
    #expect(bench.want(FileWish(photo, byteCount: 100)) == [.evict(photo)])
    #expect(bench.status.files == [photo: .waiting])
    #expect(bench.tell(.evicted(StoredName(photo))) == [.download(2, photo, limit: 100)])
  }

  /// An earlier process knew its size from the server. Only the server can tell it again.
  @Test("a part that is longer than the unknown may be is asked about", arguments: [50, 51, 90])
  func longPartOfUnknown(part: Int) {
    var bench = QueueBench(holding: [stored(photo, part, whole: false)])
    #expect(
      bench.want(FileWish(photo, byteCount: nil)) == [
        .download(2, photo, from: part - 1, limit: part)
      ])
  }
}
