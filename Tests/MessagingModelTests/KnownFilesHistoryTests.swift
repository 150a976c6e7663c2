import Testing

@testable import MessagingConformance
@testable import MessagingModel

private typealias Attachment = MessagingModel.Attachment

/// Random versions of one message, against the oracle that remembers every file it has ever seen
/// (`REPO-043`, `REPO-092`).
@Suite struct KnownFilesHistoryTests {
  private struct Versions {
    var random: SeededRandom

    mutating func pick<Value>(_ values: [Value]) -> Value { values[random.below(values.count)] }

    mutating func file() -> Attachment {
      Attachment(
        localPath: pick(["a", "b", "c", nil, nil, nil]).flatMap(RelativePath.init),
        remote: pick(["ra", "rb", "rc", nil]),
        placeholder: pick(["blur", "grey", nil]), byteCount: random.below(3),
        upload: pick([.waiting, .uploading(percent: 40), .done]))
    }

    mutating func body() -> Body {
      if random.chance(1, of: 4) { return .text("words") }
      let files = (0..<random.below(4)).map { _ in file() }
      return .media(Body.Media(kind: .photo, attachments: files))
    }
  }

  @Test(arguments: 1...2_000) func `every version gets what this device has of its files`(
    seed: Int
  ) {
    var versions = Versions(random: SeededRandom(seed: UInt64(seed), stream: "known files"))
    let first = versions.body()
    var files = KnownFiles(first.attachments, parked: [])
    var oracle = NaiveFiles(first)
    for number in 1...6 {
      let next = versions.body()
      let isSent = versions.random.chance(3, of: 4)
      let expected = oracle.next(next, isSent: isSent)
      let taken = files.take(next, hasUploads: isSent)
      let at: Comment = "seed \(seed), version \(number)"
      #expect(taken == expected, at)
      #expect(files.present == expected.attachments, at)
      #expect(files.parked == oracle.others, at)
    }
  }

  /// A message whose files are these, and that has no unsent changes.
  private static func record(_ body: Body) -> MessageRecord {
    MessageRecord(
      key: MessageKey("k1", MessageID(high: 0, low: 1)), sender: "me", isOutgoing: true,
      position: .unconfirmed(sequence: 1), timestamp: 1, body: body, version: .original,
      replyTo: nil, threadRoot: nil, reactions: [], delivery: .sending, dependents: [])
  }

  private static func edit(_ number: Int64, _ action: Dependent.Action) -> Dependent {
    Dependent(id: MessageID(high: 0, low: UInt64(number)), action: action, sequence: number)
  }

  @Test(arguments: 1...1_000) func `a message shows its files, and those of the edits that wait`(
    seed: Int
  ) {
    var versions = Versions(random: SeededRandom(seed: UInt64(seed), stream: "edits with files"))
    let first = versions.body()
    var record = Self.record(first)
    var oracle = NaiveFiles(first)
    for number in 1...5 as ClosedRange<Int64> {
      let at: Comment = "seed \(seed), version \(number)"
      let next = versions.body()
      record.edit(to: next, version: Version(order: number))
      #expect(record.body == oracle.next(next, isSent: true), at)
      #expect(record.parkedFiles == oracle.others, at)

      var (waiting, shown) = (record, oracle)
      var expected = record.body
      for sequence in 2...(2 + Int64(versions.random.below(2))) {
        let body = versions.body()
        waiting.dependents.append(Self.edit(sequence, .edit(body)))
        expected = shown.next(body, isSent: false)
      }
      #expect(waiting.message(owner: "me").body == expected, at)
    }
  }

  /// A new edit knows what was uploaded: with the message, with an edit before it, or with an
  /// earlier version if that is on the network.
  @Test(arguments: 1...1_000) func `an edit takes the uploads that are known`(seed: Int) {
    var versions = Versions(random: SeededRandom(seed: UInt64(seed), stream: "known uploads"))
    var record = Self.record(versions.body())
    record.edit(to: versions.body(), version: Version(order: 1))
    let before = versions.body()
    record.dependents = [Self.edit(2, .edit(before)), Self.edit(3, .delete)]
    let uploaded = record.parkedFiles.filter { $0.remote != nil }
    let known = record.body.attachments + before.attachments + uploaded
    let next = versions.body()
    var expected = next
    for (index, file) in next.attachments.enumerated() where file.remote == nil {
      guard let path = file.localPath, let same = known.first(where: { $0.localPath == path })
      else { continue }
      expected.attachments[index].remote = same.remote
      expected.attachments[index].upload = same.upload
    }
    #expect(record.adopting(.edit(next)) == .edit(expected), "seed \(seed)")
    #expect(record.adopting(.delete) == .delete)
  }

  /// More files than a message may have are never kept aside.
  @Test func `the files that were removed last stay`() {
    let many = (0..<Limits.attachments).map { number in
      Attachment(localPath: RelativePath("f\(number)"), remote: ExactString("r\(number)"))
    }
    let last = Attachment(localPath: RelativePath("last"), remote: "last")
    var files = KnownFiles([last], parked: many)
    _ = files.take(.text("words"))
    #expect(files.parked == [last] + many.dropLast())
  }
}
