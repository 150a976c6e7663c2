internal import MessagingCore
internal import MessagingModel
internal import MessagingTimeline

/// Checks of rows that a script cannot express.
enum RowsChecks {
  typealias Context = RoleContext<any RowsSubject>

  /// Six messages with the same time, in each of 720 orders.
  static func everyOrder(_ context: Context) async throws {
    let builder = context.subject.timelineBuilding()
    let messages = (1...6).map { DiffRow.message($0, at: 5).message }
    for order in Orders(of: 6, asked: .all, max: nil, seed: 1).all {
      let snapshot = Snapshot(
        revision: .zero, messages: order.map { messages[$0] }, older: .end, newer: .end)
      context.count(steps: 1)
      let rows = builder.timeline(of: snapshot, .plain, after: .empty).rows
      try context.expect(
        "the order of rows", rows.compactMap { $0.message?.message.remoteID?.text.string },
        is: ["m1", "m2", "m3", "m4", "m5", "m6"])
    }
  }

  /// Messages that arrive one by one, in any order, lead to the same rows as all of them at once.
  static func oneByOne(_ context: Context) async throws {
    let builder = context.subject.timelineBuilding()
    for seed in context.seeds {
      var random = SeededRandom(seed: seed, stream: "one by one")
      for _ in 0..<context.pure(2_500) {
        let messages = (1...6).map { number in
          var row = DiffRow.message(number, at: Int64(random.below(4)) * 40_000_000)
          row.message.sender = random.chance(1, of: 2) ? "ann" : "bob"
          return row.message
        }
        let all = builder.timeline(of: .complete(messages), .plain, after: .empty)
        var shown = Timeline.empty
        var known: [Message] = []
        for message in random.shuffled(messages) {
          known.append(message)
          known.sort { NaiveOrder.precedes($0.position, $1.position) }
          shown = builder.timeline(of: .complete(known), .plain, after: shown)
          context.count(steps: 1)
        }
        let (ids, wanted) = (shown.rows.compactMap(\.id.message), all.rows.compactMap(\.id.message))
        try context.expect(
          ids == wanted, "one by one the rows are \(shown.sketch), at once \(all.sketch)")
      }
    }
  }

  /// Of two messages with the same id the newer one stays, and the builder reports the fault.
  static func oneOfTwo(_ context: Context) async throws {
    let builder = context.subject.timelineBuilding()
    let names = ["older", "newer"]
    let versions: [(Version?, Version?)] = [
      (.original, Version(order: 2)), (nil, .original),
      (Version(order: 1), Version(order: 1, id: "e")),
      (.original, .original),
    ]
    for (number, pair) in versions.enumerated() {
      var copies = [pair.0, pair.1].enumerated().map { index, version in
        // Equal versions are ordered by position.
        var message = DiffRow.message(5, at: pair.0 == pair.1 ? Int64(50 + index) : 50).message
        message.version = version
        message.body = .text(names[index])
        return message
      }
      let others = [DiffRow.message(1, at: 10).message, DiffRow.message(9, at: 90).message]
      for _ in 0..<2 {
        copies.reverse()
        let snapshot = Snapshot.complete([others[0]] + copies + [others[1]])
        context.count(steps: 1)
        let timeline = builder.timeline(of: snapshot, .plain, after: .empty)
        let texts = timeline.rows.compactMap { $0.message?.message.body.plainText?.string }
        try context.expect("the rows of pair \(number + 1)", texts, is: ["m1", "newer", "m9"])
        try context.expect(
          timeline.faults.contains(.duplicate(.message(copies[0].id))),
          "two messages had one id, and no fault says so")
      }
    }
  }

