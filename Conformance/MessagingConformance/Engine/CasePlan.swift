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
            missing: needs.sorted().first { !declared.contains($0) })
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
    case .plain, .idle: nil
    case .restartEachStep: "REPO-001"
    case .redeliver: "REPO-006"
    case .splitBatch: nil
    case .observerLate: nil
    }
  }

  /// What a subject has to be able to do for this variant.
  func needs(of block: Block) -> [Capability] {
    switch self {
    case .restartEachStep: [.durable]
    case .plain:
      block.kind == .crash
        ? [.durable, .faults]
        : block.script.contains(where: \.reopens) ? [.durable] : []
    case .redeliver, .splitBatch, .observerLate, .idle:
      block.script.contains(where: \.reopens) ? [.durable] : []
    }
  }
}

extension ScriptLine {
  /// Whether the line opens the store anew.
  fileprivate var reopens: Bool {
    guard case .step(let step) = content else { return false }
    return step.verb == .reopen || step.verb == .kill
  }
}

extension Block {
  /// The variants in which it is run: those that say something, without those it excludes.
  var variants: [Variant] {
    guard kind == .scenario else { return [.plain] }
    let units = ScriptUnits(script)
    let steps = units.batches.flatMap(\.steps)
    guard !steps.isEmpty else { return [.plain] }
    return Variant.allCases.filter { variant in
      guard !excludedVariants.contains(variant) else { return false }
      switch variant {
      case .plain, .restartEachStep, .idle: return true
      case .redeliver: return steps.contains { $0.verb.isFromNetwork }
      case .splitBatch: return units.batches.contains(where: \.isDivisible)
      case .observerLate: return units.expectations.contains { $0.observable == .commits }
      }
    }
  }
}

extension ScriptUnits.Batch {
  /// Whether it has several changes.
  fileprivate var isDivisible: Bool {
    steps.count > 1
      || steps.contains { $0.verb == .receive && $0.arguments.references.count > 1 }
  }
}

extension Verb {
  /// Whether the network may say it twice.
  var isFromNetwork: Bool {
    switch self {
    case .ack, .receive, .page, .gap, .status, .edit, .delete, .react, .unreact, .receipt, .token:
      true
    case .send, .fail, .retry, .cancel, .amend, .settle, .discard, .upload, .reset, .forget,
      .reopen, .kill, .apply:
      false
    }
  }
}
