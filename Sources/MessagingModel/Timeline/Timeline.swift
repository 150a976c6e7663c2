/// The rows of a window at one moment: oldest first, each id once.
public struct Timeline: Sendable {
  /// Grows with every timeline of a screen that differs from the one before (`DIFF-014`).
  public let version: Int64
  /// Oldest first.
  public let rows: [TimelineItem]
  /// Whether the last message is the newest of the conversation; what comes after it is new only
  /// then (`DIFF-018`).
  public let reachesEnd: Bool

  /// - Parameter rows: in the order in which they are shown. Of two with one id the one with the
  ///   greater message version stays, of equal ones the later (`DIFF-003`).
  public init(version: Int64, rows: [TimelineItem], reachesEnd: Bool = true) {
    self.version = version
    self.rows = rows
    self.reachesEnd = reachesEnd
  }

  /// Nothing yet.
  public static let empty = Timeline(version: 0, rows: [])
}
