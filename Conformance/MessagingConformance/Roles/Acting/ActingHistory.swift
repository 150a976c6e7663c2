internal import MessagingCore
internal import MessagingModel

/// One random history of actions and of what the server says, with a table as its oracle.
struct ActingHistory {
  private enum Life { case waiting, failed, sent, deleted, gone }

  /// What should be there of a message.
  private struct Entry {
    var life = Life.waiting
    var text: String
    var isOwn = true
    /// Its place at the server.
    var time: Int?
    var reactions: Set<String> = []
  }

  private let context: ActingDesk.Context
  private let desk: ActingDesk
  private var random: SeededRandom
  private var entries: [Int: Entry]
  private var number = 100
  private var time = 3
  private var readUpTo = 0
  private var lastReading: Int64 = 0
  private var trail: [String] = []

  init(_ context: ActingDesk.Context, _ random: SeededRandom) async throws {
    (self.context, self.random) = (context, random)
    desk = try await ActingDesk(context)
    entries = [
      1: Entry(text: "one"), 2: Entry(life: .sent, text: "two", time: 2),
      3: Entry(life: .sent, text: "three", isOwn: false, time: 3),
    ]
  }

  mutating func play(_ name: String, steps: Int) async throws {
    do {
      for _ in 1...steps {
        try await step()
        try await expectTruth()
      }
      context.count(steps: steps)
    } catch var violation as Violation {
      violation.notes += [name] + trail
      throw violation
    } catch let error as RepositoryError {
      var violation = Violation("an action fails (\(error.code)), expected an outcome")
      violation.notes += [name] + trail
      throw violation
    }
  }

  private mutating func next() -> Int {
    number += 1
    return number
  }

  private mutating func step() async throws {
    let kind = random.below(10)
    if kind < 2 || entries.isEmpty { return try await send() }
    let numbers = entries.keys.sorted()
    let message = numbers[random.below(numbers.count)]
    guard let entry = entries[message] else { return }
    switch kind {
    case 2, 3: try await hearFromServer(message, entry)
    case 4: try await retry(message, entry)
    case 5: try await cancel(message, entry)
    case 6, 7: try await edit(message, entry)
    case 8: try await delete(message, entry)
    default:
      if random.chance(1, of: 2) {
        try await react(message, entry)
      } else {
        try await read(message, entry)
      }
    }
  }

  private mutating func send() async throws {
    let message = next()
    trail.append("send \(message)")
    try await desk.send(message, .text(ExactString("text \(message)")))
    entries[message] = Entry(text: "text \(message)")
  }

  /// The server takes a message that waits, or refuses it.
  private mutating func hearFromServer(_ message: Int, _ entry: Entry) async throws {
    guard entry.life == .waiting else { return }
    if random.chance(1, of: 3) {
      trail.append("the server refuses \(message)")
      try await desk.fail(message)
      entries[message]?.life = .failed
    } else {
      time += 1
      trail.append("the server takes \(message) at \(time)")
      try await desk.take(message, at: time)
      entries[message]?.life = .sent
      entries[message]?.time = time
    }
  }

  private mutating func expect(
    _ outcome: ActionOutcome, of what: String,
    _ call: (any MessageActing) async throws -> ActionOutcome
  ) async throws {
    trail.append(what)
    let actions = desk.actions
    try context.expect("the outcome of \(what)", try await call(actions), is: outcome)
  }

  private mutating func retry(_ message: Int, _ entry: Entry) async throws {
    guard entry.isOwn, entry.life != .deleted else { return }
    let outcome: ActionOutcome =
      switch entry.life {
      case .waiting: .unchanged
      case .failed: .done
      case .sent, .deleted: .tooLate
      case .gone: .gone
      }
    try await expect(outcome, of: "retry \(message)") {
      try await $0.retry(ActingDesk.id(message), change: nil)
    }
    if outcome == .done { entries[message]?.life = .waiting }
  }

