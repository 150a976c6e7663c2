/// The requirements that do not hold on a subject, and what they make meaningless.
///
/// A scenario that fails as written blocks all that builds on its requirement. One that fails in a
/// variant alone, or with one family of servers, blocks that alone.
struct Blocking: Sendable {
  /// Where a requirement does not hold; everywhere, if there is no variant.
  private struct Place: Hashable, Sendable {
    let requirement: RequirementID
    let variant: Variant?
  }

  /// By what does not hold, the root of it.
  private var roots: [Place: RequirementID] = [:]

  /// The requirement because of which a case would say nothing new.
  func root(of planned: PlannedCase) -> RequirementID? {
    let foundation = planned.id.variant.foundation.flatMap {
      $0 == planned.id.requirement ? nil : $0
    }
    let builtOn = planned.requirement.after + (foundation.map { [$0] } ?? [])
    return builtOn.lazy.compactMap { root(of: $0, in: planned.id.variant) }.first
  }

  /// Notes what became of a case of a block.
  mutating func note(_ result: CaseResult, of block: Block) {
    let root: RequirementID
    switch result.outcome {
    case .fail, .error: root = result.id.requirement
    case .blocked:
      root = RequirementID(result.message.prefix { $0 != " " }) ?? result.id.requirement
    case .pass, .unexpectedPass, .inconclusive, .knownFail, .unsupported, .untested, .notRun: return
    }
    let isEverywhere = result.id.variant == .plain && !block.variants.contains(where: \.isFamily)
    let place = Place(
      requirement: result.id.requirement, variant: isEverywhere ? nil : result.id.variant)
    roots[place] = roots[place] ?? root
  }

  private func root(of requirement: RequirementID, in variant: Variant) -> RequirementID? {
    roots[Place(requirement: requirement, variant: nil)]
      ?? roots[Place(requirement: requirement, variant: variant)]
  }
}
