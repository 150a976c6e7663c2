import MessagingCore
import MessagingModel
import MessagingSQLite
import MessagingTimeline

/// A conversation on a screen, and whoever takes its updates.
final class OpenScreen {
  let timeline: ConversationTimeline
  private let running: Task<Void, Never>
  private var updates: TimelineUpdates.Iterator
  private(set) var rows = Timeline.empty
  private var isAtEnd = false

  /// Nothing is shown yet.
  init(_ repository: any MessageRepository, in conversation: ConversationID = chat) {
    var options = TimelineOptions(owner: owner, conversation: conversation)
    options.window.quiet = 0
    // Nobody reads here: what is in sight would be noted in the store while something is measured.
    options.readAfter = 1 << 40
    let timeline = ConversationTimeline(options, repository)
    self.timeline = timeline
    running = Task { await timeline.run() }
    updates = timeline.updates.makeAsyncIterator()
  }

  /// The next update; whoever asks has applied the one before.
  func next() async -> TimelineUpdate? {
    let update = await updates.next()
    rows = update?.timeline ?? rows
    if isAtEnd { lookAtEnd() }
    return update
  }

  /// Opens the conversation, and takes the first update.
  func open(at place: OpeningPlace = .end) async {
    timeline.open(at: place, height: 700)
    _ = await next()
  }

  /// Goes up until 500 messages are loaded, and back to the end.
  func load() async {
    // A page has 40 messages, and two are kept above what is visible: 20, 100, 180, … 500.
    while messages.count < 500, let first = messages.first {
      look(at: first, above: 0)
      while messages.firstIndex(of: first) ?? 80 < 80 {
        guard await next() != nil else { return }
      }
    }
    isAtEnd = true
    lookAtEnd()
  }

  /// As a list does that follows its end.
  private func lookAtEnd() {
    guard let last = rows.last(where: { $0.id.message != nil })?.id.message else { return }
    look(at: last, above: 100_000)
  }

  private var messages: [MessageID] { rows.compactMap(\.id.message) }

  private func look(at message: MessageID, above: Double) {
    timeline.looked(
      WindowViewport(
        first: message, last: message, hiddenAbove: above, hiddenBelow: 100_000 - above,
        height: 700))
  }

  /// Whether the last row is message `number` of ``World``.
  func ends(with number: Int) -> Bool {
    rows.last?.message?.message.remoteID == World.place(number).remoteID
  }

  /// Takes updates until the last row is message `number` of ``World``.
  ///
  /// - Returns: how many it took.
  @discardableResult
  func wait(for number: Int) async -> Int {
    var count = 0
    while !ends(with: number), await next() != nil { count += 1 }
    return count
  }

  func close() async {
    timeline.close()
    await running.value
  }
}

/// A store with the first so many messages of ``World``, read up to the last.
func storeOf(_ count: Int, _ name: String, in world: World) async throws -> SQLiteRepository {
  let repository = try await SQLiteRepository(path: try world.fresh(name), owner: owner)
  for start in stride(from: 0, to: count, by: 500) {
    let end = min(start + 500, count)
    _ = try await repository.apply([World.page(start..<end, isLive: end == count)])
  }
  _ = try await repository.apply([World.marker(at: World.place(count - 1).remoteID)])
  return repository
}
