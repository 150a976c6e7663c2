import Foundation
import MessagingCore
import MessagingModel
import MessagingSQLite
import MessagingTimeline

/// What live messages cost a screen: as fast as the store takes them, and one after the other.
func liveScreenFigures(_ world: World, messages count: Int) async throws {
  defer { fflush(nil) }
  print("\n\(count) live messages on a screen with a window of 500")
  for isOneByOne in [false, true] {
    let repository = try await storeOf(1_000, "live-screen.sqlite", in: world)
    let screen = OpenScreen(repository)
    await screen.open()
    await screen.load()
    for number in 1_000..<1_040 {
      _ = try await repository.apply([.receive(World.message(number))])
      await screen.wait(for: number)
    }
    let list = await MainList(screen.rows)
    let clock = ContinuousClock()
    let start = clock.now
    try await receive(1_040..<1_040 + count, repository, screen, list, isOneByOne: isOneByOne)
    let (seconds, attoseconds) = (clock.now - start).components
    let total = Double(seconds) * 1e6 + Double(attoseconds) / 1e12
    let (updates, spent) = await (list.updates, list.spent)
    print(
      "  \(isOneByOne ? "one after the other" : "as fast as they come"): \(updates) updates, "
        + "\(digits(total / Double(count))) µs for each message, "
        + "\(digits(spent / Double(max(updates, 1)))) µs of the main actor for each update, "
        + "\(digits(spent / total * 100)) % of the time")
    await screen.close()
    await repository.close()
  }
}

private func receive(
  _ numbers: Range<Int>, _ repository: SQLiteRepository, _ screen: OpenScreen, _ list: MainList,
  isOneByOne: Bool
) async throws {
  for number in numbers {
    _ = try await repository.apply([.receive(World.message(number))])
    if isOneByOne { await take(until: number, screen, list) }
  }
  await take(until: numbers.upperBound - 1, screen, list)
}

private func take(
  until number: Int, _ screen: OpenScreen, _ list: MainList
) async {
  while !screen.ends(with: number), let update = await screen.next() {
    await list.take(update)
  }
}

/// What the main actor does with an update: rows, their layout, and one offset.
@MainActor
private final class MainList {
  private var anchor = ScrollAnchor()
  private(set) var updates = 0
  /// In microseconds.
  private(set) var spent = 0.0

  init(_ timeline: Timeline) {
    var opening = ScrollTransaction(showing: timeline) { _ in RowHeight(60) }
    opening.geometry = ScrollGeometry(height: 700)
    _ = anchor.handle(.transaction(opening))
  }

  func take(_ update: TimelineUpdate) {
    let clock = ContinuousClock()
    let start = clock.now
    let transaction = ScrollTransaction(update.diff, to: update.timeline) { _ in RowHeight(60) }
    let outcome = anchor.handle(.transaction(transaction))
    precondition(outcome.rejection == nil, "\(outcome)")
    spent += Double((clock.now - start).components.attoseconds) / 1e12
    updates += 1
  }
}

/// How much memory a conversation takes that is open, with 500 messages loaded.
func openMemory(_ world: World) async throws {
  defer { fflush(nil) }
  let repository = try await storeOf(1_000, "memory.sqlite", in: world)
  var screens: [OpenScreen] = []
  func open(_ count: Int) async {
    for _ in 0..<count {
      let screen = OpenScreen(repository)
      await screen.open()
      await screen.load()
      screens.append(screen)
    }
  }
  await open(1)  // Whatever the store keeps, it keeps from now on.
  guard let before = residentMemory() else { return print("\nthe system does not say") }
  await open(50)
  guard let after = residentMemory() else { return }
  let rows = screens.last?.rows.count ?? 0
  let page = try await repository.read(Query(.newest, in: chat, limit: rows, crossesGaps: true))
  let bytes = page.messages.reduce(0) { $0 + $1.textBytes }
  let each = (after - before) * 1_024 / 50
  print(
    "\nAn open conversation with \(rows) rows: \(each / 1_024) KB, "
      + "\(each / max(rows, 1)) bytes for each row, "
      + "\(digits(Double(each) / Double(max(bytes, 1)))) times its text")
  for screen in screens { await screen.close() }
  await repository.close()
}

extension Message {
  fileprivate var textBytes: Int { if case .text(let text) = body { text.byteCount } else { 0 } }
}
