import Testing

@testable import MessagingModel

/// The values that downloads are named and sorted by.
@Suite("Values of downloads") struct DownloadValuesTests {
  @Test("files sort by name, then the thumbnail before the whole file") func keys() {
    let sorted = [
      FileKey("a", .thumbnail), FileKey("a", .whole), FileKey("b", .thumbnail),
      FileKey("b", .whole),
    ]
    expectOrder(sorted)
  }

  @Test("stored names sort by their text, tickets and screens by their number") func others() {
    let names = ["t-0", "t-f", "w-0", "w-f"].compactMap {
      StoredName($0 + String(repeating: "0", count: 63))
    }
    #expect(names.count == 4)
    expectOrder(names)
    expectOrder([DownloadTicket(-1), DownloadTicket(0), DownloadTicket(7)])
    expectOrder([FileScreen(-1), FileScreen(0), FileScreen(7)])
  }

  @Test(
    "ranks: in sight, small pictures, distance, order on the screen, screen (LOAD-001, LOAD-002)")
  func ranks() {
    let (small, whole) = (FileKey("z", .thumbnail), FileKey("a", .whole))
    let rank = { (file: FileKey, distance: Int, index: Int, screen: Int) in
      FileRank(FileWish(file, distance: distance), at: index, on: FileScreen(screen))
    }
    expectOrder([
      rank(small, 0, 9, 9), rank(whole, 0, 0, 0), rank(whole, 0, 0, 1), rank(whole, 0, 1, 0),
      rank(small, 1, 5, 5), rank(small, 2, 0, 0), rank(whole, 1, 0, 0), rank(whole, 1, 0, 2),
      rank(whole, 1, 3, 0), rank(whole, 2, 0, 0),
    ])
    // Nothing is nearer than in sight.
    #expect(rank(whole, -5, 0, 0) == rank(whole, 0, 0, 0))
    #expect(!rank(whole, 0, 0, 0).isNear && rank(whole, 1, 0, 0).isNear)
  }

  @Test("a stored name is the digest of the remote name, and nothing else is one") func names()
    throws
  {
    // SHA-256 of "abc", FIPS 180-4.
    let digest = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    #expect(StoredName(FileKey("abc", .whole)).description == "w-" + digest)
    #expect(StoredName(FileKey("abc", .thumbnail)).text == ExactString("t-" + digest))
    let good = "w-" + digest
    #expect(StoredName(good) == StoredName(FileKey("abc", .whole)))
    let bad = [
      "", "w-", good + "0", String(good.dropLast()), "x-" + digest, "w_" + digest,
      "w-" + digest.uppercased(), good.replacing("b", with: "g"), good.replacing("a", with: "/"),
      good.replacing("a", with: ":"), good.replacing("a", with: "`"), "tw" + digest,
    ]
    for text in bad { #expect(StoredName(text) == nil, "\(text)") }
    let edges = "t-" + String(repeating: "09af", count: 16)
    #expect(StoredName(edges)?.text == ExactString(edges))
  }

  @Test("a wish is what it was made from; 0 and less are in sight") func wishes() {
    let file = FileKey("a", .whole)
    let plain = FileWish(file)
    #expect(plain.file == file && plain.byteCount == nil && plain.distance == 0 && !plain.isOwn)
    let far = FileWish(file, byteCount: 3, distance: 2, isOwn: true)
    #expect(far.byteCount == 3 && far.distance == 2 && far.isOwn && !far.isVisible)
    #expect(plain.isVisible && FileWish(file, distance: -1).isVisible)
    #expect(!FileWish(file, distance: 1).isVisible)
  }

  private static func name(_ number: Int) -> StoredName {
    StoredName(FileKey(ExactString("\(number)"), .whole))
  }

  @Test("of the files without a wish the last changed records stay, once there are too many")
  func bound() {
    var records = FileRecords()
    let name = DownloadValuesTests.name
    // With a limit of 10, up to 10 + 5 + 64 records are none too many.
    for number in 0..<79 { records.change(name(number)) { $0.size = number } }
    records.change(name(1)) { $0.wrongLengths[9] = 1 }
    let isWanted = { $0 == name(3) }
    records.bound(to: 10, besides: isWanted)
    #expect((0..<79).allSatisfy { records[name($0)]?.size == $0 })
    records.change(name(79)) { $0.size = 79 }
    records.bound(to: 10, besides: isWanted)
    let kept = (0..<80).filter { records[name($0)] != nil }
    #expect(kept == [1, 3] + Array(71...79))
    #expect(records[name(1)]?.wrongLengths == [9: 1] && records[name(1)]?.size == 1)
    records.changeAll { $0.size = 5 }
    #expect(kept.allSatisfy { records[name($0)]?.size == 5 })
    records.forget(name(1))
    #expect(records[name(1)] == nil && records[name(3)]?.size == 5)
  }
}

/// Expects each value to be less than all that follow it, and not less than itself.
private func expectOrder<Value: Comparable>(
  _ sorted: [Value], _ location: SourceLocation = #_sourceLocation
) {
  for (index, value) in sorted.enumerated() {
    for (other, right) in sorted.enumerated() {
      #expect((value < right) == (index < other), "\(index), \(other)", sourceLocation: location)
    }
  }
}
