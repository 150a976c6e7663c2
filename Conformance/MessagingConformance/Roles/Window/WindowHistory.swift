internal import MessagingModel
internal import MessagingTimeline

/// A random history of a window: a reader scrolls, others write, the store answers.
struct WindowHistory: Sendable {
  private(set) var world: WindowWorld
  /// Whether messages also arrive late, are deleted, and are sent.
  private let changes: Bool
  private var newest = 250
  private var ownNumber = 0

  init(_ world: WindowWorld, changes: Bool) {
    self.world = world
    self.changes = changes
    self.world.store.put((1...newest).filter { $0 % 10 != 0 }.map(WindowNames.row))
    self.world.tell(.open(at: nil, height: 350))
    self.world.answer()
  }

  /// - Returns: what happened, for failure messages.
  mutating func step(_ random: inout SeededRandom) -> String {
    switch random.below(changes ? 14 : 8) {
    case 0, 1, 2:
      guard let sight = world.nearbySight(&random) else { return "nothing" }
      world.see(sight)
      return "see \(WindowNames.name(sight.first))-\(WindowNames.name(sight.last))"
    case 3, 4, 5:
      world.answer()
      return "answer"
    case 6:
      newest += 1
      world.store.put([WindowNames.row(newest)])
      world.tell(.changed)
      return "arrive \(newest)"
    case 7:
      world.wait(700)
      return "wait 700"
    default:
      return change(&random)
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

  /// Whether everything stored has been read. While a fill is in flight, stored messages wait for
  /// the next answer.
  var isHeard: Bool { fills.isEmpty }
}
