internal import MessagingConformance

extension LintRules {
  static func evidence(_ spec: Spec) -> [Diagnostic] {
    spec.requirements.compactMap { requirement in
      let id = requirement.id
      let message: String? =
        switch (requirement.withdrawn, requirement.blocks.isEmpty, requirement.untested) {
        case (.some, false, _): "\(id) is withdrawn; remove its blocks"
        case (.some, true, _): nil
        case (nil, true, nil): "\(id) has no evidence; add a block or 'untested: reason'"
        case (nil, false, .some): "\(id) is 'untested:' and has blocks; keep one of the two"
        case (nil, true, .some), (nil, false, nil): nil
        }
      return message.map { Diagnostic(requirement.location, $0) }
    }
  }

  static func checks(_ spec: Spec, _ registered: Set<String>) -> [Diagnostic] {
    var unused = registered
    var problems: [Diagnostic] = []
    for requirement in active(spec) {
      for block in requirement.blocks where block.kind == .check {
        let name = "\(requirement.id)/\(block.slug)"
        if unused.remove(name) == nil {
          problems.append(Diagnostic(block.location, "no Swift check is registered as \(name)"))
        }
      }
    }
    return problems
      + unused.sorted().map { name in
        let place = spec.place(ofRequirementOf: name)
        return Diagnostic(place, "the Swift check \(name) has no ```check block in the Spec")
      }
  }

  static func mutants(_ spec: Spec, _ catalogue: Set<String>) -> [Diagnostic] {
    var owner: [String: RequirementID] = [:]
    var problems: [Diagnostic] = []
    for requirement in active(spec) {
      for name in requirement.mutants {
        if !catalogue.contains(name) {
          let message = Diagnostic.unknown("mutant", name, known: catalogue.sorted())
          problems.append(Diagnostic(requirement.location, message))
        }
        if let first = owner.updateValue(requirement.id, forKey: name) {
          let message = "the mutant '\(name)' belongs to \(first) already; one of them catches it"
          problems.append(Diagnostic(requirement.location, message))
        }
      }
    }
    return problems
      + catalogue.subtracting(owner.keys).sorted().map { name in
        Diagnostic(spec.firstPlace, "no requirement catches the mutant '\(name)'")
      }
  }

  static func provenByMutant(_ spec: Spec) -> [Diagnostic] {
    active(spec)
      .filter { $0.level == .must && $0.untested == nil && $0.mutants.isEmpty }
      .map { Diagnostic($0.location, "\($0.id) names no mutant; nothing shows that it can fail") }
  }

  static func uniqueSlugs(_ spec: Spec) -> [Diagnostic] {
    spec.requirements.flatMap { requirement in
      var seen: Set<String> = []
      return requirement.blocks.filter { !seen.insert($0.slug).inserted }.map {
        Diagnostic($0.location, "\(requirement.id)/\($0.slug) is used twice")
      }
    }
  }

  static func capabilities(_ spec: Spec, _ known: Set<String>) -> [Diagnostic] {
    active(spec).flatMap { requirement in
      let named =
        requirement.needs.map { ($0, requirement.location) }
        + requirement.blocks.flatMap { block in block.needs.map { ($0, block.location) } }
      return named.compactMap { name, place in
        guard known.contains(name), let capability = Capability(rawValue: name) else {
          return Diagnostic(place, Diagnostic.unknown("capability", name, known: known.sorted()))
        }
        let role = requirement.id.area.role
        return capability.roles.contains(role)
          ? nil
          : Diagnostic(
            place, "\(requirement.id) needs '\(name)', which the role '\(role)' does not declare")
      }
    }
  }
}

extension Spec {
  /// A place for what is wrong with the Spec as a whole.
  fileprivate var firstPlace: FileLine {
    FileLine(file: files.first?.name ?? "Spec", line: 1)
  }

  /// The requirement of `REPO-001/slug`, or the Spec as a whole.
  fileprivate func place(ofRequirementOf name: String) -> FileLine {
    let id = name.split(separator: "/").first.flatMap { RequirementID($0) }
    return id.flatMap { self[$0]?.location } ?? firstPlace
  }
}

extension LintContext {
  /// What the code of this package says: its mutants, capabilities, checks and constants.
  ///
  /// - Parameter idsLock: the text of `Spec/ids.lock`; empty if there is none yet.
  package static func current(idsLock: String) -> LintContext {
    LintContext(
      mutants: Set(MutantCatalogue.all.map(\.name)),
      capabilities: Set(Capability.allCases.map(\.rawValue)), checks: Checks.names,
      constants: SpecConstants.all, idsLock: idsLock)
  }
}
