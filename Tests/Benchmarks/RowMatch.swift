import MessagingModel
import MessagingTimeline

private let times = 1_000
private let gap = Length(units: 8 * 192)

private func rowID(_ number: Int) -> RowID {
  .message(MessageID(high: 7, low: UInt64(bitPattern: Int64(number))))
}

/// The closed form of the 5,000-message conversation, as long as wanted.
private func height(_ number: Int) -> Length {
  Length(units: Int64(44 + 3 * ((37 * (number & 0xFFFF)) % 101)) * 192)
}

private func rows(_ numbers: Range<Int>) -> [RowLayout.Row] {
  numbers.map {
    RowLayout.Row(
      id: rowID($0), kind: .remoteMessage, height: height($0),
      position: .unconfirmed(sequence: Int64($0)))
  }
}

/// What most chats do: prefix sums in an array, and where each id is.
private struct PrefixArray {
  var heights: [Length] = []
  var offsets: [Length] = []
  var places: [RowID: Int] = [:]

  mutating func insert(_ rows: [RowLayout.Row], at index: Int) {
    heights.insert(contentsOf: rows.map(\.height), at: index)
    for (id, place) in places where place >= index { places[id] = place + rows.count }
    for (offset, row) in rows.enumerated() { places[row.id] = index + offset }
    sumUp(from: 0)
  }

  mutating func sumUp(from index: Int) {
    offsets.reserveCapacity(heights.count)
    var y = index == 0 ? Length.zero : offsets[index - 1] + heights[index - 1] + gap
    offsets.removeSubrange(index...)
    for place in index..<heights.count {
      offsets.append(y)
      y += heights[place] + gap
    }
  }

  func row(at y: Length) -> Int {
    var (low, high) = (0, offsets.count)
    while low < high {
      let middle = (low + high) / 2
      if offsets[middle] <= y { low = middle + 1 } else { high = middle }
    }
    return max(0, low - 1)
  }
}

/// Both, changed in place.
private final class Bench {
  let size: Int
  var layout: RowLayout
  var array = PrefixArray()
  /// Where the next look goes: all over the list, the same for both.
  var cursor = 0
  var older = -1
  var sum = 0
  var pages: [[RowLayout.Row]] = []

  init(size: Int) throws {
    self.size = size
    layout = try RowLayout(rows(0..<size), gap: gap)
    array.insert(rows(0..<size), at: 0)
    pages = [page()]
  }

  func next() -> Int {
    cursor = (cursor + 7_919) % size
    return cursor
  }

  /// Fifty rows that are not there yet, made beforehand.
  func page() -> [RowLayout.Row] {
    if pages.isEmpty {
      pages = (0..<256).map { _ in
        older -= 50
        return rows((older + 1)..<(older + 51))
      }
    }
    return pages.removeLast()
  }
}

extension Bench {
  fileprivate func looks() -> [Contender] {
    let total = layout.height.units
    return [
      Contender("tree: offset of an id") { [self] in
        for _ in 0..<times { sum &+= Int(layout.frame(of: rowID(next()))?.y.units ?? 0) }
      },
      Contender("array: offset of an id") { [self] in
        for _ in 0..<times {
          if let place = array.places[rowID(next())] { sum &+= Int(array.offsets[place].units) }
        }
      },
      Contender("tree: row at a y") { [self] in
        for _ in 0..<times {
          let y = Length(units: Int64(next()) * (total / Int64(size)))
          sum &+= layout.row(at: y) ?? 0
        }
      },
      Contender("array: row at a y") { [self] in
        for _ in 0..<times {
          let y = Length(units: Int64(next()) * (total / Int64(size)))
          sum &+= array.row(at: y)
        }
      },
      Contender("tree: set a height") { [self] in
        for _ in 0..<times {
          let number = next()
          try layout.setHeight(height(number + cursor), of: rowID(number))
        }
      },
    ]
  }

  /// Slow ones: once each.
  fileprivate func changes() -> [Contender] {
    [
      Contender("array: set a height, once") { [self] in
        let number = next()
        array.heights[number] = height(number + cursor)
        array.sumUp(from: number)
      },
      Contender("tree: prepend 50, once") { [self] in
        let page = page()
        try layout.insert(page, at: 0)
      },
      Contender("array: prepend 50, once") { [self] in
        let page = page()
        array.insert(page, at: 0)
      },
    ]
  }
}

/// Issue 3, §5.3: 1,000 looks each, so that µs here are ns for one.
func rowLooks(_ size: Int) throws -> Match {
  Match(
    "Rows: 1,000 looks among \(size) (µs = ns for one)", try Bench(size: size).looks(), goals: [])
}

func rowChanges(_ size: Int) throws -> Match {
  Match(
    "Rows: a change among \(size)", try Bench(size: size).changes(),
    goals: [
      Goal(
        "prepend: array over tree", "array: prepend 50, once", over: "tree: prepend 50, once",
        .atLeast(2))
    ])
}
