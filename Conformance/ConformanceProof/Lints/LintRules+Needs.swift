internal import MessagingConformance

extension LintRules {
  /// A block of a store or of a sender needs what its lines use. Otherwise one that declares less
  /// fails a rule for something that it never claimed.
  static func blockNeeds(_ spec: Spec) -> [Diagnostic] {
    let roles: [Role] = [.repository, .sending]
    return active(spec).filter { roles.contains($0.id.area.role) }.flatMap { requirement in
      let isStore = requirement.id.area.role == .repository
      return requirement.blocks.filter { $0.kind != .check }.flatMap { block in
        let declared = Set(requirement.needs + block.needs)
        let used = block.lines.flatMap {
          isStore ? capabilities(ofLine: $0.text) : sendingCapabilities(ofLine: $0.text)
        }
        return Set(used).subtracting(declared).sorted().map { name in
          Diagnostic(
            block.location,
            "\(requirement.id)/\(block.slug) uses '\(name)'; write 'needs \(name)' behind its name")
        }
      }
    }
  }

  /// The capabilities that a line of a `scenario` cannot do without.
  private static func capabilities(ofLine line: String) -> [String] {
    let words = line.split(separator: " ").filter { $0 != "&" }
    guard let verb = words.first, verb != "--", verb != "?" else { return [] }
    let actions = verb == "amend" ? Set(words.dropFirst()) : [verb]
    if !actions.isDisjoint(with: ["react", "unreact"]) { return ["reactions"] }
    if !actions.isDisjoint(with: ["edit", "delete"]) { return ["edits"] }
    if verb == "receipt" { return ["receipts"] }
    if verb == "gap" { return ["gaps"] }
    if verb == "upload" || words.contains(where: { $0.hasPrefix("file=") }) { return ["media"] }
    return []
  }

  /// The capabilities that a line of a `send` block cannot do without.
  private static func sendingCapabilities(ofLine line: String) -> [String] {
    let words = line.split(separator: " ").filter { $0 != "&" }
    guard let verb = words.first, verb != "--", verb != "?" else { return [] }
    let hasFiles = verb == "uploads" || words.contains { $0.hasPrefix("file=") }
    return (["amend", "discard"].contains(verb) ? ["sending-edits"] : [])
      + (hasFiles ? ["sending-files"] : [])
  }
}
