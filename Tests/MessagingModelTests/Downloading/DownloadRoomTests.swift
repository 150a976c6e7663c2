import Testing

@testable import MessagingModel

/// Which downloads begin, in which room.
@Suite("The room of downloads") struct DownloadRoomTests {
  private let photo = FileKey("photo", .whole)
  private let other = FileKey("other", .whole)
  private let third = FileKey("third", .whole)
  private let fourth = FileKey("fourth", .whole)

  private func policy(_ budget: Int, atOnce: Int = 4) -> DownloadPolicy {
    var policy = QueueBench.policy
    (policy.budget, policy.atOnce) = (budget, atOnce)
    return policy
  }

  @Test(
    "sizes and names that are never requested (LOAD-025, LOAD-028)",
    arguments: [
      (100, nil), (101, .tooLarge), (1, nil), (-1, .negativeSize), (.min, .negativeSize),
      (.max, .tooLarge),
    ] as [(Int, FileRefusal?)])
  func sizes(size: Int, refusal: FileRefusal?) {
    var bench = QueueBench(policy(100))
    let actions = bench.want(FileWish(photo, byteCount: size))
    #expect(actions == (refusal == nil ? [.download(2, photo, limit: size)] : []))
    let state = refusal.map { FileState.refused($0) } ?? .loading(percent: 0)
    #expect(bench.status.files == [photo: state])
  }

  @Test("a file without a name, or with one that is too long, is refused") func names() {
    for (length, isFine) in [(0, false), (1, true), (Limits.name, true), (Limits.name + 1, false)] {
      let file = FileKey(ExactString(String(repeating: "x", count: length)), .whole)
      var bench = QueueBench()
      let actions = bench.want(FileWish(file, byteCount: 9))
      #expect(actions == (isFine ? [.download(2, file, limit: 9)] : []))
      #expect(bench.status.files == [file: isFine ? .loading(percent: 0) : .refused(.badName)])
    }
  }

  @Test("0 is no size, one of two good sizes is none, a negative one only counts alone (LOAD-043)")
  func agreement() {
    let cases: [([Int?], limit: Int?)] = [
      ([nil], 50), ([0], 50), ([7, 0], 7), ([7, nil], 7), ([7, 7], 7), ([7, 8], 50), ([-1, 7], 7),
      ([-1, 0], nil), ([-1], nil),
    ]
    for (sizes, limit) in cases {
      var bench = QueueBench()
      let wishes = sizes.map { FileWish(photo, byteCount: $0) }
      let actions = bench.tell(.wished(FileScreen(0), wishes))
      #expect(actions == (limit.map { [.download(2, photo, limit: $0)] } ?? []), "\(sizes)")
    }
  }

  @Test("the room for an unknown size is at most the budget") func unknown() {
    var bench = QueueBench(policy(30))
    #expect(bench.want(FileWish(photo)) == [.download(2, photo, limit: 30)])
  }

  @Test("an own file is not asked for, on whichever screen (LOAD-019)") func own() {
    var bench = QueueBench()
    #expect(bench.want(FileWish(photo, byteCount: 9, isOwn: true)) == [])
    #expect(bench.status.files == [:])
  }

