/// The name of a case: `sqlite::REPO-004/ack-after-edit@idle`.
///
/// The parts are the subject, the requirement, the block and the variant. The variant `plain` is
/// left out.
package struct CaseID: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The subject's name: usually lower-case letters, digits and dashes.
  package let subject: String
  /// The requirement that the case checks.
  package let requirement: RequirementID
  /// The name of the block under the requirement.
  package let slug: String
  /// The variant in which the block runs.
  package let variant: Variant

  /// Creates the name of a case.
  package init(
    subject: String, requirement: RequirementID, slug: String, variant: Variant = .plain
  ) {
    self.subject = subject
    self.requirement = requirement
    self.slug = slug
    self.variant = variant
  }

  /// Reads a name as ``description`` prints it; `nil` for anything else.
  package init?(_ text: String) {
    let halves = text.split(separator: "::", maxSplits: 1, omittingEmptySubsequences: false)
    guard halves.count == 2, !halves[0].isEmpty else { return nil }
    let parts = halves[1].split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let requirement = RequirementID(parts[0]) else { return nil }
    let names = parts[1].split(separator: "@", omittingEmptySubsequences: false)
    guard names.count <= 2, !names[0].isEmpty,
      let variant = names.count == 2 ? Variant(rawValue: String(names[1])) : .plain
    else { return nil }
    self.init(
      subject: String(halves[0]), requirement: requirement, slug: String(names[0]),
      variant: variant)
  }

  /// `subject::REQ/slug@variant`.
  package var description: String { "\(subject)::\(path)" }

  /// The case without its subject: `REPO-004/ack-after-edit@idle`.
  package var path: String { variant == .plain ? scenario : "\(scenario)@\(variant.rawValue)" }

  /// The block: `REPO-004/ack-after-edit`.
  package var scenario: String { "\(requirement)/\(slug)" }

  /// Orders cases by subject, requirement, slug and variant.
  package static func < (a: CaseID, b: CaseID) -> Bool {
    (a.subject, a.requirement, a.slug, a.variant) < (b.subject, b.requirement, b.slug, b.variant)
  }
}
