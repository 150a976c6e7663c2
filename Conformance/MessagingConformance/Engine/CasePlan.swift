/// One case that is to be run.
struct PlannedCase: Sendable {
  let id: CaseID
  let requirement: Requirement
  let block: Block
  /// The first capability that the case needs and the subject lacks; `nil` if it lacks none.
  let missing: Capability?
}

/// The cases of a subject: requirements of its roles × blocks × variants.
struct CasePlan: Sendable {
  /// The cases in the order in which they run: a requirement comes after those it builds on.
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

  /// Returns the requirements by id, but each after those that it builds on.
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
      // The lints report a cycle as a mistake. Here it must not cause an endless loop.
      let next = rest.remove(at: ready ?? 0)
      placed.insert(next.id)
      order.append(next)
    }
    return order
  }
}

extension Requirement {
  /// Whether the requirement is the ``Variant/foundation`` of a variant.
  fileprivate var isFoundation: Bool {
    Variant.allCases.contains { $0.foundation == id }
  }
}

extension Variant {
  /// The requirement that promises that the variant changes nothing; `nil` if there is none. Where
  /// it fails, cases in this variant are `blocked`, because they would only repeat the failure.
  var foundation: RequirementID? {
    switch self {
    case .plain, .idle, .numbered, .pushed, .lists: nil
    case .restartEachStep: "REPO-001"
    case .redeliver: "REPO-006"
    case .splitBatch: nil
    case .observerLate: nil
    }
  }

  /// The capabilities that a subject needs to run a block in this variant.
  func needs(of block: Block) -> [Capability] {
    let reopens = self == .restartEachStep || StoreFacts(block).reopens
    return block.kind.needs + (reopens ? [.durable] : [])
  }
}

/// Facts about the script of a block that decide which variants apply to it.
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
  /// The variants in which the block runs: those that apply to it, without those that it excludes.
  package var variants: [Variant] {
    kind.variants(self).filter { $0 == .plain || !excludedVariants.contains($0) }
  }

  /// The variants that apply to a scenario.
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
