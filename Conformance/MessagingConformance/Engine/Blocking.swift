/// The requirements that do not hold on a subject, and what they block.
///
/// A blocked case runs all the same. If it passes, the pass counts. If it does not, the cause may
/// be the requirement that blocks it; the case stays blocked, and its message shows what it found.
///
/// A scenario that fails as written blocks everything that builds on its requirement. One that
/// fails only in a variant blocks that variant. One that fails with one family of servers blocks
/// that family, and every family with which its requirement is not checked, because no case shows
/// that it holds there.
struct Blocking: Sendable {
  /// Where a requirement does not hold: in one variant, or everywhere if `variant` is `nil`.
  private struct Place: Hashable, Sendable {
    let requirement: RequirementID
    let variant: Variant?
  }

  /// The requirement at the root of each place that does not hold.
  private var roots: [Place: RequirementID] = [:]
  /// The variants in which each requirement is checked.
  private var variants: [RequirementID: Set<Variant>] = [:]
  /// The first root of each requirement that fails with a family of servers.
  private var familyRoots: [RequirementID: RequirementID] = [:]

  init(_ plan: CasePlan) {
    for planned in plan.cases {
      variants[planned.id.requirement, default: []].insert(planned.id.variant)
    }
  }

  /// Returns the requirement that blocks a case; `nil` if none does.
  func root(of planned: PlannedCase) -> RequirementID? {
    let foundation = planned.id.variant.foundation.flatMap {
      $0 == planned.id.requirement ? nil : $0
    }
    let builtOn = planned.requirement.after + (foundation.map { [$0] } ?? [])
    return builtOn.lazy.compactMap { root(of: $0, in: planned.id.variant) }.first
  }

  /// Records the result of a case.
  ///
  /// - Parameter behind: the requirement that blocks the case. It also blocks what builds on the
  ///   case, even if the case itself passes.
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
