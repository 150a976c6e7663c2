public import MessagingModel

extension Scan {
  /// What the scan asks for, out of things that lie in ascending order of their places: all that a
  /// store in memory has to do.
  ///
  /// - Complexity: O(log things + limit).
  public func select<Element>(
    from ascending: [Element], at position: (Element) -> Position
  ) -> [Element] {
    let start = lower.map { bound in
      ascending.firstIndex(fromWhich: { element in
        let place = position(element)
        return bound.isIncluded ? place >= bound.position : place > bound.position
      })
    }
    let end = upper.map { bound in
      ascending.firstIndex(fromWhich: { element in
        let place = position(element)
        return bound.isIncluded ? place > bound.position : place >= bound.position
      })
    }
    let first = start ?? 0
    let range = ascending[first..<max(first, end ?? ascending.count)]
    return isAscending ? Array(range.prefix(limit)) : range.suffix(limit).reversed()
  }
}

extension Array {
  /// The first index from which on all elements are past something; the count if none is.
  ///
  /// - Complexity: O(log count), for elements of which the past ones are the last ones.
  func firstIndex(fromWhich isPast: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isPast(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