  @Test("what fits to the last byte begins; a byte more needs room (LOAD-021, LOAD-024)")
  func fits() {
    var bench = QueueBench(policy(100), holding: [stored(other, 50)])
    #expect(bench.want(FileWish(photo, byteCount: 50)) == [.download(2, photo, limit: 50)])
    var tight = QueueBench(policy(100), holding: [stored(other, 50)])
    #expect(tight.want(FileWish(photo, byteCount: 51)) == [.evict(other)])
    #expect(tight.status.files == [photo: .waiting])
    #expect(
      tight.tell(.evicted(StoredName(other))) == [.download(2, photo, limit: 51)])
  }

  @Test("only as many go as are needed, the least recently seen first (LOAD-022)")
  func leastRecent() {
    let files = [
      stored(other, 30, seen: 3), stored(third, 30, seen: 1), stored(fourth, 30, seen: 2),
    ]
    for (size, going) in [(10, []), (11, [third]), (40, [third]), (41, [third, fourth])] {
      var bench = QueueBench(policy(100), holding: files)
      let actions = bench.want(FileWish(photo, byteCount: size))
      let expected = going.map { DownloadAction.evict($0) }
      #expect(actions == (expected.isEmpty ? [.download(2, photo, limit: size)] : expected))
    }
  }

  @Test("nothing goes for a file that has no place (LOAD-022)", arguments: [0, 1])
  func noPlace(distance: Int) {
    let files = [stored(third, 50, seen: 1), stored(fourth, 50, seen: 2)]
    var bench = QueueBench(policy(100, atOnce: 1), holding: files)
    let second = FileWish(other, byteCount: 50, distance: distance)
    #expect(bench.want(FileWish(photo, byteCount: 50), second) == [.evict(third)])
    #expect(bench.tell(.evicted(StoredName(third))) == [.download(2, photo, limit: 50)])
    #expect(bench.status.files == [photo: .loading(percent: 0), other: .waiting])
    #expect(bench.ended(2, 50) == [.keep(2, photo, 50)])
    #expect(bench.tell(.kept(DownloadTicket(2))) == [.evict(fourth)])
    #expect(bench.tell(.evicted(StoredName(fourth))) == [.download(3, other, limit: 50)])
  }

  @Test("what is in sight gets room for the place of a near download (LOAD-022, LOAD-032)")
  func placeOfNear() {
    var bench = QueueBench(policy(100, atOnce: 1), holding: [stored(third, 50)])
    let near = FileWish(other, byteCount: 50, distance: 1)
    #expect(bench.want(near, on: 1) == [.download(2, other, limit: 50)])
    #expect(bench.want(FileWish(fourth, byteCount: 50, distance: 2), on: 2) == [])
    #expect(bench.want(FileWish(photo, byteCount: 50)) == [.evict(third)])
    #expect(
      bench.tell(.evicted(StoredName(third))) == [.abort(2), .download(3, photo, limit: 50)])
  }

  @Test("what nobody wishes for goes before what is near, and near files before nothing")
  func nearGoesLast() {
    let files = [stored(other, 40, seen: 1), stored(third, 40, seen: 2)]
    var bench = QueueBench(policy(100), holding: files)
    #expect(bench.want(FileWish(other, distance: 5), on: 1) == [])
    #expect(bench.want(FileWish(photo, byteCount: 60)) == [.evict(third)])
    var both = QueueBench(policy(100), holding: files)
    #expect(both.want(FileWish(other, distance: 5), on: 1) == [])
    #expect(both.want(FileWish(photo, byteCount: 61)) == [.evict(third), .evict(other)])
  }

  @Test("what is in sight stays, and a near file takes nothing that is wished for (LOAD-023, 37)")
  func stays() {
    for (distance, isNear) in [(0, false), (3, true)] {
      var bench = QueueBench(policy(100), holding: [stored(other, 40)])
      _ = bench.want(FileWish(other, distance: distance), on: 1)
      let wish = FileWish(photo, byteCount: 61, distance: isNear ? 1 : 0)
      #expect(bench.want(wish) == [])
      #expect(bench.status.files == [other: .here, photo: .noRoom])
    }
  }

  @Test("a part makes room for a file of higher rank only (LOAD-042)") func parts() {
    let files = [stored(other, 40, whole: false)]
    var bench = QueueBench(policy(100), holding: files)
    #expect(
      bench.want(
        FileWish(photo, byteCount: 90, distance: 1), FileWish(other, byteCount: 90, distance: 2))
        == [.evict(other)])
    var lower = QueueBench(policy(100), holding: files)
    #expect(
      lower.want(
        FileWish(other, byteCount: 90, distance: 1), FileWish(photo, byteCount: 90, distance: 2))
        == [.download(2, other, from: 40, limit: 90)])
    #expect(lower.status.files == [other: .loading(percent: 44), photo: .noRoom])
  }

  @Test("a smaller budget: what is over it goes, but not what is in sight (LOAD-038)")
  func trimmed() {
    let files = [
      stored(photo, 60, seen: 1), stored(other, 30, seen: 2), stored(third, 30, seen: 3),
    ]
    for (budget, going) in [(120, []), (119, [photo]), (60, [photo]), (59, [photo, other])] {
      var queue = DownloadQueue(policy: policy(budget), seed: 1)
      _ = queue.handle(.online(true), at: 0)
      let actions = queue.handle(.found(DownloadTicket(1), files), at: 0)
      #expect(actions == going.map { .evict($0) }, "\(budget)")
      // What is going already is not counted twice.
      #expect(queue.handle(.clock, at: 0) == [])
    }
    var queue = DownloadQueue(policy: policy(50), seed: 1)
    _ = queue.handle(.wished(FileScreen(0), [FileWish(photo)]), at: 0)
    #expect(
      queue.handle(.found(DownloadTicket(1), files), at: 0) == [
        .touch([StoredName(photo)]), .evict(other), .evict(third),
      ])
  }

  @Test("so many at once, and at least one (LOAD-003)") func slots() {
    for (atOnce, count) in [(-1, 1), (0, 1), (1, 1), (2, 2), (3, 3)] {
      var bench = QueueBench(policy(100, atOnce: atOnce))
      let wishes = [photo, other, third].map { FileWish($0, byteCount: 9) }
      let actions = bench.tell(.wished(FileScreen(0), wishes))
      let expected = zip(Int64(2)..., [photo, other, third]).prefix(count)
        .map { DownloadAction.download($0, $1, limit: 9) }
      #expect(actions == expected)
    }
  }

  @Test("a file in sight takes the place of the last near one; near ones take none (LOAD-032)")
  func place() {
    var bench = QueueBench(policy(100, atOnce: 2))
    let near = [
      FileWish(photo, byteCount: 9, distance: 1), FileWish(other, byteCount: 9, distance: 2),
    ]
    #expect(
      bench.tell(.wished(FileScreen(0), near)) == [
        .download(2, photo, limit: 9), .download(3, other, limit: 9),
      ])
    #expect(bench.want(FileWish(third, byteCount: 9, distance: 1), on: 1) == [])
    #expect(
      bench.want(FileWish(third, byteCount: 9, distance: 0), on: 1) == [
        .abort(3), .download(4, third, limit: 9),
      ])
    #expect(
      bench.want(FileWish(fourth, byteCount: 9), on: 2) == [
        .abort(2), .download(5, fourth, limit: 9),
      ])
    // Two files in sight do not push each other out.
    #expect(bench.want(FileWish(FileKey("fifth", .whole), byteCount: 9), on: 3) == [])
  }

  @Test("a near download gives its room to a file in sight, if that is enough (LOAD-044)")
  func room() {
    for (size, isEnough) in [(99, true), (100, false)] {
      var bench = QueueBench(policy(100), holding: [stored(third, 1)])
      _ = bench.want(FileWish(third), on: 2)
      _ = bench.want(FileWish(other, byteCount: 80, distance: 1), on: 1)
      #expect(bench.status.files[other] == .loading(percent: 0))
      let actions = bench.want(FileWish(photo, byteCount: size))
      #expect(actions == (isEnough ? [.abort(2), .download(3, photo, limit: size)] : []))
      #expect(bench.status.files[photo] == (isEnough ? .loading(percent: 0) : .noRoom))
      #expect(bench.status.files[other] == (isEnough ? .noRoom : .loading(percent: 0)))
    }
  }

  @Test("sums and differences end at the greatest and the least number") func saturating() {
    #expect(Int.max.plus(1) == .max && (Int.max - 1).plus(1) == .max && 2.plus(3) == 5)
    #expect(Int.min.minus(1) == .min && Int.max.minus(-1) == .max && 2.minus(3) == -1)
    #expect(0.minus(.min) == .max && (-1).minus(.max) == .min)
  }

  @Test(
    "progress goes in steps, down to the step (LOAD-029)",
    arguments: [
      (5, 54, 50), (5, 55, 55), (1, 54, 54), (0, 54, 54), (-3, 54, 54), (100, 99, 0), (200, 99, 0),
      (33, 98, 66), (33, 99, 99),
      // What a Double cannot divide exactly.
      (1, 29, 29), (1, 57, 57), (1, 58, 58),
    ])
  func steps(step: Int, count: Int, percent: Int) {
    var policy = QueueBench.policy
    policy.progressStep = step
    var bench = QueueBench(policy)
    _ = bench.want(FileWish(photo, byteCount: 200))
    #expect(bench.received(2, count * 2) == [])
    #expect(bench.status.files == [photo: .loading(percent: percent)])
  }

  /// Room that is promised to the first file is not there for the second one.
  @Test("two files that need room make it at the same moment") func roomForTwo() {
    var policy = QueueBench.policy
    policy.budget = 200
    let (old, older) = (FileKey("old", .whole), FileKey("older", .whole))
    var bench = QueueBench(
      policy, holding: [stored(older, 100, seen: 1), stored(old, 100, seen: 2)])
    let wishes = [FileWish(photo, byteCount: 100), FileWish(other, byteCount: 100)]
    #expect(bench.want(wishes[0], wishes[1]) == [.evict(older), .evict(old)])
    // What was freed first is for the first file.
    #expect(bench.tell(.evicted(StoredName(older))) == [.download(2, photo, limit: 100)])
    #expect(bench.tell(.evicted(StoredName(old))) == [.download(3, other, limit: 100)])
  }
}
