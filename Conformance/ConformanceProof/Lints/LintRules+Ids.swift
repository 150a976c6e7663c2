internal import MessagingConformance

extension LintRules {
  static func after(_ spec: Spec) -> [Diagnostic] {
    let byID = Dictionary(grouping: spec.requirements, by: \.id).compactMapValues(\.first)
    var problems: [Diagnostic] = []
    for requirement in active(spec) {
      for id in requirement.after where byID[id]?.withdrawn != nil || byID[id] == nil {
        let message = "'after' names \(id), which does not exist or is withdrawn"
        problems.append(Diagnostic(requirement.location, message))
      }
      if let circle = circle(from: requirement.id, in: byID) {
        let path = circle.map(\.description).joined(separator: " → ")
        problems.append(Diagnostic(requirement.location, "'after' goes in a circle: \(path)"))
      }
    }
    return problems
  }

  /// The shortest way along `after` from a requirement back to itself.
  private static func circle(
    from start: RequirementID, in requirements: [RequirementID: Requirement]
  ) -> [RequirementID]? {
    var visited: Set<RequirementID> = []
    var paths = [[start]]
    while !paths.isEmpty {
      let path = paths.removeFirst()
      for next in path.last.flatMap({ requirements[$0]?.after }) ?? [] {
        if next == start { return path + [start] }
        if visited.insert(next).inserted { paths.append(path + [next]) }
      }
    }
    return nil
  }

  static func idsOnlyGrow(_ spec: Spec, _ lock: String) -> [Diagnostic] {
    let present = Dictionary(grouping: spec.requirements, by: \.id).compactMapValues(\.first)
    var locked: Set<RequirementID> = []
    var problems: [Diagnostic] = []
    for (index, line) in lock.textLines.enumerated() where !line.trimmedText.isEmpty {
      let place = FileLine(file: "ids.lock", line: index + 1)
      let words = line.split(separator: " ")
      guard let id = RequirementID(words[0]), words.count == 1 || words[1...] == ["withdrawn"]
      else {
        problems.append(Diagnostic(place, "a line reads: REPO-001, or: REPO-001 withdrawn"))
        continue
      }
      locked.insert(id)
      if let requirement = present[id] {
        guard words.count == 2, requirement.withdrawn == nil else { continue }
        problems.append(
          Diagnostic(requirement.location, "\(id) was withdrawn; its id is not used again"))
      } else {
        problems.append(
          Diagnostic(place, "\(id) has vanished; keep its heading and withdraw it there"))
      }
    }
    return problems
      + spec.requirements.filter { !locked.contains($0.id) }.map {
        Diagnostic($0.location, "\($0.id) is new; add it to ids.lock")
      }
  }
}
