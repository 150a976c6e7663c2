public import MessagingCore

/// A differ of two lists of rows, under test: the area DIFF.
///
///     struct MyDiff: DiffSubject {
///       let name = "MyDiff"
///       let capabilities: Set<Capability> = [.arrivals]
///       func timelineDiffing() -> any TimelineDiffing { MyListDiff() }
///     }
///
/// Declare ``Capability/arrivals`` if it marks new messages, and ``Capability/aspects`` if it says
/// what of a row changed. By default it declares neither, and DIFF-010 to DIFF-017 are unsupported.
public protocol DiffSubject: ConformanceSubject {
  /// Returns a differ. Called once for each case.
  func timelineDiffing() -> any TimelineDiffing
}

extension Role {
  /// Computes how one list of rows becomes the next.
  public static let diff = Role(
    "diff", areas: [Area("DIFF", "From one list of rows to the next", place: 110)],
    kinds: [.diff], checks: DiffChecks.all.mapValues { Check($0) },
    isPlayed: { $0 is any DiffSubject })
}

extension BlockKind {
  /// Two lists of rows, and the diff between them.
  static let diff = BlockKind("diff", DiffLanguage.language) { subject, _, _ in
    DiffPlayer(subject)
  }.drawn(by: { DiffPlayer($0) }, { player, title in player.picture.svg(title: title) })
}
