/// A paragraph of a Spec file.
package struct Paragraph: Hashable, Sendable {
  /// The text as written, line breaks included.
  package let text: String
  /// The first line.
  package let location: FileLine

  /// The text on one line.
  package var flat: String {
    text.split(separator: "\n").map(\.trimmedText).joined(separator: " ")
  }
}

/// The end of a requirement; its id stays taken.
package struct Withdrawal: Hashable, Sendable {
  /// The Spec version that withdrew it.
  package let version: String
  /// Why.
  package let reason: String
}

/// One numbered rule of the Spec: prose with exactly one obligation, and its evidence.
package struct Requirement: Hashable, Identifiable, Sendable {
  /// Its name for life.
  package let id: RequirementID
  /// The heading after the id.
  package let title: String
  /// How binding it is.
  package internal(set) var level = Level.must
  /// The Spec version it came with.
  package internal(set) var since = ""
  /// The capabilities a subject needs for it, beyond the core.
  package internal(set) var needs: [String] = []
  /// Requirements that this one implies nothing without: when one of them fails and this one does
  /// not hold, it is *blocked* and not *failed*.
  package internal(set) var after: [RequirementID] = []
  /// Whether its evidence takes as long as that of fifty others: the kill matrix puts it to its own
  /// mutants alone.
  package internal(set) var hasLargeEvidence = false
  /// The mutants that only this requirement catches.
  package internal(set) var mutants: [String] = []
  /// The rule, in paragraphs.
  package internal(set) var prose: [Paragraph] = []
  /// The intent.
  package internal(set) var why: Paragraph?
  /// What to look for in the code when it is violated.
  package internal(set) var ifThisFails: Paragraph?
  /// The evidence.
  package internal(set) var blocks: [Block] = []
  /// Why there is no evidence.
  package internal(set) var untested: String?
  /// Set once the rule no longer holds.
  package internal(set) var withdrawn: Withdrawal?
  /// The heading.
  package let location: FileLine

  /// The sentence with the obligation, or the first one.
  package var sentence: String {
    let sentences = prose.flatMap { Prose.sentences(of: $0.flat) }
    return sentences.first { !Prose.obligations(in: $0).isEmpty } ?? sentences.first ?? title
  }

  /// All prose with its places: title, rule, why and what to look for.
  package var paragraphs: [Paragraph] {
    [Paragraph(text: title, location: location)] + prose
      + [why, ifThisFails].compactMap { $0 }
  }
}
