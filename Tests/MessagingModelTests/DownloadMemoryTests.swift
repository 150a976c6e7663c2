import Testing

@testable import MessagingModel

/// What a queue of downloads remembers, and which names it does not ask for.
@Suite struct DownloadMemoryTests {
  private static func name(_ number: Int) -> StoredName {
    StoredName(FileKey(ExactString("mxc://a/\(number)"), .whole))
  }

  /// A limit of 10 has a margin of 5 + 64.
  @Test func `of many records those that are wanted stay, and the newest of the others`() {
    var records = FileRecords()
    for number in 0..<79 { records.change(Self.name(number)) { $0.size = number } }
    records.bound(to: 10) { _ in false }
    #expect((0..<79).allSatisfy { records[Self.name($0)]?.size == $0 })
    records.change(Self.name(79)) { $0.size = 79 }
    // A record that changes is a new one.
    records.change(Self.name(3)) { $0.size = 333 }
    let wanted = Self.name(1)
    records.bound(to: 10) { $0 == wanted }
    let left = (0..<80).filter { records[Self.name($0)] != nil }
    #expect(left == [1, 3] + Array(71...79))
    #expect(records[Self.name(3)]?.size == 333)
  }

  @Test func `a file without a name, or with one that is too long, is not requested`() {
    let longest = String(repeating: "n", count: Limits.name)
    let states: [(name: String, state: FileState)] = [
      ("", .refused(.badName)), (longest, .loading(percent: 0)),
      (longest + "n", .refused(.badName)), ("mxc://a/b", .loading(percent: 0)),
    ]
    for (name, state) in states {
      var queue = DownloadQueue(seed: 1)
      let file = FileKey(ExactString(name), .whole)
      var actions = queue.handle(.online(true), at: 0)
      for case .list(let ticket) in actions { _ = queue.handle(.found(ticket, []), at: 0) }
      actions = queue.handle(.wished(FileScreen(1), [FileWish(file, byteCount: 9)]), at: 0)
      #expect(queue.status.files == [file: state])
      #expect(actions.isEmpty == (state == .refused(.badName)))
    }
  }
}
