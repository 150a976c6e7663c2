/// What became of one block of evidence, told as the terminal tells it.
package struct Account: Hashable, Sendable {
  /// The outcome; for several variants that went the same way, that of the first.
  package let result: CaseResult
  /// The sentence of the Spec, the script, the difference, the command that runs it again.
  package let text: String
}

extension Report {
  /// What a test has to say of a requirement: violations, doubts, warnings, known failures.
  package func accounts(of requirement: RequirementID) -> [Account] {
    (failureGroups + knownGroups).filter { $0.first.id.requirement == requirement }.map { group in
      Account(result: group.first, text: text(of: group))
    }
  }
}

extension Report {
  /// Why nothing is known of a requirement on the only subject; `nil` if something is.
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
  /// What is true of this machine and this build.
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
