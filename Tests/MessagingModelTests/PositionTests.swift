import MessagingModel
import Testing

import struct MessagingConformance.SeededRandom

/// The order of ``Position`` once more, as naively as it can be written.
private func precedes(_ left: Position, _ right: Position) -> Bool {
  func fields(_ position: Position) -> (kind: Int, numbers: [Int64], name: [UInt8]) {
    switch position {
    case .confirmed(let place):
      let numbers = [place.serverTime.milliseconds, place.timestamp.milliseconds]
      return (0, numbers, Array(place.remoteID.text.string.utf8))
    case .unconfirmed(let sequence): return (1, [sequence], [])
    }
  }
  let (a, b) = (fields(left), fields(right))
  if a.kind != b.kind { return a.kind < b.kind }
  if a.numbers != b.numbers { return a.numbers.lexicographicallyPrecedes(b.numbers) }
  return a.name.lexicographicallyPrecedes(b.name)
}

@Suite struct PositionTests {
  static let boundaries: [Position] = {
    let times: [Int64] = [.min, .min + 1, -1, 0, 1, 255, 256, .max - 1, .max]
    let names: [RemoteID] = [
      "", "\0", "a", "a\0", "a\0\0", "aa", "b", "\u{7F}", "\u{E9}", "\u{10FFFF}",
    ]
    let ordinary: [Int64] = [.min, -1, 0, .max]
    return times.map { Position.unconfirmed(sequence: $0) }
      + ordinary.flatMap { server in
        ordinary.flatMap { time in
          names.map { name in
            .confirmed(
              ServerPosition(
                serverTime: Timestamp(milliseconds: server),
                timestamp: Timestamp(milliseconds: time), remoteID: name))
          }
        }
      }
  }()

  @Test func `the bytes of the key have the order of the positions at all bounds`() {
    let keyed = Self.boundaries.map { ($0, $0.sortKey) }
    var wrong: [String] = []
    for (left, leftKey) in keyed {
      for (right, rightKey) in keyed {
        let expected = precedes(left, right)
        if (left < right) != expected { wrong.append("\(left) < \(right)") }
        if leftKey.lexicographicallyPrecedes(rightKey) != expected {
          wrong.append("keys of \(left), \(right)")
        }
        if (leftKey == rightKey) != (left == right) { wrong.append("equal keys \(left), \(right)") }
      }
    }
    #expect(wrong.prefix(3).isEmpty, "\(wrong.count) of \(keyed.count * keyed.count)")
  }

  @Test func `a position knows its own key from every other`() {
    let places = Self.boundaries
    let keys = places.map(\.sortKey)
    var wrong: [String] = []
    for (place, own) in zip(places, keys) {
      for key in keys where key.withUnsafeBytes({ place.hasSortKey($0) }) != (key == own) {
        wrong.append("\(place), \(key)")
      }
      let longer = own + [0]
      if longer.withUnsafeBytes({ place.hasSortKey($0) }) { wrong.append("\(place), longer") }
      let shorter = Array(own.dropLast())
      if shorter.withUnsafeBytes({ place.hasSortKey($0) }) { wrong.append("\(place), shorter") }
    }
    #expect(wrong.prefix(3).isEmpty, "\(wrong.count) wrong")
  }

  @Test func `the bytes of the key have the order of random positions`() {
    var values = RandomValues(seed: 17, stream: "position")
    for _ in 0..<5_000 {
      let (left, right) = (values.position(), values.position())
      let expected = precedes(left, right)
      #expect((left < right) == expected)
      #expect(left.sortKey.lexicographicallyPrecedes(right.sortKey) == expected)
    }
  }

  @Test func `sorting by key gives one order for any order of arrival`() {
    var random = SeededRandom(seed: 5)
    let expected = Self.boundaries.sorted(by: precedes)
    for _ in 0..<5 {
      let arrived = random.shuffled(Self.boundaries)
      #expect(arrived.sorted() == expected)
      #expect(arrived.sorted { $0.sortKey.lexicographicallyPrecedes($1.sortKey) } == expected)
    }
  }

  @Test func `what is not confirmed follows whatever is`() {
    let last = ServerPosition(
      serverTime: 99, timestamp: Timestamp(milliseconds: .max), remoteID: "z")
    #expect(Position.confirmed(last) < .unconfirmed(sequence: .min))
    #expect(Position.unconfirmed(sequence: 1) < .unconfirmed(sequence: 2))
  }
}
