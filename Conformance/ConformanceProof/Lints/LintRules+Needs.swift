internal import MessagingConformance

extension LintRules {
  /// A block of a store needs what its lines use. Otherwise a store that declares less fails a rule
  /// for something that it never claimed.
  static func blockNeeds(_ spec: Spec) -> [Diagnostic] {
    active(spec).filter { $0.id.area.role == .repository }.flatMap { requirement in
      requirement.blocks.filter { $0.kind != .check }.flatMap { block in
        let declared = Set(requirement.needs + block.needs)
        let used = block.lines.compactMap { capability(ofLine: $0.text) }
        return Set(used).subtracting(declared).sorted().map { name in
          Diagnostic(
            block.location,
            "\(requirement.id)/\(block.slug) uses '\(name)'; write 'needs \(name)' behind its name")
        }
      }
    }
  }

  /// The capability that a line of a script cannot do without.
  private static func capability(ofLine line: String) -> String? {
    let words = line.split(separator: " ").filter { $0 != "&" }
    guard let verb = words.first, verb != "--", verb != "?" else { return nil }
    let actions = verb == "amend" ? Set(words.dropFirst()) : [verb]
    if !actions.isDisjoint(with: ["react", "unreact"]) { return "reactions" }
    if !actions.isDisjoint(with: ["edit", "delete"]) { return "edits" }
    if verb == "receipt" { return "receipts" }
    if verb == "gap" { return "gaps" }
    if verb == "upload" || words.contains(where: { $0.hasPrefix("file=") }) { return "media" }
    return nil
  }
}
