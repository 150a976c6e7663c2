internal import MessagingConformance

extension Spec {
  /// `requirements.json`: the Spec for other programs, one requirement on each line.
  func requirementsJSON() -> String {
    let lines = requirements.map { "  \(JSONNode.object($0.members).text)" }
    return """
      {"format":"messaging-conformance.requirements/1","suite":\
      \(JSONText.quoted(ConformanceRunner.version)),"requirements":[
      \(lines.joined(separator: ",\n"))
      ]}

      """
  }
}

extension Requirement {
  fileprivate var members: [(String, JSONNode)] {
    var members: [(String, JSONNode)] = [
      ("id", .string(id.description)), ("title", .string(title)),
      ("level", .string(level.rawValue)), ("since", .string(since)),
    ]
    if let withdrawn {
      return members + [
        ("withdrawn", .string(withdrawn.version)), ("reason", .string(withdrawn.reason)),
      ]
    }
    members.append(("sentence", .string(sentence)))
    if !needs.isEmpty { members.append(("needs", .strings(needs))) }
    if !after.isEmpty { members.append(("after", .strings(after.map(\.description)))) }
    if !mutants.isEmpty { members.append(("mutants", .strings(mutants))) }
    if let untested { members.append(("untested", .string(untested))) }
    members.append(("evidence", .array(blocks.map { .object($0.members) })))
    return members
  }
}

extension Block {
  fileprivate var members: [(String, JSONNode)] {
    var members: [(String, JSONNode)] = [
      ("kind", .string(kind.name)), ("slug", .string(slug)),
      ("at", .string(location.description)),
    ]
    if !needs.isEmpty { members.append(("needs", .strings(needs))) }
    if kind == .scenario {
      members.append(("variants", .strings(variants.map(\.rawValue))))
    }
    return members
  }
}
