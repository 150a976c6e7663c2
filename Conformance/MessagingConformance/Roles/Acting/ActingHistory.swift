internal import MessagingCore
internal import MessagingModel

/// One random history of actions and of what the server says, with a table as its oracle.
struct ActingHistory {
  private let context: ActingDesk.Context
  private let desk: ActingDesk
  private var random: SeededRandom
  private var table: ActingTable
  private var number = 100
  private var time = 3
  private var trail: [String] = []

  init(_ context: ActingDesk.Context, _ random: SeededRandom) async throws {
    (self.context, self.random) = (context, random)
    desk = try await ActingDesk(context)
    table = ActingTable()
  }

  mutating func play(_ name: String, steps: Int) async throws {
    do {
      for _ in 1...steps {
        try await step()
        try await expectTruth()
      }
      context.count(steps: steps)
    } catch {
      throw error.asViolation(ActingChecks.words, after: [name] + trail)
    }
  }

  private mutating func next() -> Int {
    number += 1
    return number
  }

  private mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[random.below(elements.count)]
  }

  private mutating func step() async throws {
    let message = pick(table.entries.keys.sorted())
    guard let entry = table.entries[message] else { return }
    switch random.below(20) {
    case 0: try await send()
    case 1..<4: try await hearOfMessage(message, entry)
    case 4..<7: try await hearOfChange(message, entry)
    case 7, 8: try await retry(message, entry)
    case 9, 10: try await cancel(message, entry)
    case 11..<14: try await edit(message, entry)
    case 14: try await delete(message, entry)
    case 15..<18: try await react(message, entry)
    default: try await read(message, entry)
    }
  }

  // MARK: What happens around the actions

  private mutating func send() async throws {
    let message = next()
    trail.append("send \(message)")
    try await desk.send(message, .text(ExactString("text \(message)")))
    table.entries[message] = ActingTable.Entry(text: "text \(message)")
  }

  /// The server takes a message that waits, or refuses it.
  private mutating func hearOfMessage(_ message: Int, _ entry: ActingTable.Entry) async throws {
    guard entry.life == .waiting else { return }
    if random.chance(1, of: 3) {
      trail.append("the server refuses \(message)")
      try await desk.fail(message)
      table.entries[message]?.life = .failed
    } else {
      time += 1
      trail.append("the server takes \(message) at \(time)")
      try await desk.take(message, at: time)
      table.entries[message]?.life = .sent
      table.entries[message]?.time = time
    }
  }

  /// The server takes the last change of a sent message, or refuses it.
  private mutating func hearOfChange(_ message: Int, _ entry: ActingTable.Entry) async throws {
    guard entry.life == .sent, entry.changes.count == 1, let change = entry.changes.last,
      !change.isFailed
    else { return }
    if random.chance(1, of: 2) {
      trail.append("the server refuses change \(change.id) of \(message)")
      try await desk.fail(message, change: change.id)
      table.entries[message]?.changes[0].isFailed = true
      context.count(ActingMark.changeRefused.rawValue)
    } else {
      trail.append("the server takes change \(change.id) of \(message)")
      try await desk.settle(message, change: change.id)
      table.entries[message]?.settle()
      context.count(ActingMark.changeTaken.rawValue)
    }
  }

  // MARK: The actions

  private mutating func expect(
    _ outcome: ActionOutcome, of what: String,
    _ call: (any MessageActing) async throws -> ActionOutcome
  ) async throws {
    trail.append(what)
    try context.expect("the outcome of \(what)", try await call(desk.actions), is: outcome)
  }

  /// Retries a message or a change, also one that is not there.
  private mutating func retry(_ message: Int, _ entry: ActingTable.Entry) async throws {
    guard entry.isOwn, entry.life != .deleted else { return }
    let change = someChange(entry)
    try await expect(
      entry.retrying(change), of: "retry \(message) \(change.map(String.init) ?? "")"
    ) { try await $0.retry(ActingDesk.id(message), change: change.map(ActingDesk.id)) }
    if change != nil, entry.retrying(change) == .done {
      context.count(ActingMark.changeRetried.rawValue)
    }
    table.entries[message]?.retry(change)
  }

  private mutating func cancel(_ message: Int, _ entry: ActingTable.Entry) async throws {
    guard entry.isOwn, entry.life != .deleted else { return }
    let change = someChange(entry)
    try await expect(
      entry.cancelling(change), of: "cancel \(message) \(change.map(String.init) ?? "")"
    ) { try await $0.cancel(ActingDesk.id(message), change: change.map(ActingDesk.id)) }
    if change != nil, entry.cancelling(change) == .done {
      context.count(ActingMark.changeCancelled.rawValue)
    }
    table.entries[message]?.cancel(change)
  }

  /// A change of the message, one that is not there, or none: the message itself.
  private mutating func someChange(_ entry: ActingTable.Entry) -> Int? {
    guard random.chance(2, of: 3) else { return nil }
    return pick(entry.changes.map(\.id) + [99])
  }

  private mutating func edit(_ message: Int, _ entry: ActingTable.Entry) async throws {
    let change = next()
    let text = random.chance(1, of: 4) ? entry.shownText : "text \(change)"
    let outcome = entry.editing(to: text)
    try await expect(outcome, of: "edit \(message) to \(text) as \(change)") {
      try await $0.edit(ActingDesk.id(message), to: text, as: ActingDesk.id(change))
    }
    guard outcome == .done else { return }
    if entry.life == .failed { context.count(ActingMark.failedEdited.rawValue) }
    table.entries[message]?.edit(text, as: change)
  }

  private mutating func delete(_ message: Int, _ entry: ActingTable.Entry) async throws {
    guard entry.isOwn, entry.life != .deleted else { return }
    let change = next()
    try await expect(entry.life == .gone ? .gone : .done, of: "delete \(message)") {
      try await $0.delete(ActingDesk.id(message), as: ActingDesk.id(change))
    }
    table.entries[message]?.delete()
  }

  /// Adds a reaction that is not shown, or removes one that is.
  private mutating func react(_ message: Int, _ entry: ActingTable.Entry) async throws {
    guard entry.life != .deleted else { return }
    let (change, reaction) = (next(), pick(["👍", "🎉"]))
    let isThere = entry.shownReactions.contains(reaction)
    let outcome: ActionOutcome = entry.life == .gone ? .gone : .done
    let what = "\(isThere ? "unreact" : "react") \(reaction) to \(message) as \(change)"
    try await expect(outcome, of: what) {
      let (id, change) = (ActingDesk.id(message), ActingDesk.id(change))
      return isThere
        ? try await $0.unreact(to: id, with: reaction, as: change)
        : try await $0.react(to: id, with: reaction, as: change)
    }
    guard outcome == .done else { return }
    if isThere { context.count(ActingMark.reactionRemoved.rawValue) }
    table.entries[message]?.react(reaction, !isThere, as: change)
  }

  private mutating func read(_ message: Int, _ entry: ActingTable.Entry) async throws {
    guard entry.life != .deleted else { return }
    let readAt = next()
    let isNews = entry.time.map { $0 > table.readUpTo } ?? false
    let outcome: ActionOutcome = entry.life == .gone ? .gone : isNews ? .done : .unchanged
    try await expect(outcome, of: "read \(message) at \(readAt)") {
      try await $0.markAsRead(
        upTo: ActingDesk.id(message), at: Timestamp(milliseconds: Int64(readAt)))
    }
    if outcome == .done { (table.readUpTo, table.readAt) = (entry.time ?? 0, readAt) }
  }

  private func expectTruth() async throws {
    for (message, entry) in table.entries.sorted(by: { $0.key < $1.key }) {
      let shown = try await desk.message(message)
      try context.expect("the message \(message)", shown?.body, is: entry.shownBody)
      guard let shown, entry.life != .deleted else { continue }
      let isFailed = if case .failed = shown.delivery { true } else { false }
      try context.expect("whether \(message) failed", isFailed, is: entry.life == .failed)
      try context.expect(
        "the own reactions to \(message)", try await desk.reactions(message),
        is: entry.shownReactions.sorted())
      try context.expect(
        "the unsent changes of \(message)", try await desk.changes(message),
        is: entry.changes.map(\.words))
    }
    try context.expect("the marker", try await desk.marker(), is: table.marker)
    try context.expect(
      "the message of the same name in another conversation",
      try await desk.isOtherConversationWhole(), is: true)
  }
}
