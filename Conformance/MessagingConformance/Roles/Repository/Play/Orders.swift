/// The orders in which the steps of a property are run.
struct Orders: Sendable {
  /// How many orders a property asks for.
  enum Asked: Hashable, Sendable {
    case all
    case some(Int)
  }

  /// Each order, as indices of the steps.
  let all: [[Int]]

  /// Seven steps have 5,040 orders. If there are more, orders are drawn at random instead of
  /// listed.
  private static let listedMax = 5_040

  /// - Parameters:
  ///   - asked: how many orders; `nil` for the written order only.
  ///   - max: the most orders to run, taken evenly from those asked for; `nil` for no limit.
  init(of count: Int, asked: Asked?, max: Int?, seed: UInt64) {
    let written = Array(0..<count)
    let factorial = (1...Swift.max(1, count)).reduce(1) { $0 > 10_000_000 ? $0 : $0 * $1 }
    let wanted: Int
    switch asked {
    case nil: wanted = 1
    case .all?: wanted = factorial
    case .some(let count)?: wanted = count
    }
    let limit = Swift.max(1, min(wanted, max ?? .max, factorial))
    if factorial <= Orders.listedMax {
      let listed = Orders.permutations(written)
      all = (0..<limit).map { listed[$0 * listed.count / limit] }
    } else {
      var random = SeededRandom(seed: seed, stream: "orders")
      all = [written] + (1..<min(limit, Orders.listedMax)).map { _ in random.shuffled(written) }
    }
  }

  /// Returns the permutations in lexicographic order.
  private static func permutations(_ elements: [Int]) -> [[Int]] {
    guard elements.count > 1 else { return [elements] }
    return elements.indices.flatMap { place in
      var rest = elements
      let first = rest.remove(at: place)
      return permutations(rest).map { [first] + $0 }
    }
  }
}
