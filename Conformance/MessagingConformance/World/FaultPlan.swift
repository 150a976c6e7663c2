/// Which of the numbered operations of a run go wrong, and how.
///
/// A value without memory: the same plan and the same operations give the same faults, so a plan
/// printed with a failure replays it. Operations are numbered from 1 in the order in which they
/// happen. The plan says what is to happen; a `FaultInjector` counts.
///
///     FaultPlan.crash(at: 3)          // "crash at 3"
///     FaultPlan("fail at 2, fail from 7")
package struct FaultPlan: Sendable, Hashable {
  /// One thing that goes wrong.
  package enum Rule: Sendable, Hashable {
    /// Operation `n` alone does nothing and throws: a hiccup.
    case failAt(Int)
    /// Operation `n` and every later one do nothing and throw: a full disk, a pulled cable.
    case failFrom(Int)
    /// The process dies right before operation `n`: it and every later one never happen.
    case crashAt(Int)
  }

  /// What an operation is to do.
  package enum Outcome: Sendable, Hashable {
    case proceed
    case fail
    case crash
  }

  /// What goes wrong, in the order it was written; empty when nothing does.
  package var rules: [Rule]

  package init(_ rules: [Rule]) {
    self.rules = rules
  }

  /// Nothing goes wrong: the operations are only counted.
  package static let counting = FaultPlan([])

  package static func fail(at operation: Int) -> FaultPlan { FaultPlan([.failAt(operation)]) }
  package static func fail(from operation: Int) -> FaultPlan { FaultPlan([.failFrom(operation)]) }
  package static func crash(at operation: Int) -> FaultPlan { FaultPlan([.crashAt(operation)]) }

  /// What operation `number` (from 1) is to do. Where rules meet, a crash wins.
  ///
  /// - Complexity: O(n) in the rules.
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
  /// Reads what `description` writes: `fail at 2, fail from 7`, `crash at 3`, `nothing`.
  ///
  /// Nil for anything else: unknown words, a number below 1, a number with a sign or a leading
  /// zero, other spaces.
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
