public import MessagingTimeline

/// Holds the flags of a staged rollout with which screens are opened, and compares what two ways of
/// paging read. The laws of this role are the area ROLL of the Spec.
public protocol RollingOut: Sendable {
  /// Sets the flags for screens that are opened later. Open screens keep theirs.
  mutating func set(_ flags: RolloutFlags)

  /// The flags of a new opening. Call it when a user opens a conversation.
  func opened() -> any RolledOut

  /// Compares the contents of a page that was read in both ways.
  func compare(_ new: PageRead, with old: PageRead) -> PageVerdict
}

/// The flags of one opening, applied to the parts of a screen.
public protocol RolledOut: Sendable {
  var flags: RolloutFlags { get }

  /// The update that this screen applies.
  ///
  /// - Parameter taken: the timeline that the screen took last.
  func update(_ update: TimelineUpdate, after taken: Timeline) -> TimelineUpdate

  /// The anchor that this screen uses.
  func anchoring(_ anchor: any ScrollAnchoring) -> any ScrollAnchoring

  /// The repository that the timeline of this screen reads.
  func paging(_ repository: any MessageRepository) -> any MessageRepository

  /// The same, but each older page is read in both ways: for a debug build.
  ///
  /// - Parameter report: called once for each older page, before the page is returned (`ROLL-011`).
  func pagingInBothWays(
    _ repository: any MessageRepository, report: @escaping @Sendable (PageVerdict) -> Void
  ) -> any MessageRepository
}
