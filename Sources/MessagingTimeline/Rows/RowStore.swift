/// Up to ``RowStore/capacity`` rows that timelines share.
final class RowChunk: Sendable {
  /// Never empty.
  let items: [TimelineItem]

  init(_ items: some Collection<TimelineItem>) { self.items = Array(items) }

  var count: Int { items.count }
}

/// Rows in chunks. A timeline shares chunks with the one it was made from.
///
/// Two neighbouring chunks never fit into one chunk, so there are at most
/// `2 · rows / capacity + 1`.
struct RowStore: Sendable {
  static let capacity = 64

  private(set) var chunks: [RowChunk] = []
  /// The identities of the chunks, to compare thousands of them without reading the chunks.
  private(set) var marks: [ObjectIdentifier] = []
  /// Where each chunk ends, in rows.
  private(set) var ends: [Int] = []

  var count: Int { ends.last ?? 0 }

  init(_ items: [TimelineItem]) {
    add(fresh: items[...])
  }

  /// - Parameter origins: for each row its index in `previous` if it is a copy of that row, else
  ///   something negative.
  /// - Complexity: O(rows).
  init(_ items: [TimelineItem], origins: [Int], in previous: RowStore) {
    var (index, freshStart) = (0, 0)
    while index < items.count {
      guard let chunk = previous.chunk(startingAt: origins[index], origins[index...]) else {
        index += 1
        continue
      }
      add(fresh: items[freshStart..<index])
      add(shared: chunk)
      index += chunk.count
      freshStart = index
    }
    add(fresh: items[freshStart...])
  }

  /// Returns the same rows with some of them replaced. These keep their ids.
  ///
  /// - Parameter rows: the new rows, ascending by index.
  /// - Complexity: O(chunks), plus a copy of each chunk that has a replaced row.
  func replacing(_ rows: [(index: Int, row: TimelineItem)]) -> RowStore {
    var store = self
    var rest = rows[...]
    while let first = rest.first {
      let chunk = self.chunk(of: first.index)
      var items = chunks[chunk].items
      while let next = rest.first, next.index < ends[chunk] {
        items[next.index - start(of: chunk)] = next.row
        rest.removeFirst()
      }
      store.chunks[chunk] = RowChunk(items)
      store.marks[chunk] = ObjectIdentifier(store.chunks[chunk])
    }
    return store
  }

  /// All rows, in order.
  var items: [TimelineItem] {
    var items: [TimelineItem] = []
    items.reserveCapacity(count)
    for chunk in chunks { items += chunk.items }
    return items
  }

  /// - Complexity: O(log chunks).
  subscript(index: Int) -> TimelineItem {
    let chunk = self.chunk(of: index)
    return chunks[chunk].items[index - start(of: chunk)]
  }

  func start(of chunk: Int) -> Int { chunk == 0 ? 0 : ends[chunk - 1] }

  /// The chunk in which a row lies.
  func chunk(of index: Int) -> Int {
    var (low, high) = (0, ends.count)
    while low < high {
      let middle = (low + high) / 2
      if ends[middle] <= index { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Calls `body` with each row in a range, and its index.
  func forEach(in range: Range<Int>, _ body: (Int, TimelineItem) -> Void) {
    guard !range.isEmpty else { return }
    var (chunk, index) = (self.chunk(of: range.lowerBound), range.lowerBound)
    while index < range.upperBound {
      let (items, start) = (chunks[chunk].items, start(of: chunk))
      let end = Swift.min(range.upperBound, ends[chunk])
      while index < end {
        body(index, items[index - start])
        index += 1
      }
      chunk += 1
    }
  }

  private func chunk(startingAt index: Int, _ origins: ArraySlice<Int>) -> RowChunk? {
    guard index >= 0 else { return nil }
    let place = chunk(of: index)
    guard start(of: place) == index else { return nil }
    let chunk = chunks[place]
    let wanted = origins.prefix(chunk.count)
    guard wanted.count == chunk.count, wanted.elementsEqual(index..<(index + chunk.count)) else {
      return nil
    }
    return chunk
  }

  private mutating func add(shared chunk: RowChunk) {
    if let last = chunks.last, last.count + chunk.count <= RowStore.capacity {
      add(fresh: chunk.items[...])
    } else {
      push(chunk)
    }
  }

  private mutating func add(fresh items: ArraySlice<TimelineItem>) {
    guard !items.isEmpty else { return }
    var items = items
    if let last = chunks.last, last.count + items.count / pieces(items) <= RowStore.capacity {
      items = (last.items + items)[...]
      chunks.removeLast()
      marks.removeLast()
      ends.removeLast()
    }
    let (count, pieces, start) = (items.count, pieces(items), items.startIndex)
    for piece in 0..<pieces {
      let (from, to) = (count * piece / pieces, count * (piece + 1) / pieces)
      push(RowChunk(items[(start + from)..<(start + to)]))
    }
  }

  private func pieces(_ items: ArraySlice<TimelineItem>) -> Int {
    (items.count + RowStore.capacity - 1) / RowStore.capacity
  }

  private mutating func push(_ chunk: RowChunk) {
    chunks.append(chunk)
    marks.append(ObjectIdentifier(chunk))
    ends.append(count + chunk.count)
  }
}

extension RowStore: Equatable {
  static func == (left: RowStore, right: RowStore) -> Bool {
    guard left.count == right.count else { return false }
    if left.marks == right.marks { return true }
    var (index, isEqual) = (0, true)
    for (one, end) in zip(left.chunks, left.ends) where isEqual {
      let place = right.chunk(of: index)
      let isShared = right.chunks[place] === one && right.start(of: place) == index
      if !isShared {
        right.forEach(in: index..<end) { other, item in
          isEqual = isEqual && one.items[other - index] == item
        }
      }
      index = end
    }
    return isEqual
  }
}
