public import MessagingTimeline

/// The feature flags of the whole app. Set them whenever the remote configuration changes. An open
/// screen keeps the flags with which it was opened (`ROLL-002`).
///
///     var rollout = Rollout(RolloutFlags { remoteConfiguration[$0] })
///     let screen = rollout.opened()
///     let timeline = ConversationTimeline(options, screen.paging(repository), sync: engine)
///     let anchor = screen.anchoring(ScrollAnchor())
///     for await update in timeline.updates {
///       apply(screen.update(update, after: taken))
///       taken = update.timeline
///     }
public struct Rollout: RollingOut {
  private var flags: RolloutFlags

  public init(_ flags: RolloutFlags = RolloutFlags()) { self.flags = flags }

  public mutating func set(_ flags: RolloutFlags) { self.flags = flags }

  public func opened() -> any RolledOut { RolloutScreen(flags) }

  public func compare(_ new: PageRead, with old: PageRead) -> PageVerdict { PageVerdict(new, old) }
}

/// The flags of one opening, applied to the parts of a screen. A flag that is on leaves its part
/// unchanged (`ROLL-001`).
public struct RolloutScreen: RolledOut {
  public let flags: RolloutFlags

  public init(_ flags: RolloutFlags) { self.flags = flags }

  public func update(_ update: TimelineUpdate, after taken: Timeline) -> TimelineUpdate {
    flags.isOn(.identity) ? update : update.replacingRowsOfSent(from: taken)
  }

  public func anchoring(_ anchor: any ScrollAnchoring) -> any ScrollAnchoring {
    flags.isOn(.anchorPreserving) ? anchor : UnanchoredScroll(anchor)
  }

  public func paging(_ repository: any MessageRepository) -> any MessageRepository {
    flags.isOn(.cursorPaging) ? repository : OffsetPaging(repository)
  }

  public func pagingInBothWays(
    _ repository: any MessageRepository, report: @escaping @Sendable (PageVerdict) -> Void
  ) -> any MessageRepository { DualPaging(repository, flags, report: report) }
}
