internal import MessagingCore
internal import MessagingModel
internal import MessagingTimeline

/// A random history of a window: a reader scrolls, others write, the store answers.
struct WindowHistory: Sendable {
  /// What happens besides scrolling, arrivals at the end, and answers.
  struct Events: OptionSet, Sendable {
    let rawValue: Int
    /// Messages also arrive late, are deleted, and are sent; the reader jumps.
    static let changes = Events(rawValue: 1)
    /// The store fails or answers wrongly, and messages are missing in it.
    static let troubles = Events(rawValue: 2)
  }

  private(set) var world: WindowWorld
  private let events: Events
  private let opened: @Sendable (WindowStore) -> WindowWorld
  private var newest = 250
  private var ownNumber = 0

  /// Opens a window over 225 messages.
  ///
  /// - Parameter window: a window that is not open yet.
  init(
    _ events: Events, _ random: inout SeededRandom,
    _ window: @escaping @Sendable () -> any ListWindowing
  ) {
    self.events = events
    opened = { store in
      var world = WindowWorld(window())
      world.store = store
      return world
    }
    var store = WindowStore()
    store.put((1...newest).filter { $0 % 10 != 0 }.map(WindowNames.row))
    world = opened(store)
    if events.contains(.troubles) {
      for _ in 0..<random.below(4) { lose(&random) }
      open(&random)
    } else {
      world.tell(.open(at: nil, height: 350))
    }
    world.answer()
  }

  private mutating func open(_ random: inout SeededRandom) {
    let target = MessageReference.id(WindowNames.row(random.number(in: 1...newest)).id)
    world.tell(.open(at: random.chance(1, of: 2) ? target : nil, height: 350))
  }

  /// - Returns: what happened, for failure messages.
  mutating func step(_ random: inout SeededRandom) -> String {
    let most = events.contains(.troubles) ? 20 : 14
    switch random.below(events.contains(.changes) ? most : 8) {
    case 0, 1, 2:
      guard let sight = world.nearbySight(&random) else { return "nothing" }
      world.see(sight)
      return "see \(WindowNames.name(sight.first))-\(WindowNames.name(sight.last))"
    case 3, 4, 5:
      if events.contains(.troubles), random.chance(1, of: 6) { return answerBadly(&random) }
      world.answer()
      return "answer"
    case 6:
      newest += 1
      world.store.put([WindowNames.row(newest)])
      world.tell(.changed)
      return "arrive \(newest)"
    case 7:
      if events.contains(.troubles), random.chance(1, of: 2) { return fill(&random) }
      let time = Int64([700, 700, 5_000][random.below(events.contains(.troubles) ? 3 : 1)])
      world.wait(time)
      return "wait \(time)"
    case 8..<14: return change(&random)
    case 14: return answerBadly(&random)
    case 15:
      let range = lose(&random)
      world.tell(.changed)
      return "lose \(range.lowerBound)-\(range.upperBound)"
    case 16: return reopen(&random)
    default: return fill(&random)
    }
  }

  private mutating func change(_ random: inout SeededRandom) -> String {
    let number = random.number(in: 1...newest)
    switch random.below(6) {
    case 0:
      world.store.put([WindowNames.row(number)])
      world.tell(.changed)
      return "arrive \(number)"
    case 1:
      world.store.remove([WindowNames.row(number).id])
      world.tell(.changed)
      return "remove \(number)"
    case 2:
      ownNumber += 1
      world.store.put([WindowNames.own(ownNumber)])
      world.tell(.changed)
      return "send o\(ownNumber)"
    case 3 where ownNumber > 0:
      newest += 1
      let own = random.number(in: 1...ownNumber)
      let row = WindowRow(id: WindowNames.ownID(own), position: WindowNames.place(newest))
      world.store.put([row])
      world.tell(.changed)
      return "confirm o\(own) \(newest)"
    case 4:
      world.tell(.jump(to: .id(WindowNames.row(number).id)))
      return "jump \(number)"
    default:
      world.tell(.jumpToEnd)
      return "jump end"
    }
  }

  // Troubles.

  private mutating func answerBadly(_ random: inout SeededRandom) -> String {
    if random.chance(2, of: 5) {
      guard let late = random.pick(from: world.asked)?.id else { return "nothing" }
      world.answer(late: late)
      return "late \(late)"
    }
    guard !world.reads.isEmpty else { return "nothing" }
    // A re-read without rows says that they are gone.
    let mayBeEmpty = events.contains(.changes) || world.reads.last?.purpose != .same
    switch random.below(3) {
    case 0 where mayBeEmpty:
      world.answerWrongly { page in
        page.rows = []
        (page.older, page.newer) = (.more, .more)
      }
      return "answer empty"
    case 1:
      world.answerWrongly { $0.rows += $0.rows.prefix(1) }
      return "answer twice"
    default:
      world.answer { .failed($0.id) }
      return "answer failed"
    }
  }

  private mutating func fill(_ random: inout SeededRandom) -> String {
    guard let gap = world.fills.last?.gap else { return "nothing" }
    let word = WindowNames.word(gap)
    switch random.below(4) {
    case 0:
      world.failFill()
      return "filled failed (\(word))"
    case 1:
      world.fill(0)
      return "filled none (\(word))"
    default:
      let count = 1 + random.below(30)
      world.fill(count)
      return "filled \(count) (\(word))"
    }
  }

  /// Makes some messages in a row known to the network alone.
  @discardableResult
  private mutating func lose(_ random: inout SeededRandom) -> ClosedRange<Int> {
    let first = random.number(in: 1...newest)
    let last = first + random.below(25)
    newest = max(newest, last)
    world.store.miss((first...last).map(WindowNames.row))
    return first...last
  }

  private mutating func reopen(_ random: inout SeededRandom) -> String {
    world.tell(.close)
    world = opened(world.store)
    open(&random)
    return "close, open"
  }
}

extension WindowWorld {
  /// A view a few rows away from the last one: up to ten rows, anywhere in the window.
  func nearbySight(_ random: inout SeededRandom) -> Sight? {
    let rows = reading.rows
    guard !rows.isEmpty else { return nil }
    let known = sight.flatMap { sight in rows.firstIndex { $0.id == sight.first } }
    let start = known ?? max(0, rows.count - 10)
    let first = min(max(0, start + random.number(in: -25...15)), rows.count - 1)
    let last = min(rows.count - 1, first + random.number(in: 2...9))
    return Sight(first: rows[first].id, last: rows[last].id, height: 350)
  }
}
