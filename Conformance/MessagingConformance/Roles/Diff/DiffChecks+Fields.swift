internal import MessagingCore
internal import MessagingModel
internal import MessagingTimeline

// Checks that change one field of a row at a time, and checks of versions and of diffs in both
// directions.
extension DiffChecks {
  /// A row that differs in one field.
  struct FieldChange: Sendable {
    let field: String
    let aspects: TimelineDiff.Aspects
    /// How the row differs from the common base row before the change.
    var base: @Sendable (inout MessageRow) -> Void = { _ in }
    let change: @Sendable (inout MessageRow) -> Void
  }

  /// Changes each field on its own: the diff has one update, of that row.
  static func everyField(_ context: Context) async throws {
    for change in FieldChange.all {
      for (diff, way) in diffs(context, change) {
        try context.expect(
          "the rows that are updated when the \(change.field) changes\(way)",
          Set(diff.updates.map(\.to)), is: [1])
      }
    }
  }

  static func metadataAlone(_ context: Context) async throws {
    for change in FieldChange.all where change.aspects == .metadata {
      for (diff, way) in diffs(context, change) {
        try context.expect(
          "the aspects when the \(change.field) changes\(way)", aspects(diff), is: ["metadata"])
      }
    }
  }

  static func contentTold(_ context: Context) async throws {
    for change in FieldChange.all where change.aspects.contains(.content) {
      for (diff, way) in diffs(context, change) {
        try context.expect(
          aspects(diff).contains("content"),
          "the \(change.field) changed\(way), and the update does not say 'content'")
      }
    }
  }

  /// Changes content, grouping and metadata of a row in one step.
  static func allAspects(_ context: Context) async throws {
    let changes = FieldChange.all.filter { ["text", "grouping", "readers"].contains($0.field) }
    let both = FieldChange(field: "whole row", aspects: []) { row in
      for change in changes { change.change(&row) }
    }
    try context.expect(
      "the aspects when text, grouping and readers change", aspects(diffs(context, both)[0].diff),
      is: ["content", "grouping", "metadata"])
  }

  /// The diff of a change, and that of the way back.
  private static func diffs(
    _ context: Context, _ change: FieldChange
  ) -> [(diff: TimelineDiff, way: String)] {
    var rows = [1, 2, 3].map { number in FieldChange.base(number) }
    change.base(&rows[1])
    var changed = rows
    change.change(&changed[1])
    context.count(steps: 1)
    let items = { (rows: [MessageRow]) in
      zip([1, 2, 3], rows).map { number, row in
        TimelineItem(id: .message(FieldChange.base(number).message.id), content: .message(row))
      }
    }
    let differ = context.subject.timelineDiffing()
    let (old, new) = (
      Timeline(version: 1, rows: items(rows)), Timeline(version: 2, rows: items(changed))
    )
    return [
      (differ.diff(from: old, to: new), ""), (differ.diff(from: new, to: old), " back"),
    ]
  }

  private static func aspects(_ diff: TimelineDiff) -> [String] {
    diff.updates.reduce(into: TimelineDiff.Aspects()) { $0.formUnion($1.aspects) }.words
  }

  /// The server takes twenty-five messages of the owner, one after the other, and they are read.
  static func twentyFiveTaken(_ context: Context) async throws {
    let differ = context.subject.timelineDiffing()
    var messages = (0..<5).map { DiffRow.message($0, at: Int64($0) * 1_000) }
    messages += (0..<25).map { DiffRow.message($0, isOwn: true, at: nil) }
    var shown = timeline(messages, 1)
    for step in 0..<50 {
      let own = step % 25 * 11 % 25
      let index = messages.firstIndex { $0.message.id == ScriptNames.client(own) } ?? 0
      if step < 25 {
        let name = RemoteID("taken\(step)")
        let time = Timestamp(milliseconds: Int64(step) * 700)
        messages[index].message.position = .confirmed(
          ServerPosition(serverTime: time, timestamp: time, remoteID: name))
        messages[index].message.delivery = .sent
      } else {
        messages[index].message.delivery = .read
      }
      messages.sort { NaiveOrder.precedes($0.message.position, $1.message.position) }
      let next = timeline(messages, Int64(step) + 2)
      let diff = differ.diff(from: shown, to: next)
      context.count(steps: 1)
      try context.expect(
        diff.deletes.isEmpty && diff.inserts.isEmpty,
        "c\(own) was there before, and the diff deletes or inserts a row")
      shown = next
    }
  }

  private static func timeline(_ messages: [MessageRow], _ version: Int64) -> Timeline {
    Timeline(
      version: version,
      rows: messages.map { TimelineItem(id: .message($0.message.id), content: .message($0)) })
  }

