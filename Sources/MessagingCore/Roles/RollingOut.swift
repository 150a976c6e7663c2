public import MessagingTimeline

/// Says which flags of a staged rollout a screen is opened with, and compares what two ways of
/// paging read. The laws of this role are the area ROLL of the Spec.
public protocol RollingOut: Sendable {
  /// The flags from now on; nothing changes for screens that are open.
  mutating func set(_ flags: RolloutFlags)

  /// Somebody comes to a conversation.
  func opened() -> any RolledOut

  /// Compares the contents of a page that was read in two ways.
  func compare(_ new: PageRead, with old: PageRead) -> PageVerdict
}

/// The flags of one opening, and what they make of the parts of a screen.
public protocol RolledOut: Sendable {
  var flags: RolloutFlags { get }

  /// An update as this screen applies it.
  ///
  /// - Parameter taken: what the screen took last.
  func update(_ update: TimelineUpdate, after taken: Timeline) -> TimelineUpdate

  /// An anchor as this screen uses it.
  func anchoring(_ anchor: any ScrollAnchoring) -> any ScrollAnchoring

  /// A repository as the timeline of this screen reads it.
  func paging(_ repository: any MessageRepository) -> any MessageRepository

  /// The same, with each older page read in both ways: for a debug build.
  ///
  /// - Parameter report: told once for each older page, before it is given (`ROLL-011`).
  func pagingInBothWays(
    _ repository: any MessageRepository, report: @escaping @Sendable (PageVerdict) -> Void
  ) -> any MessageRepository
}
