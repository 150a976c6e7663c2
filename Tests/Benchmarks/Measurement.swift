import Foundation

/// One way to do something, and how long it took each time.
struct Contender {
  let name: String
  let body: () async throws -> Void
  /// What is done before each time, and not measured.
  var before: (() async throws -> Void)?
  private(set) var times: [Double] = []

  init(_ name: String, _ body: @escaping () async throws -> Void) {
    self.name = name
    self.body = body
    repetitions = 1
  }

  /// For what is over before a clock has been read: done so many times, the time of one is noted.
  init(_ name: String, times repetitions: Int, _ body: @escaping () -> Void) {
    self.name = name
    self.body = { for _ in 0..<repetitions { body() } }
    self.repetitions = repetitions
  }

  private let repetitions: Int

  /// In microseconds.
  nonisolated(nonsending) mutating func run() async throws {
    try await before?()
    let clock = ContinuousClock()
    let start = clock.now
    try await body()
    let (seconds, attoseconds) = (clock.now - start).components
    times.append((Double(seconds) * 1e6 + Double(attoseconds) / 1e12) / Double(repetitions))
  }

  var least: Double { times.min() ?? 0 }
  var median: Double {
    let sorted = times.sorted()
    return sorted.isEmpty ? 0 : sorted[sorted.count / 2]
  }
}

/// What a ratio must stay below or reach.
struct Goal {
  enum Bound {
    case atMost(Double)
    case atLeast(Double)
    /// It is told, and nobody promised anything.
    case anything
  }

  let text: String
  /// By the names of contenders: the first one's median over the second one's.
  let over: (String, String)
  let bound: Bound

  init(_ text: String, _ first: String, over second: String, _ bound: Bound) {
    self.text = text
    over = (first, second)
    self.bound = bound
  }

  func isMet(by ratio: Double) -> Bool {
    switch bound {
    case .atMost(let limit): ratio <= limit
    case .atLeast(let limit): ratio >= limit
    case .anything: true
    }
  }
}

extension Goal {
  fileprivate func verdict(on ratio: Double) -> String {
    if case .anything = bound { return "" }
    return isMet(by: ratio) ? " met" : " MISSED"
  }
}

/// Contenders that take turns, so that whatever slows the machine slows them all.
struct Match {
  let title: String
  private var contenders: [Contender]
  private let goals: [Goal]

  init(_ title: String, _ contenders: [Contender], goals: [Goal]) {
    self.title = title
    self.contenders = contenders
    self.goals = goals
  }

  /// Runs all contenders `rounds` times, each round beginning with another one, after a tenth as
  /// many to warm up, and prints the table.
  ///
  /// - Returns: whether all goals are met.
  nonisolated(nonsending) mutating func run(rounds: Int) async throws -> Bool {
    let (warm, count) = (rounds >= 10 ? rounds / 10 : 0, contenders.count)
    for index in 0..<warm {
      try await contenders[index % count].before?()
      try await contenders[index % count].body()
    }
    for round in 0..<rounds {
      for turn in 0..<count { try await contenders[(round + turn) % count].run() }
    }
    defer { fflush(nil) }
    print("\n\(title), \(rounds) rounds")
    print(pad("", 44) + pad("least µs", 14, right: true) + pad("median µs", 14, right: true))
    for one in contenders {
      print(pad("  " + one.name, 44) + number(one.least) + number(one.median))
    }
    return goals.map(report).allSatisfy(\.self)
  }

  private func report(_ goal: Goal) -> Bool {
    guard let first = contenders.first(where: { $0.name == goal.over.0 }),
      let second = contenders.first(where: { $0.name == goal.over.1 })
    else { preconditionFailure("no contenders \(goal.over) in \(title)") }
    let ratio = first.median / second.median
    let least = first.least / second.least
    print(
      "  → \(goal.text): \(digits(ratio)) (of the least times \(digits(least)))"
        + goal.verdict(on: ratio))
    return goal.isMet(by: ratio)
  }

  private func number(_ value: Double) -> String { pad(digits(value), 14, right: true) }
}

/// Two digits behind the point.
func digits(_ value: Double) -> String {
  let hundredths = Int((value * 100).rounded())
  let rest = hundredths % 100
  return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
}

private func pad(_ text: String, _ width: Int, right: Bool = false) -> String {
  let space = String(repeating: " ", count: max(0, width - text.count))
  return right ? space + text : text + space
}
