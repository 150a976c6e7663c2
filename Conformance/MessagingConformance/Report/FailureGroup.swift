/// What went wrong in the same way in several variants of one block, told once.
struct FailureGroup {
  /// The first of the variants.
  let first: CaseResult
  /// The other variants.
  let others: [Variant]

  /// Groups results, in the order of their ids.
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
  /// What makes the run non-conforming or leaves it open, and warnings, told once each.
  var failureGroups: [FailureGroup] {
    FailureGroup.groups(
      results.filter { $0.isBad || $0.isWarning || $0.outcome == .inconclusive })
  }

  /// The known failures, told once each.
  var knownGroups: [FailureGroup] {
    FailureGroup.groups(results.filter { $0.outcome == .knownFail })
  }
}