  private mutating func cancel(_ message: Int, _ entry: Entry) async throws {
    guard entry.isOwn, entry.life != .deleted else { return }
    let isUnsent = entry.life == .waiting || entry.life == .failed
    let outcome: ActionOutcome = isUnsent ? .done : entry.life == .sent ? .tooLate : .gone
    try await expect(outcome, of: "cancel \(message)") {
      try await $0.cancel(ActingDesk.id(message), change: nil)
    }
    if isUnsent { entries[message]?.life = .gone }
  }

  private mutating func edit(_ message: Int, _ entry: Entry) async throws {
    guard entry.life != .failed else { return }
    let change = next()
    let text = random.chance(1, of: 4) ? entry.text : "text \(change)"
    let outcome: ActionOutcome =
      switch entry.life {
      case .deleted, .gone: .gone
      case .waiting, .sent, .failed:
        entry.isOwn ? (text == entry.text ? .unchanged : .done) : .notEntitled
      }
    try await expect(outcome, of: "edit \(message) to \(text)") {
      try await $0.edit(ActingDesk.id(message), to: text, as: ActingDesk.id(change))
    }
    if outcome == .done { entries[message]?.text = text }
  }

  private mutating func delete(_ message: Int, _ entry: Entry) async throws {
    guard entry.isOwn, entry.life != .deleted else { return }
    let change = next()
    try await expect(entry.life == .gone ? .gone : .done, of: "delete \(message)") {
      try await $0.delete(ActingDesk.id(message), as: ActingDesk.id(change))
    }
    entries[message]?.life = entry.life == .sent ? .deleted : .gone
  }

  /// Adds a reaction that is not there, or removes one that is.
  private mutating func react(_ message: Int, _ entry: Entry) async throws {
    guard entry.life == .sent || entry.life == .gone else { return }
    let reaction = random.chance(1, of: 2) ? "👍" : "🎉"
    let (change, isThere) = (ActingDesk.id(next()), entry.reactions.contains(reaction))
    let outcome: ActionOutcome = entry.life == .gone ? .gone : .done
    try await expect(outcome, of: "\(isThere ? "unreact" : "react") \(reaction) to \(message)") {
      let id = ActingDesk.id(message)
      return isThere
        ? try await $0.unreact(to: id, with: reaction, as: change)
        : try await $0.react(to: id, with: reaction, as: change)
    }
    guard outcome == .done else { return }
    entries[message]?.reactions = entry.reactions.symmetricDifference([reaction])
  }

  private mutating func read(_ message: Int, _ entry: Entry) async throws {
    guard entry.life != .deleted else { return }
    let isNews = entry.time.map { $0 > readUpTo } ?? false
    let readAt = Int64(next())
    let outcome: ActionOutcome = entry.life == .gone ? .gone : isNews ? .done : .unchanged
    try await expect(outcome, of: "read \(message)") {
      try await $0.markAsRead(upTo: ActingDesk.id(message), at: Timestamp(milliseconds: readAt))
    }
    if outcome == .done { (readUpTo, lastReading) = (entry.time ?? readUpTo, readAt) }
  }

  private func expectTruth() async throws {
    for (message, entry) in entries.sorted(by: { $0.key < $1.key }) {
      let shown = try await desk.message(message)
      if entry.isOwn, let delivery = shown?.delivery, entry.life != .deleted {
        let isFailed = if case .failed = delivery { true } else { false }
        try context.expect("whether \(message) failed", isFailed, is: entry.life == .failed)
      }
      let expected: Body? =
        switch entry.life {
        case .waiting, .failed, .sent: .text(ExactString(entry.text))
        case .deleted: .redacted
        case .gone: nil
        }
      try context.expect("the message \(message)", shown?.body, is: expected)
      guard entry.life == .sent else { continue }
      try context.expect(
        "the own reactions to \(message)", try await desk.reactions(message),
        is: entry.reactions.sorted())
    }
    let marker = readUpTo == 0 ? nil : "s\(readUpTo) at \(lastReading)"
    try context.expect("the marker", try await desk.marker(), is: marker)
  }
}
