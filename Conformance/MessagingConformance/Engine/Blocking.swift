/// The requirements that do not hold on a subject, and what they make meaningless.
///
/// What is blocked is run all the same: where it holds, it is judged; where it does not, nobody can
/// tell whether it fails by itself, so it stays blocked, and says what it found.
///
/// A scenario that fails as written blocks all that builds on its requirement. One that fails in a
/// variant alone blocks that variant. One that fails with one family of servers blocks that family,
/// and those with which its requirement is not checked: there nothing speaks for it.
struct Blocking: Sendable {
  /// Where a requirement does not hold; everywhere, if there is no variant.
  private struct Place: Hashable, Sendable {
    let requirement: RequirementID
    let variant: Variant?
  }

  /// By what does not hold, the root of it.
  private var roots: [Place: RequirementID] = [:]
  /// In which variants each requirement is checked.
  private var variants: [RequirementID: Set<Variant>] = [:]
  /// Of what fails with one family of servers, the first root.
  private var familyRoots: [RequirementID: RequirementID] = [:]

  init(_ plan: CasePlan) {
    for planned in plan.cases {
      variants[planned.id.requirement, default: []].insert(planned.id.variant)
    }
  }

  /// The requirement because of which a case would say nothing new.
  func root(of planned: PlannedCase) -> RequirementID? {
    let foundation = planned.id.variant.foundation.flatMap {
      $0 == planned.id.requirement ? nil : $0
    }
    let builtOn = planned.requirement.after + (foundation.map { [$0] } ?? [])
    return builtOn.lazy.compactMap { root(of: $0, in: planned.id.variant) }.first
  }

  /// Notes what became of a case.
  ///
  /// - Parameter behind: what blocks it; also where it holds itself, that blocks what builds on it.
  mutating func note(_ result: CaseResult, of planned: PlannedCase, behind: RequirementID?) {
    let requirement = result.id.requirement
    var root = behind
    switch result.outcome {
    case .fail, .error: root = root ?? requirement
    case .blocked, .pass, .unexpectedPass, .inconclusive, .knownFail, .unsupported, .untested,
      .notRun:
      break
    }
    guard let root else { return }
    let variant = result.id.variant
    let isOfFamilies = planned.block.variants.contains(where: \.isFamily)
    let place = Place(
      requirement: requirement, variant: variant == .plain && !isOfFamilies ? nil : variant)
    roots[place] = roots[place] ?? root
    if isOfFamilies { familyRoots[requirement] = familyRoots[requirement] ?? root }
  }

  private func root(of requirement: RequirementID, in variant: Variant) -> RequirementID? {
    if let root = roots[Place(requirement: requirement, variant: nil)] { return root }
    if let root = roots[Place(requirement: requirement, variant: variant)] { return root }
    let isChecked = variants[requirement]?.contains(variant) ?? false
    return variant.isFamily && !isChecked ? familyRoots[requirement] : nil
  }
}
