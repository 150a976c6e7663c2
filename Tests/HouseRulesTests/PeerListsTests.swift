import Testing

/// A list of what a peer breaks says of each rule why people do it that way.
@Suite struct PeerListsTests {
  @Test(arguments: [
    "Conformance/expectations/polling-worker.txt",
    "Conformance/expectations/publish-three-times.txt",
    "Conformance/adapters/naive-sql/known-failures.txt",
  ])
  func `the rows above the list name its rules and no others`(path: String) throws {
    let lines = try #require(Repository.current.text(of: path)).split(separator: "\n")
    let broken = Set(lines.filter { !$0.hasPrefix("#") }.map { $0.prefix { $0 != "/" } })
    #expect(broken.count > 3)
    var named: Set<Substring> = []
    for line in lines where line.hasPrefix("# ") {
      // The ids that begin a row, before the words about them.
      var words = line.dropFirst(2).split(separator: " ")[...]
      while let word = words.popFirst(), Self.isID(word.prefix { $0 != "," }) {
        named.insert(word.prefix { $0 != "," })
      }
    }
    #expect(broken == named, "only in one: \(broken.symmetricDifference(named).sorted())")
  }

  /// `SEND-022`.
  private static func isID(_ word: Substring) -> Bool {
    let parts = word.split(separator: "-")
    return parts.count == 2 && parts[0].allSatisfy { $0.isUppercase && $0.isASCII }
      && parts[1].count == 3 && parts[1].allSatisfy(\.isNumber)
  }
}
