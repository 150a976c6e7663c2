package import MessagingConformance

extension Capability {
  /// The file `Conformance/capabilities.md`.
  package static var page: String {
    let rows = allCases.map { capability in
      let profile = capability.profile?.rawValue ?? "none, for \(capability.declarer)"
      return "| `\(capability.rawValue)` | \(profile) | \(capability.summary) |"
    }
    let profiles = Profile.allCases.map { profile in
      let names = profile.capabilities.names.map { "`\($0)`" }.joined(separator: " ")
      return "- `\(profile.rawValue)`: \(names.isEmpty ? "the core alone" : names)"
    }
    let header = """
      # Capabilities

      What a backend, a list differ or a sender may be able to do beyond the core. It declares what it
      can; a requirement that needs more is *unsupported*: it counts among all rules, and never as
      passed. A declared capability that does not work violates CAPA-001, or the rules that need it; what
      works and is not declared is a warning (CAPA-002, DIFF-031, SEND-105). Written by
      `messaging-conformance spec check --write`; a test compares it byte for byte.

      | capability | from profile | what it means |
      |---|---|---|
      """
    return ([header] + rows + ["", "A profile is a claim as a whole:", ""] + profiles)
      .joined(separator: "\n") + "\n"
  }

  /// Who declares a capability that belongs to no profile.
  private var declarer: String {
    if roles.contains(.repository) { return "a store that was released" }
    return roles.contains(.diff) ? "a list differ" : "a sender"
  }
}
