public import MessagingModel

extension Scan {
  /// The elements that the scan selects from an array in ascending order of position. A store in
  /// memory needs nothing more.
  ///
  /// - Complexity: O(log elements + limit).
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
  /// The first index from which all elements satisfy `isPast`; the count if none does.
  ///
  /// - Complexity: O(log count). The elements that satisfy `isPast` must be the last ones.
  func firstIndex(fromWhich isPast: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isPast(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
