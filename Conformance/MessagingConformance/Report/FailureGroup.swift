/// Results of one block that are the same in several variants, reported once.
struct FailureGroup {
  /// The result of the first variant.
  let first: CaseResult
  /// The other variants.
  let others: [Variant]

  /// Groups results, in the given order.
  static func groups(_ results: [CaseResult]) -> [FailureGroup] {
    struct Key: Hashable {
      let subject: String
      let scenario: String
      let outcome: Outcome
      let message: String
    }
    var order: [Key] = []
    var members: [Key: [CaseResult]] = [:]
    for result in results {
      let key = Key(
        subject: result.id.subject, scenario: result.id.scenario, outcome: result.outcome,
        message: result.message)
      if members[key] == nil { order.append(key) }
      members[key, default: []].append(result)
    }
    return order.compactMap { members[$0] }.map { group in
      FailureGroup(first: group[0], others: group.dropFirst().map(\.id.variant))
    }
  }
}

extension Report {
  /// What makes the run non-conforming or undecided, and the warnings; each reported once.
  var failureGroups: [FailureGroup] {
    FailureGroup.groups(
      results.filter { $0.isBad || $0.isWarning || $0.outcome == .inconclusive })
  }

  /// The known failures, each reported once.
  var knownGroups: [FailureGroup] {
    FailureGroup.groups(results.filter { $0.outcome == .knownFail })
  }
}