  /// A diff applies only to the rows that it was made for.
  static func otherBase(_ context: Context) async throws {
    let differ = context.subject.timelineDiffing()
    var rows = RandomRows(seed: context.options.seed)
    for _ in 0..<context.pure(2_500) {
      let (old, new) = rows.pair()
      let diff = differ.diff(from: old, to: new)
      context.count(steps: 1)
      let applied = try? differ.apply(diff, to: old)
      try context.expect(
        applied?.rows == new.rows && applied?.version == new.version,
        "applied to its own base, the diff of \(old.sketch) and \(new.sketch) gives something else")
      let other = Timeline(version: old.version + 7, rows: old.rows)
      try context.expect(
        (try? differ.apply(diff, to: other)) == nil,
        "a diff made for version \(diff.base) is applied to version \(other.version)")
    }
  }

  /// A diff, and the diff back, lead to the first list again.
  static func thereAndBack(_ context: Context) async throws {
    let differ = context.subject.timelineDiffing()
    var rows = RandomRows(seed: context.options.seed)
    for _ in 0..<context.pure(10_000) {
      let (old, new) = rows.pair()
      let diff = differ.diff(from: old, to: new)
      context.count(steps: 1)
      guard let back = try? differ.inverse(of: diff, from: old) else {
        throw Violation("the diff of \(old.sketch) and \(new.sketch) has no inverse")
      }
      try context.expect(
        DiffOracle.apply(back, to: new.rows) == old.rows,
        "the inverse of the diff of \(old.sketch) and \(new.sketch) does not lead back")
      try context.expect("the base of the inverse", back.base, is: diff.target)
      try context.expect(
        (try? differ.apply(back, to: new))?.rows == old.rows,
        "the inverse of the diff of \(old.sketch) and \(new.sketch) is not applied")
    }
  }
}

extension DiffChecks.FieldChange {
  /// A photo with a caption, edited once, in a thread, as a reply.
  static func base(_ number: Int) -> MessageRow {
    var row = DiffRow.message(number, at: Int64(number) * 10)
    let file = Attachment(
      localPath: RelativePath("a.jpg"), placeholder: "blur", byteCount: 10, width: 4, height: 3,
      upload: .uploading(percent: 5))
    let second = Attachment(localPath: RelativePath("b.jpg"), byteCount: 20, width: 8, height: 6)
    row.message.body = .media(.init(kind: .photo, attachments: [file, second], caption: "caption"))
    row.message.version = .original
    row.message.replyTo = .remote("q")
    row.message.threadRoot = .remote("t")
    row.message.reactions = [Reaction(participant: "bob", key: "👍")]
    row.quote = DiffRow.message(9, at: 9).message
    row.thread = ThreadSummary(
      count: 2, isLowerBound: false, latest: DiffRow.message(8, at: 8).message)
    row.readers = ["bob"]
    return row
  }

  static let all: [DiffChecks.FieldChange] =
    metadata + content + others + [
      .init(field: "grouping", aspects: .grouping) {
        $0.grouping = .init(isFirst: false, isLast: true)
      }
    ]

  private static let metadata: [DiffChecks.FieldChange] = [
    .init(field: "delivery state", aspects: .metadata) { $0.message.delivery = .read },
    .init(field: "readers", aspects: .metadata) { $0.readers.append("carol") },
    .init(field: "number of replies", aspects: .metadata) { row in
      row.thread = ThreadSummary(count: 3, isLowerBound: false, latest: row.thread?.latest)
    },
    .init(field: "newest reply", aspects: .metadata) { $0.thread?.latest = nil },
    .init(field: "place", aspects: .metadata) { row in
      row.message.position = DiffRow.message(2, at: 21).message.position
    },
    .init(field: "time", aspects: .metadata) { $0.message.timestamp = 77 },
    .init(field: "version, unedited as before", aspects: .metadata) { $0.message.version = nil },
    .init(field: "waiting changes", aspects: .metadata) { row in
      row.message.dependents = [
        Dependent(id: ScriptNames.dependent("d1"), action: .react("👍"), sequence: 1)
      ]
    },
    .init(field: "attempts to send it", aspects: .metadata) { row in
      row.message.trial = SendTrial(mayBeTaken: true, since: 7)
    },
    .init(field: "progress of an upload", aspects: .metadata) { row in
      row.files { $0.upload = .uploading(percent: 60) }
    },
    .init(field: "path of a local file", aspects: .metadata) { row in
      row.files { $0.localPath = nil }
    },
    .init(field: "address of an uploaded file", aspects: .metadata) { row in
      row.files { $0.remote = "https://example.org/a.jpg" }
    },
    .init(field: "what stands for a file", aspects: .metadata) { row in
      row.files { $0.placeholder = "other" }
    },
    .init(field: "name by which the quoted message is called", aspects: .metadata) { row in
      row.message.replyTo = .id(ScriptNames.client(9))
    },
    .init(field: "delivery state of the quoted message", aspects: .metadata) { row in
      row.quote?.delivery = .read
    },
    .init(field: "reactions of the quoted message", aspects: .metadata) { row in
      row.quote?.reactions = [Reaction(participant: "carol", key: "❤")]
    },
  ]

