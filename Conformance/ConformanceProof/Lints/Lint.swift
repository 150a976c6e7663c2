package import MessagingConformance

/// What the Spec is compared with.
package struct LintContext: Sendable {
  /// The names of all mutants and canaries there are.
  package var mutants: Set<String>
  /// The closed vocabulary of capabilities.
  package var capabilities: Set<String>
  /// The Swift checks that are registered, as `REPO-001/slug`.
  package var checks: Set<String>
  /// The constants of the code, by the dotted name that prose uses: `page.limit.max`.
  package var constants: [String: String]
  /// The text of `ids.lock`.
  package var idsLock: String

  /// Collects what the Spec is compared with.
  package init(
    mutants: Set<String>, capabilities: Set<String>, checks: Set<String>,
    constants: [String: String], idsLock: String
  ) {
    self.mutants = mutants
    self.capabilities = capabilities
    self.checks = checks
    self.constants = constants
    self.idsLock = idsLock
  }
}

/// A rule about the Spec that a program can check.
///
/// Each is a pure function from the Spec to what is wrong with it.
package enum Lint: String, CaseIterable, Hashable, Sendable {
  /// Each requirement obliges exactly once, with the keyword of its level.
  case oneObligation = "one-obligation"
  /// What obliges has a subject: "no message MUST" obliges nobody, "a message MUST NOT" does.
  case negatedSubject = "negated-subject"
  /// Prose outside requirements obliges nobody.
  case noLooseObligation = "no-loose-obligation"
  /// Each requirement says why, and what to look for when it fails.
  case rationale = "rationale"
  /// Each requirement has evidence, or says why not; a withdrawn one has none.
  case evidence = "evidence"
  /// A check in the Spec is registered in Swift, and the other way round.
  case checks = "checks"
  /// A mutant in the Spec is in the catalogue, and the other way round; each belongs to one
  /// requirement.
  case mutants = "mutants"
  /// Each MUST with evidence names a mutant: otherwise nothing shows that it can fail.
  case provenByMutant = "proven-by-mutant"
  /// `after` names requirements that exist, without going in a circle.
  case after = "after"
  /// `needs` names capabilities that exist.
  case capabilities = "capabilities"
  /// A block of a store needs the capabilities that its lines use.
  case blockNeeds = "block-needs"
  /// Blocks of a requirement have different names.
  case uniqueSlugs = "unique-slugs"
  /// Ids are only added, and a withdrawn one is not used again.
  case idsOnlyGrow = "ids-only-grow"
  /// Numbers in prose are those of the code: `` `page.limit.max = 500` ``.
  case constants = "constants"

  /// What breaks this rule.
  package func check(_ spec: Spec, _ context: LintContext) -> [Diagnostic] {
    switch self {
    case .oneObligation: LintRules.oneObligation(spec)
    case .negatedSubject: LintRules.negatedSubject(spec)
    case .noLooseObligation: LintRules.noLooseObligation(spec)
    case .rationale: LintRules.rationale(spec)
    case .evidence: LintRules.evidence(spec)
    case .checks: LintRules.checks(spec, context.checks)
    case .mutants: LintRules.mutants(spec, context.mutants)
    case .provenByMutant: LintRules.provenByMutant(spec)
    case .after: LintRules.after(spec)
    case .capabilities: LintRules.capabilities(spec, context.capabilities)
    case .blockNeeds: LintRules.blockNeeds(spec)
    case .uniqueSlugs: LintRules.uniqueSlugs(spec)
    case .idsOnlyGrow: LintRules.idsOnlyGrow(spec, context.idsLock)
    case .constants: LintRules.constants(spec, context.constants)
    }
  }

  /// What breaks any rule, in file order.
  package static func checkAll(_ spec: Spec, _ context: LintContext) -> [Diagnostic] {
    Lint.allCases.flatMap { $0.check(spec, context) }.inFileOrder()
  }
}

/// The rules themselves.
enum LintRules {
  static func active(_ spec: Spec) -> [Requirement] {
    spec.requirements.filter { $0.withdrawn == nil }
  }
}
