/// What became of a case.
///
/// The order is the order of attention among what a case itself found, then what says nothing. The
/// outcome of a requirement is the first among those of its cases: the worst that one of them
/// found. Where all that was judged holds, and a script as it is written is `blocked`, so is the
/// requirement.
package enum Outcome: String, CaseIterable, Hashable, Comparable, Sendable {
  /// The adapter or the harness broke; no result for the requirement.
  case error
  /// Violated.
  case fail
  /// Listed as a known failure, and passed or failed in another way.
  case unexpectedPass = "unexpected-pass"
  /// Could not be decided.
  case inconclusive
  /// Listed as a known failure, and failed as listed.
  case knownFail = "known-fail"
  /// Held.
  case pass
  /// Did not hold, and neither does a requirement in its `after`: this one says nothing new.
  case blocked
  /// The subject does not claim the capability.
  case unsupported
  /// The Spec gives a reason why it has no evidence.
  case untested
  /// Left out by the selection.
  case notRun = "not-run"

  /// How the outcome counts.
  package enum Standing: Hashable, Sendable {
    case good, neutral, bad
  }

  /// How the outcome counts for a MUST.
  package var standing: Standing {
    switch self {
    case .pass, .knownFail: .good
    case .inconclusive, .blocked, .unsupported, .untested, .notRun: .neutral
    case .error, .fail, .unexpectedPass: .bad
    }
  }

  /// For readers: `violated`, `holds`.
  package var words: String {
    switch self {
    case .error: "error"
    case .fail: "violated"
    case .unexpectedPass: "not as listed"
    case .inconclusive: "undecided"
    case .blocked: "blocked"
    case .knownFail: "known failure"
    case .pass: "holds"
    case .unsupported: "not supported"
    case .untested: "untested"
    case .notRun: "not run"
    }
  }

  /// What the outcome means, in one sentence.
  package var summary: String {
    switch self {
    case .error: "The adapter or the harness broke; no result for the requirement."
    case .fail: "The requirement is violated."
    case .unexpectedPass: "Listed as a known failure, but it passed or failed in another way."
    case .inconclusive: "Could not be decided."
    case .blocked: "It did not hold, and neither does a requirement that it builds on."
    case .knownFail: "Listed as a known failure, and failed as listed."
    case .pass: "The requirement held."
    case .unsupported: "The subject does not claim the capability."
    case .untested: "The Spec gives a reason why there is no check."
    case .notRun: "Left out by the selection."
    }
  }

  /// By attention.
  package static func < (a: Outcome, b: Outcome) -> Bool { a.ordinal < b.ordinal }

  private var ordinal: Int { Outcome.allCases.firstIndex(of: self) ?? Outcome.allCases.count }
}