  private static let content: [DiffChecks.FieldChange] = [
    .init(field: "text", aspects: .content) { row in
      if case .media(var media) = row.message.body {
        media.caption = "other"
        row.message.body = .media(media)
      }
    },
    .init(field: "size of a picture", aspects: .content) { row in row.files { $0.height = 40 } },
    .init(field: "width of a picture", aspects: .content) { row in row.files { $0.width = 40 } },
    .init(field: "bytes of a file", aspects: .content) { row in row.files { $0.byteCount = 40 } },
    .init(field: "number of files", aspects: .content) { row in
      row.message.body.attachments.removeLast()
    },
    .init(field: "kind of files", aspects: .content) { row in
      if case .media(var media) = row.message.body {
        media.kind = media.kind == .file ? .photo : .file
        row.message.body = .media(media)
      }
    },
    .init(field: "kind of body", aspects: .content) { $0.message.body = .redacted },
    .init(field: "mark of an edit", aspects: .content) { $0.message.version = Version(order: 3) },
    .init(field: "reactions", aspects: .content) { $0.message.reactions = [] },
    .init(field: "sender", aspects: .content) { $0.message.sender = "carol" },
    .init(field: "text of the quoted message", aspects: .content) { row in
      row.quote?.body = .text("other")
    },
    .init(field: "sender of the quoted message", aspects: .content) { $0.quote?.sender = "carol" },
    .init(field: "mark of an edit of the quoted message", aspects: .content) { row in
      row.quote?.version = Version(order: 3)
    },
    .init(field: "presence of a quoted message", aspects: .content) { $0.quote = nil },
    .init(field: "reference to a quoted message", aspects: .content) { $0.message.replyTo = nil },
    .init(field: "presence of a thread", aspects: [.content, .metadata]) { $0.thread = nil },
    .init(field: "reference to a thread", aspects: .content) { $0.message.threadRoot = nil },
    .init(field: "links", aspects: .content) { $0.derived.links = [0..<7] },
  ]

  /// Changes that replace a value: nothing is added or removed.
  private static let others: [DiffChecks.FieldChange] = [
    .init(field: "name of the only reader", aspects: .metadata) { $0.readers = ["carol"] },
    .init(field: "path of the second file", aspects: .metadata) { row in
      row.message.body.attachments[1].localPath = RelativePath("c.jpg")
    },
    .init(field: "height of the second file", aspects: .content) { row in
      row.message.body.attachments[1].height = 60
    },
    .init(field: "key of the only reaction", aspects: .content) { row in
      row.message.reactions = [Reaction(participant: "bob", key: "❤")]
    },
    .init(field: "name of who reacted", aspects: .content) { row in
      row.message.reactions = [Reaction(participant: "carol", key: "👍")]
    },
    .init(field: "place of the only link", aspects: .content, base: links) { row in
      row.derived.links = [1..<8]
    },
    .init(field: "amount of a payment", aspects: .content, base: pays) { row in
      row.message.body = .payment(.init(amount: 13, currency: "EUR", note: "rent"))
    },
    .init(field: "currency of a payment", aspects: .content, base: pays) { row in
      row.message.body = .payment(.init(amount: 12, currency: "USD", note: "rent"))
    },
    .init(field: "note of a payment", aspects: .content, base: pays) { row in
      row.message.body = .payment(.init(amount: 12, currency: "EUR", note: "food"))
    },
    .init(field: "content of an unknown kind", aspects: .content, base: asks) { row in
      row.message.body = .unknown(kind: "poll", payload: "[]")
    },
  ]

  private static let links: @Sendable (inout MessageRow) -> Void = { row in
    row.derived.links = [0..<7]
  }

  private static let asks: @Sendable (inout MessageRow) -> Void = { row in
    row.message.body = .unknown(kind: "poll", payload: "{}")
  }

  private static let pays: @Sendable (inout MessageRow) -> Void = { row in
    row.message.body = .payment(.init(amount: 12, currency: "EUR", note: "rent"))
  }
}

extension MessageRow {
  fileprivate mutating func files(_ change: (inout Attachment) -> Void) {
    var files = message.body.attachments
    for index in files.indices { change(&files[index]) }
    message.body.attachments = files
  }
}
