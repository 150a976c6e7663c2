import MessagingModel
import Testing

/// How a download goes, and each way in which it can end.
@Suite("Ends of downloads") struct DownloadEndsTests {
  private let photo = FileKey("photo", .whole)
  private let other = FileKey("other", .whole)

  private func loading(_ size: Int?, _ policy: DownloadPolicy = QueueBench.policy) -> QueueBench {
    var bench = QueueBench(policy)
    #expect(
      bench.want(FileWish(photo, byteCount: size)) == [
        .download(2, photo, limit: size ?? policy.unknownLimit)
      ])
    return bench
  }

  @Test("a download that goes well: asked once, kept, here (LOAD-009)") func good() {
    var bench = loading(100)
    #expect(bench.queue.nextDeadline == 30_000)
    #expect(bench.tell(.began(DownloadTicket(2), total: 100)) == [])
    #expect(bench.tell(.began(DownloadTicket(2), total: nil)) == [])
    bench.now = 10
    #expect(bench.received(2, 40) == [])
    #expect(bench.status.files == [photo: .loading(percent: 40)])
    #expect(bench.status.byteCount == 40)
    #expect(bench.queue.nextDeadline == 30_010)
    bench.now = 20
    // No byte is new.
    #expect(bench.received(2, 40) == [])
    #expect(bench.received(2, 39) == [])
    #expect(bench.queue.nextDeadline == 30_010)
    // Nobody asked under this ticket.
    #expect(bench.received(3, 80) == [] && bench.ended(3, 100) == [])
    #expect(bench.ended(2, 100) == [.keep(2, photo, 100)])
    #expect(bench.status.files == [photo: .loading(percent: 100)])
    #expect(bench.queue.nextDeadline == nil)
    #expect(bench.ended(2, 100) == [])
    #expect(bench.tell(.kept(DownloadTicket(3))) == [])
    #expect(bench.status.files == [photo: .loading(percent: 100)])
    #expect(bench.tell(.kept(DownloadTicket(2))) == [])
    #expect(
      bench.status == DownloadStatus(phase: .running, files: [photo: .here], byteCount: 100))
  }

  @Test("an end that comes early, after bytes: the rest is asked, waits begin anew (LOAD-034)")
  func shortWithBytes() {
    var bench = loading(100)
    for (round, count) in [10, 20, 30, 40].enumerated() {
      let ticket = Int64(round + 2)
      #expect(bench.ended(ticket, count) == [])
      let next = bench.now + 1_000
      #expect(bench.status.files == [photo: .failed("short", nextAttempt: next)])
      #expect(bench.status.nextAttempt == next && bench.queue.nextDeadline == next)
      #expect(bench.clock(next - 1) == [])
      #expect(bench.clock(next) == [.download(ticket + 1, photo, from: count, limit: 100)])
    }
  }

  @Test("a download that brings more than it may leaves its place at once (LOAD-036)")
  func tooMuchWhileItComes() {
    var policy = QueueBench.policy
    policy.atOnce = 1
    var bench = loading(nil, policy)
    #expect(bench.want(FileWish(photo), FileWish(other, byteCount: 10)) == [])
    let actions = bench.received(2, 51)
    #expect(actions.contains(.abort(2)))
    #expect(actions.last == .download(3, other, limit: 10))
    #expect(bench.status.files[photo] == .refused(.tooLarge))
  }

  @Test("an end without any byte is a wrong length: three in a row are the last (LOAD-035)")
  func shortWithNothing() {
    var bench = loading(100)
    #expect(bench.ended(2, 0) == [])
    #expect(bench.status.files == [photo: .failed("short", nextAttempt: 1_000)])
    #expect(bench.clock(1_000) == [.download(3, photo, limit: 100)])
    #expect(bench.ended(3, 0) == [])
    #expect(bench.status.files == [photo: .failed("short", nextAttempt: 3_000)])
    #expect(bench.clock(3_000) == [.download(4, photo, limit: 100)])
    #expect(bench.ended(4, 0) == [])
    #expect(bench.status.files == [photo: .refused(.wrongLength)])
    #expect(bench.queue.nextDeadline == nil)
    // Another message gives another size.
    #expect(bench.want(FileWish(photo, byteCount: 90)) == [])
    #expect(bench.clock(7_000) == [.download(5, photo, limit: 90)])
  }

  @Test("an end of a file of unknown size counts after a new byte") func unknownEnd() {
    var bench = loading(nil)
    #expect(bench.ended(2, 0) == [])
    #expect(bench.status.files == [photo: .failed("short", nextAttempt: 1_000)])
    #expect(bench.clock(1_000) == [.download(3, photo, limit: 50)])
    #expect(bench.ended(3, 1) == [.keep(3, photo, 1)])
  }

  @Test("more bytes than were said: none of them is trusted (LOAD-027)") func tooMany() {
    var bench = loading(100)
    #expect(bench.received(2, 100) == [])
    #expect(bench.received(2, 101) == [.abort(2), .evict(photo)])
    #expect(bench.status.files == [photo: .failed("wrong-length", nextAttempt: 1_000)])
    // Not before its part is gone.
    #expect(bench.clock(1_000) == [])
    #expect(bench.tell(.evicted(StoredName(photo))) == [.download(3, photo, limit: 100)])
    // No byte of it is on the disk: there is nothing to remove.
    #expect(bench.failed(3, .overlong, "overlong") == [])
    #expect(bench.status.files == [photo: .failed("wrong-length", nextAttempt: 3_000)])
    #expect(bench.clock(3_000) == [.download(4, photo, limit: 100)])
    #expect(bench.ended(4, 101) == [.evict(photo)])
    #expect(bench.status.files == [photo: .refused(.wrongLength)])
  }

  @Test("a file of unknown size with more bytes than allowed is too large (LOAD-036)")
  func tooLarge() {
    var bench = loading(nil)
    #expect(bench.received(2, 50) == [])
    #expect(bench.received(2, 51) == [.abort(2), .evict(photo)])
    #expect(bench.status.files == [photo: .refused(.tooLarge)])
    var ended = loading(nil)
    #expect(ended.failed(2, .overlong, "overlong") == [])
    #expect(ended.status.files == [photo: .refused(.tooLarge)])
  }

  @Test("the server says another size than the message") func otherSize() {
    var bench = loading(100)
    #expect(bench.tell(.began(DownloadTicket(2), total: 99)) == [.abort(2)])
    #expect(bench.status.files == [photo: .failed("wrong-length", nextAttempt: 1_000)])
  }

  @Test("the server says a size that the message did not: 0 and less are wrong")
  func serverSize() {
    for total in [0, -1] {
      var bench = loading(nil)
      #expect(bench.tell(.began(DownloadTicket(2), total: total)) == [.abort(2)])
      #expect(bench.status.files == [photo: .failed("wrong-length", nextAttempt: 1_000)])
    }
    var small = loading(nil)
    #expect(small.tell(.began(DownloadTicket(2), total: 50)) == [])
    #expect(small.received(2, 25) == [])
    #expect(small.status.files == [photo: .loading(percent: 50)])
    #expect(small.ended(2, 49) == [])
    #expect(small.status.files == [photo: .failed("short", nextAttempt: 1_000)])
    // It is asked again with the room for its size.
    var large = loading(nil)
    #expect(
      large.tell(.began(DownloadTicket(2), total: 51)) == [
        .abort(2), .download(3, photo, limit: 51),
      ])
  }

  @Test("the server cannot go on from there: the part goes, then it is asked from the start")
  func offset() {
    var bench = loading(100)
    #expect(bench.received(2, 40) == [])
    #expect(bench.failed(2, .offset, "416") == [.evict(photo)])
    #expect(bench.status.files == [photo: .failed("416", nextAttempt: 1_000)])
    #expect(bench.tell(.evicted(StoredName(photo))) == [])
    #expect(bench.status.byteCount == 0)
    #expect(bench.clock(1_000) == [.download(3, photo, limit: 100)])
  }

  @Test("bytes that were dropped and come again are no progress (LOAD-034, LOAD-035)")
  func droppedBytes() {
    var bench = loading(100)
    #expect(bench.ended(2, 60) == [])
    #expect(bench.clock(1_000) == [.download(3, photo, from: 60, limit: 100)])
    #expect(bench.failed(3, .offset, "416") == [.evict(photo)])
    #expect(bench.tell(.evicted(StoredName(photo))) == [])
    #expect(bench.clock(3_000) == [.download(4, photo, limit: 100)])
    // As many as before: the wait is the third.
    #expect(bench.ended(4, 60) == [])
    #expect(bench.status.files == [photo: .failed("short", nextAttempt: 7_000)])
    #expect(bench.clock(7_000) == [.download(5, photo, from: 60, limit: 100)])
    // One more than before.
    #expect(bench.ended(5, 61) == [])
    #expect(bench.status.files == [photo: .failed("short", nextAttempt: 8_000)])
  }

  @Test("after a drop, the end of a file of unknown size counts after any byte")
  func unknownEndAfterDrop() {
    var bench = loading(nil)
    #expect(bench.received(2, 40) == [])
    #expect(bench.failed(2, .transient, "cut") == [])
    #expect(bench.clock(1_000) == [.download(3, photo, from: 39, limit: 50)])
    #expect(bench.failed(3, .offset, "416") == [.evict(photo)])
    #expect(bench.tell(.evicted(StoredName(photo))) == [])
    #expect(bench.clock(3_000) == [.download(4, photo, limit: 50)])
    #expect(bench.ended(4, 30) == [.keep(4, photo, 30)])
  }

  @Test("a size that the server confirmed stays when its row goes (LOAD-043)")
  func confirmedSize() {
    var bench = loading(100)
    #expect(bench.want(FileWish(photo), on: 1) == [])
    #expect(bench.tell(.began(DownloadTicket(2), total: 100)) == [])
    #expect(bench.received(2, 60) == [])
    #expect(bench.want() == [])
    #expect(bench.want(FileWish(photo, byteCount: 40), on: 1) == [])
    #expect(bench.status.files == [photo: .loading(percent: 60)])
  }

  @Test("failures without a byte wait longer each time (LOAD-010)") func waits() {
    var bench = loading(100)
    for (round, next) in [1_000, 3_000, 7_000, 15_000].enumerated() {
      let ticket = Int64(round + 2)
      #expect(bench.failed(ticket, .transient, "503") == [])
      #expect(bench.status.files == [photo: .failed("503", nextAttempt: Int64(next))])
      #expect(bench.clock(Int64(next)) == [.download(ticket + 1, photo, limit: 100)])
    }
  }

  @Test("what the server refuses is asked again when a person insists (LOAD-015, LOAD-016)")
  func refused() {
    var bench = loading(100)
    #expect(bench.failed(2, .refused, "404") == [])
    #expect(bench.status.files == [photo: .refused(.byServer("404"))])
    #expect(bench.clock(1_000_000) == [])
    #expect(bench.tell(.insisted(other)) == [])
    #expect(bench.tell(.insisted(photo)) == [.download(3, photo, limit: 100)])
  }

  @Test("offline is no failure, but nothing is asked at once (LOAD-014)") func offline() {
    var bench = loading(100)
    #expect(bench.failed(2, .offline, "no-route") == [])
    #expect(bench.status.files == [photo: .failed("offline", nextAttempt: 1_000)])
    #expect(bench.clock(1_000) == [.download(3, photo, limit: 100)])
    #expect(bench.failed(3, .offline, "no-route") == [])
    #expect(bench.status.files == [photo: .failed("offline", nextAttempt: 2_000)])
    #expect(bench.tell(.online(false)) == [])
    #expect(bench.tell(.online(true)) == [.download(4, photo, limit: 100)])
    // Said twice is nothing new.
    #expect(bench.tell(.online(true)) == [])
    #expect(bench.tell(.online(false)) == [.abort(4)])
    #expect(bench.status.phase == .offline)
  }

  @Test("a download without a byte is given up at its time, not before (LOAD-017)")
  func silent() {
    var bench = loading(100)
    bench.now = 5
    #expect(bench.received(2, 1) == [])
    #expect(bench.clock(30_004) == [])
    #expect(bench.clock(30_005) == [.abort(2)])
    #expect(bench.status.files == [photo: .failed("silent", nextAttempt: 31_005)])
    #expect(bench.status.byteCount == 1)
    #expect(bench.ended(2, 100) == [])
    #expect(bench.clock(31_005) == [.download(3, photo, from: 1, limit: 100)])
  }

  @Test("without credentials everything stops until there are new ones (LOAD-031)")
  func unauthorized() {
    var bench = QueueBench()
    #expect(
      bench.want(FileWish(photo, byteCount: 100), FileWish(other, byteCount: 10)) == [
        .download(2, photo, limit: 100), .download(3, other, limit: 10),
      ])
    #expect(bench.failed(2, .unauthorized, "401") == [.abort(3)])
    #expect(bench.status.phase == .needsSignIn)
    #expect(bench.status.files == [photo: .waiting, other: .waiting])
    #expect(bench.clock(100_000) == [] && bench.queue.nextDeadline == nil)
    #expect(
      bench.tell(.signedIn) == [
        .download(4, photo, limit: 100), .download(5, other, limit: 10),
      ])
    // A rejection of what began before the next sign-in is a failure like others (`LOAD-045`).
    #expect(bench.tell(.signedIn) == [])
    #expect(bench.failed(4, .unauthorized, "401") == [])
    #expect(bench.status.phase == .running)
    #expect(Set(bench.tell(.signedOut)) == [.abort(5)])
    #expect(bench.status.phase == .signedOut && bench.queue.nextDeadline == nil)
    #expect(bench.tell(.signedIn) == [] && bench.want(FileWish(photo)) == [])
    #expect(bench.status.phase == .signedOut)
  }
}
