/// Which of the numbered operations of a run fail, and how.
///
/// A value without state: the same plan and the same operations give the same faults, so a plan
/// that is printed with a failure replays it. Operations are numbered from 1, in the order in which
/// they happen. The plan only determines the faults; a `FaultInjector` counts.
///
///     FaultPlan.crash(at: 3)          // "crash at 3"
///     FaultPlan("fail at 2, fail from 7")
package struct FaultPlan: Sendable, Hashable {
  /// One kind of fault.
  package enum Rule: Sendable, Hashable {
    /// Only operation `n` has no effect and throws: a temporary error.
    case failAt(Int)
    /// Operation `n` and all later ones have no effect and throw: a full disk, an unplugged cable.
    case failFrom(Int)
    /// The process dies right before operation `n`: this and all later operations never happen.
    case crashAt(Int)
  }

  /// The outcome of an operation.
  package enum Outcome: Sendable, Hashable {
    case proceed
    case fail
    case crash
  }

  /// The faults, in the order of writing; empty for none.
  package var rules: [Rule]

  package init(_ rules: [Rule]) {
    self.rules = rules
  }

  /// No faults: operations are only counted.
  package static let counting = FaultPlan([])

  package static func fail(at operation: Int) -> FaultPlan { FaultPlan([.failAt(operation)]) }
  package static func fail(from operation: Int) -> FaultPlan { FaultPlan([.failFrom(operation)]) }
  package static func crash(at operation: Int) -> FaultPlan { FaultPlan([.crashAt(operation)]) }

  /// The outcome of operation `number` (from 1). If several rules apply, a crash wins.
  ///
  /// - Complexity: O(number of rules).
  package func outcome(ofOperation number: Int) -> Outcome {
    var outcome = Outcome.proceed
    for rule in rules {
      switch rule {
      case .crashAt(let first) where number >= first: return .crash
      case .failAt(let only) where number == only: outcome = .fail
      case .failFrom(let first) where number >= first: outcome = .fail
      case .crashAt, .failAt, .failFrom: continue
      }
    }
    return outcome
  }
}

extension FaultPlan: LosslessStringConvertible {
  /// Reads the format of `description`: `fail at 2, fail from 7`, `crash at 3`, `nothing`.
  ///
  /// Returns `nil` for anything else: unknown words, a number below 1, a number with a sign or a
  /// leading zero, other spaces.
  package init?(_ description: String) {
    if description == "nothing" {
      self = .counting
      return
    }
    var rules: [Rule] = []
    for part in description.split(separator: ",", omittingEmptySubsequences: false) {
      let text = rules.isEmpty ? part : part.hasPrefix(" ") ? part.dropFirst() : ""
      guard let rule = Rule(text) else { return nil }
      rules.append(rule)
    }
    self.rules = rules
  }

  package var description: String {
    rules.isEmpty ? "nothing" : rules.map(\.description).joined(separator: ", ")
  }
}

extension FaultPlan.Rule: CustomStringConvertible {
  fileprivate init?(_ text: Substring) {
    let words = text.split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 3, let number = Int(words[2]), number >= 1,
      String(number) == words[2]
    else { return nil }
    switch (words[0], words[1]) {
    case ("fail", "at"): self = .failAt(number)
    case ("fail", "from"): self = .failFrom(number)
    case ("crash", "at"): self = .crashAt(number)
    default: return nil
    }
  }

  package var description: String {
    switch self {
    case .failAt(let number): "fail at \(number)"
    case .failFrom(let number): "fail from \(number)"
    case .crashAt(let number): "crash at \(number)"
    }
  }
}
