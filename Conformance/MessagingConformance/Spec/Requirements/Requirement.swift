/// A paragraph of a Spec file.
package struct Paragraph: Hashable, Sendable {
  /// The text as written, line breaks included.
  package let text: String
  /// The place of the first line.
  package let location: FileLine

  /// The text on one line.
  package var flat: String {
    text.split(separator: "\n").map(\.trimmedText).joined(separator: " ")
  }
}

/// The withdrawal of a requirement. Its id is never used again.
package struct Withdrawal: Hashable, Sendable {
  /// The Spec version that withdrew it.
  package let version: String
  /// The reason.
  package let reason: String
}

/// One numbered rule of the Spec: prose with exactly one obligation, and its evidence.
package struct Requirement: Hashable, Identifiable, Sendable {
  /// The id, which never changes.
  package let id: RequirementID
  /// The heading without the id.
  package let title: String
  /// How binding it is.
  package internal(set) var level = Level.must
  /// The version of the Spec that introduced it.
  package internal(set) var since = ""
  /// The capabilities that a subject needs for it, beyond the core.
  package internal(set) var needs: [String] = []
  /// Requirements that this one builds on. If one of them fails and this one does not hold either,
  /// this one is *blocked* and not *failed*.
  package internal(set) var after: [RequirementID] = []
  /// Whether its evidence takes about fifty times as long as usual. The kill matrix then runs it
  /// only on its own mutants.
  package internal(set) var hasLargeEvidence = false
  /// The mutants that only this requirement catches.
  package internal(set) var mutants: [String] = []
  /// The rule, as paragraphs.
  package internal(set) var prose: [Paragraph] = []
  /// The reason for the rule.
  package internal(set) var why: Paragraph?
  /// What to look for in the code if the rule is violated.
  package internal(set) var ifThisFails: Paragraph?
  /// The evidence.
  package internal(set) var blocks: [Block] = []
  /// Why there is no evidence; `nil` if there is evidence.
  package internal(set) var untested: String?
  /// The withdrawal; `nil` while the rule holds.
  package internal(set) var withdrawn: Withdrawal?
  /// The place of the heading.
  package let location: FileLine

  /// The sentence with the obligation, or else the first sentence.
  package var sentence: String {
    let sentences = prose.flatMap { Prose.sentences(of: $0.flat) }
    return sentences.first { !Prose.obligations(in: $0).isEmpty } ?? sentences.first ?? title
  }

  /// All prose with its places: title, rule, reason, and what to look for.
  package var paragraphs: [Paragraph] {
    [Paragraph(text: title, location: location)] + prose
      + [why, ifThisFails].compactMap { $0 }
  }
}