  /// A row contains every field of its message.
  static func everythingInTheRow(_ context: Context) async throws {
    let builder = context.subject.timelineBuilding()
    for change in DiffChecks.FieldChange.all where change.isOfTheMessage {
      var row = DiffChecks.FieldChange.base(2)
      change.change(&row)
      guard row.message.body != .redacted else { continue }
      var snapshot = Snapshot.complete([row.message])
      snapshot.quotes = row.message.replyTo.map { [$0: row.quote ?? row.message] } ?? [:]
      snapshot.threads = row.thread.map { [row.message.id: $0] } ?? [:]
      context.count(steps: 1)
      let shown = builder.timeline(of: snapshot, .plain, after: .empty).rows.lazy
        .compactMap(\.message).first
      try context.expect(
        shown?.message == row.message,
        "with another \(change.field) the message in the row is not the message that is stored")
    }
  }

  /// The row of a deleted message contains nothing of its old content.
  static func nothingLeft(_ context: Context) async throws {
    let builder = context.subject.timelineBuilding()
    var message = DiffChecks.FieldChange.base(2).message
    message.version = Version(order: 3)
    message.dependents = [
      Dependent(id: ScriptNames.dependent("d1"), action: .react("👍"), sequence: 1)
    ]
    message.body = .redacted
    let rows = builder.timeline(of: .complete([message]), .plain, after: .empty).rows
    guard let shown = rows.lazy.compactMap(\.message).first else {
      throw Violation("a deleted message has no row")
    }
    context.count(steps: 1)
    try context.expect("the reactions of a deleted message", shown.message.reactions.count, is: 0)
    try context.expect("its waiting changes", shown.message.dependents.count, is: 0)
    try context.expect("'edited' on it", shown.message.isEdited, is: false)
    try context.expect("its links", shown.derived.links.count, is: 0)
  }

  /// Random windows of random conversations, compared with the naive rows at each moment.
  static func likeTheNaiveRows(_ context: Context) async throws {
    let builder = context.subject.timelineBuilding()
    for seed in context.seeds {
      for history in 0..<context.pure(5_000) {
        var story = RandomSnapshots(seed: seed &* 100_003 &+ UInt64(history))
        var (shown, wanted) = (Timeline.empty, Timeline.empty)
        for moment in 1...6 {
          let snapshot = story.next()
          shown = builder.timeline(of: snapshot, story.input, after: shown)
          let before = wanted
          wanted = NaiveRows().timeline(of: snapshot, story.input, after: wanted)
          context.count(steps: 1)
          try compare(shown, wanted, "history \(history), moment \(moment)", context)
          try context.expect(
            (shown.version == wanted.version) || before.version == wanted.version,
            "history \(history), moment \(moment): the version is \(shown.version), "
              + "expected \(wanted.version)")
        }
      }
    }
  }

  private static func compare(
    _ shown: Timeline, _ wanted: Timeline, _ place: String, _ context: Context
  ) throws {
    let (found, naive) = (shown.rows, wanted.rows)
    try context.expect(
      "\(place): the rows", found.map(\.word.token.description),
      is: naive.map(\.word.token.description))
    for (row, other) in zip(found, naive) where row != other {
      throw Violation(
        "\(place): the row \(row.word.token) is not the one that the naive builder makes")
    }
    try context.expect("\(place): 'reaches the end'", shown.reachesEnd, is: wanted.reachesEnd)
  }
}

extension DiffChecks.FieldChange {
  /// Whether it changes only the message, and nothing that is shown beside it.
  fileprivate var isOfTheMessage: Bool {
    var (row, other) = (DiffChecks.FieldChange.base(2), DiffChecks.FieldChange.base(2))
    change(&row)
    other.message = row.message
    return other == row && row.message != DiffChecks.FieldChange.base(2).message
  }
}

extension TimelineInput {
  static let plain = TimelineInput(owner: ScriptNames.owner)
}

extension Snapshot {
  /// A snapshot of a complete conversation.
  static func complete(_ messages: [Message]) -> Snapshot {
    Snapshot(revision: .zero, messages: messages, older: .end, newer: .end)
  }
}
