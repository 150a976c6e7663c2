public import MessagingCore

/// A type that makes rows from snapshots, under test: the area ROWS.
public protocol RowsSubject: ConformanceSubject {
  /// Returns a builder. Called once for each case.
  func timelineBuilding() -> any TimelineBuilding
}

extension Role {
  /// Makes rows of what is stored.
  public static let rows = Role(
    "rows", areas: [Area("ROWS", "From a snapshot to rows", place: 100)],
    kinds: [.rows], checks: RowsChecks.all.mapValues { Check($0) },
    isPlayed: { $0 is any RowsSubject })
}

extension BlockKind {
  /// Messages and the rows that show them.
  static let rows = BlockKind("rows", RowsLanguage.language) { subject, _, _ in
    RowsPlayer(subject)
  }
}
