/// The outcome of a case.
///
/// The order is the order in which outcomes need attention: first what a case itself found, then
/// outcomes without a finding. The outcome of a requirement is the first in this order among its
/// cases. There is one exception: if that is `pass`, but a script as written is `blocked`, the
/// requirement is `blocked`.
package enum Outcome: String, CaseIterable, Hashable, Comparable, Sendable {
  /// The adapter or the harness failed. The requirement has no result.
  case error
  /// The requirement is violated.
  case fail
  /// The case is listed as a known failure, but it passed or failed in another way.
  case unexpectedPass = "unexpected-pass"
  /// The case could not be decided.
  case inconclusive
  /// The case is listed as a known failure, and it failed as listed.
  case knownFail = "known-fail"
  /// The requirement holds.
  case pass
  /// The case did not hold, and a requirement that it builds on does not hold either. The case
  /// therefore shows nothing new.
  case blocked
  /// The subject does not declare a capability that the case needs.
  case unsupported
  /// The requirement has no check. The Spec gives the reason.
  case untested
  /// The case was not run, for example because it is not selected.
  case notRun = "not-run"

  /// How an outcome counts.
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

  /// The outcome for readers: `violated`, `holds`.
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

  /// The meaning of the outcome, in one sentence.
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
    case .notRun: "Left out by the selection, or its subject's run ended before it."
    }
  }

  /// Orders outcomes by the need for attention, the greatest first.
  package static func < (a: Outcome, b: Outcome) -> Bool { a.ordinal < b.ordinal }

  private var ordinal: Int { Outcome.allCases.firstIndex(of: self) ?? Outcome.allCases.count }
}
