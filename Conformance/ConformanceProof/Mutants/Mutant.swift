package import MessagingConformance

/// A small, plausible, quiet fault of the reference, which exactly one requirement must catch.
///
///     Mutant("late-message-appended", kills: "ORDER-003",
///       "A late message is put at the end instead of in its place.",
///       origin: "seed 001: the list was appended to, not sorted"
///     ) { hooks in
///       hooks.onScanned = { rows, scan in … }
///     }
package struct Mutant: Sendable {
  /// Its name in the Spec's meta lines: small letters, digits and dashes.
  package let name: String
  /// The requirement that catches it.
  package let kills: RequirementID
  /// What it does, in one sentence.
  package let summary: String
  /// Where the fault was seen, in our own words.
  package let origin: String
  /// Plays the role badly, and no other: what the kill matrix runs.
  package let subject: any ConformanceSubject
  /// The role that it plays badly.
  package let role: Role

  /// A fault of a repository.
  ///
  /// - Parameter install: puts the fault in; called at each opening, so what it captures lives as
  ///   long as one opened store.
  package init(
    _ name: String, kills: RequirementID, _ summary: String, origin: String,
    install: @escaping @Sendable (inout MutantHooks) -> Void
  ) {
    self.init(
      name, kills: kills, summary, origin: origin,
      FaultyPart(.repository) { FaultyRepositorySubject(name: $0, install: install) })
  }

  /// A fault of any role: `.diff(MyFaultyDiff())`.
  package init(
    _ name: String, kills: RequirementID, _ summary: String, origin: String,
    _ part: FaultyPart
  ) {
    self.name = name
    self.kills = kills
    self.summary = summary
    self.origin = origin
    role = part.role
    subject = part.subject(name)
  }
}
