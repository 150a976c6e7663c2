/// A paragraph of a Spec file.
public struct Paragraph: Hashable, Sendable {
  /// The text as written, line breaks included.
  public let text: String
  /// The first line.
  public let location: FileLine

  /// The text on one line.
  public var flat: String {
    text.split(separator: "\n").map(\.trimmedText).joined(separator: " ")
  }
}

/// The end of a requirement; its id stays taken.
public struct Withdrawal: Hashable, Sendable {
  /// The Spec version that withdrew it.
  public let version: String
  /// Why.
  public let reason: String
}

/// One numbered rule of the Spec: prose with exactly one obligation, and its evidence.
public struct Requirement: Hashable, Identifiable, Sendable {
  /// Its name for life.
  public let id: RequirementID
  /// The heading after the id.
  public let title: String
  /// How binding it is.
  public internal(set) var level = Level.must
  /// The Spec version it came with.
  public internal(set) var since = ""
  /// The capabilities a subject needs for it, beyond the core.
  public internal(set) var needs: [String] = []
  /// Requirements that this one implies nothing without: when one of them fails, this one is
  /// *blocked* and not *failed*.
  public internal(set) var after: [RequirementID] = []
  /// Whether its evidence takes as long as that of fifty others: the kill matrix puts it to its own
  /// mutants alone.
  public internal(set) var hasLargeEvidence = false
  /// The mutants that only this requirement catches.
  public internal(set) var mutants: [String] = []
  /// The rule, in paragraphs.
  public internal(set) var prose: [Paragraph] = []
  /// The intent.
  public internal(set) var why: Paragraph?
  /// What to look for in the code when it is violated.
  public internal(set) var ifThisFails: Paragraph?
  /// The evidence.
  public internal(set) var blocks: [Block] = []
  /// Why there is no evidence.
  public internal(set) var untested: String?
  /// Set once the rule no longer holds.
  public internal(set) var withdrawn: Withdrawal?
  /// The heading.
  public let location: FileLine

  /// The sentence with the obligation, or the first one.
  public var sentence: String {
    let sentences = prose.flatMap { Prose.sentences(of: $0.flat) }
    return sentences.first { !Prose.obligations(in: $0).isEmpty } ?? sentences.first ?? title
  }

  /// All prose with its places: title, rule, why and what to look for.
  package var paragraphs: [Paragraph] {
    [Paragraph(text: title, location: location)] + prose
      + [why, ifThisFails].compactMap { $0 }
  }
}
