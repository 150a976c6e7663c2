/// The account of one block of evidence, as the terminal shows it.
package struct Account: Hashable, Sendable {
  /// The result. If several variants had the same result, that of the first.
  package let result: CaseResult
  /// The sentence of the Spec, the script, the difference, and the command that runs the case
  /// again.
  package let text: String
}

extension Report {
  /// Returns what a test reports about a requirement: violations, undecided cases, warnings, known
  /// failures.
  package func accounts(of requirement: RequirementID) -> [Account] {
    (failureGroups + knownGroups).filter { $0.first.id.requirement == requirement }.map { group in
      Account(result: group.first, text: text(of: group))
    }
  }
}

extension Report {
  /// Returns why a requirement has no result on the only subject; `nil` if it has one.
  package func silence(on requirement: RequirementID) -> String? {
    let results = results.filter { $0.id.requirement == requirement }
    guard let first = results.min(by: { $0.outcome < $1.outcome }) else { return nil }
    switch first.outcome {
    case .blocked, .unsupported: return "\(first.outcome.words): \(ReportWording.reason(first))"
    case .untested, .notRun:
      return first.message.isEmpty ? first.outcome.words : "not run: \(first.message)"
    case .error, .fail, .unexpectedPass, .inconclusive, .knownFail, .pass: return nil
    }
  }
}

extension KnownFailure.Condition {
  /// The conditions that are true for this machine and this build.
  package static var present: Set<KnownFailure.Condition> {
    #if os(Linux)
      let system = KnownFailure.Condition.linux
    #else
      let system = KnownFailure.Condition.macos
    #endif
    #if DEBUG
      return [system, .debug]
    #else
      return [system, .release]
    #endif
  }
}
