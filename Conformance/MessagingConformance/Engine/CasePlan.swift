/// One case that is to be run.
struct PlannedCase: Sendable {
  let id: CaseID
  let requirement: Requirement
  let block: Block
  /// The first capability that the subject lacks for it.
  let missing: Capability?
}

/// The cases of a subject: requirement of its roles × block × variant.
struct CasePlan: Sendable {
  /// In the order in which they are run: what others build on first.
  let cases: [PlannedCase]

  init(_ requirements: [Requirement], subject: any ConformanceSubject) {
    let declared = subject.capabilities
    let hasFiles = subject is any FileSubject || subject is CommandSubject
    let asked = requirements.filter { subject.roles.contains($0.id.area.role) }
    cases = CasePlan.inOrder(asked).flatMap { requirement in
      requirement.blocks.flatMap { block in
        block.variants.map { variant in
          let needs =
            (requirement.needs + block.needs).compactMap(Capability.init(rawValue:))
            + variant.needs(of: block)
          return PlannedCase(
            id: CaseID(
              subject: subject.name, requirement: requirement.id, slug: block.slug,
              variant: variant),
            requirement: requirement, block: block,
            missing: needs.sorted().first { need in
              !declared.contains(need)
                && !(hasFiles && block.kind.isSparedByFiles.contains(need))
            })
        }
      }
    }
  }

  /// Requirements after those that they build on, otherwise by id.
  static func inOrder(_ requirements: [Requirement]) -> [Requirement] {
    var placed: Set<RequirementID> = []
    var order: [Requirement] = []
    var rest = requirements.filter { $0.withdrawn == nil }.sorted { first, second in
      let (isFirst, isSecond) = (first.isFoundation, second.isFoundation)
      return isFirst != isSecond ? isFirst : first.id < second.id
    }
    let known = Set(rest.map(\.id))
    while !rest.isEmpty {
      let ready = rest.firstIndex { requirement in
        requirement.after.allSatisfy { placed.contains($0) || !known.contains($0) }
      }
      // A circle is a mistake that the lints report; here it must not hang.
      let next = rest.remove(at: ready ?? 0)
      placed.insert(next.id)
      order.append(next)
    }
    return order
  }
}

extension Requirement {
  /// Whether a variant builds on it.
  fileprivate var isFoundation: Bool {
    Variant.allCases.contains { $0.foundation == id }
  }
}

extension Variant {
  /// The requirement that says that the variant changes nothing: where it fails, the variant is
  /// `blocked`, because it would say the same again.
  var foundation: RequirementID? {
    switch self {
    case .plain, .idle, .numbered, .pushed, .lists: nil
    case .restartEachStep: "REPO-001"
    case .redeliver: "REPO-006"
    case .splitBatch: nil
    case .observerLate: nil
    }
  }

  /// What a subject has to be able to do for this variant.
  func needs(of block: Block) -> [Capability] {
    let reopens = self == .restartEachStep || StoreFacts(block).reopens
    return block.kind.needs + (reopens ? [.durable] : [])
  }
}

/// What the script of a block has for variants to act on.
private struct StoreFacts {
  private(set) var reopens = false
  private(set) var hasNews = false
  private(set) var isDivisible = false
  private(set) var asksObservers = false
  private(set) var isEmpty = true

  init(_ block: Block) {
    guard let script = try? block.script(for: ScenarioRun.self) else { return }
    var names = ScriptNames()
    for moment in script.moments {
      isEmpty = false
      isDivisible = isDivisible || moment.steps.count > 1
      for (step, name) in zip(moment.steps, moment.names) {
        switch step.action(&names) {
        case .reopen, .kill: reopens = true
        case .apply(let changes) where name != "apply":
          hasNews = hasNews || changes.contains(where: \.isFromNetwork)
          isDivisible = isDivisible || changes.count > 1
        case .apply, .malformed, .set: break
        }
      }
    }
    asksObservers = script.questions.contains { $0.expectation.name == Listening.word }
  }
}

extension Block {
  /// The variants in which it is run: those that say something, without those it excludes.
  package var variants: [Variant] {
    kind.variants(self).filter { $0 == .plain || !excludedVariants.contains($0) }
  }

  /// Those of a scenario.
  var storeVariants: [Variant] {
    let facts = StoreFacts(self)
    guard !facts.isEmpty else { return [.plain] }
    return Variant.allCases.filter { variant in
      switch variant {
      case .numbered, .pushed, .lists: return false
      case .plain, .restartEachStep, .idle: return true
      case .redeliver: return facts.hasNews
      case .splitBatch: return facts.isDivisible
      case .observerLate: return facts.asksObservers
      }
    }
  }
}
