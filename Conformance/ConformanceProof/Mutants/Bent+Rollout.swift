internal import MessagingConformance
internal import MessagingCore
internal import MessagingModel
internal import MessagingTimeline

/// The reference of a rollout with one fault: in the flags that a screen gets, in what the screen
/// makes of them, or in how pages are compared.
struct BentRollout: RollingOut {
  private var flags = RolloutFlags()
  /// What every screen looks at, whenever it was opened.
  private let shared = Locked(RolloutFlags())
  var screening: @Sendable (RolloutFlags, Locked<RolloutFlags>) -> any RolledOut = { flags, _ in
    RolloutScreen(flags)
  }
  var comparing: @Sendable (PageRead, PageRead) -> PageVerdict = { PageVerdict($0, $1) }

  init(
    screening: (@Sendable (RolloutFlags, Locked<RolloutFlags>) -> any RolledOut)? = nil,
    comparing: (@Sendable (PageRead, PageRead) -> PageVerdict)? = nil
  ) {
    if let screening { self.screening = screening }
    if let comparing { self.comparing = comparing }
  }

  mutating func set(_ flags: RolloutFlags) {
    self.flags = flags
    shared.withLock { $0 = flags }
  }

  func opened() -> any RolledOut { screening(flags, shared) }

  func compare(_ new: PageRead, with old: PageRead) -> PageVerdict { comparing(new, old) }
}

/// A screen that looks at flags which may change.
struct UnfixedScreen: RolledOut {
  let shared: Locked<RolloutFlags>

  var flags: RolloutFlags { shared.current }

  private var screen: RolloutScreen { RolloutScreen(flags) }

  func update(_ update: TimelineUpdate, after taken: Timeline) -> TimelineUpdate {
    screen.update(update, after: taken)
  }

  func anchoring(_ anchor: any ScrollAnchoring) -> any ScrollAnchoring { screen.anchoring(anchor) }

  func paging(_ repository: any MessageRepository) -> any MessageRepository {
    screen.paging(repository)
  }

  func pagingInBothWays(
    _ repository: any MessageRepository, report: @escaping @Sendable (PageVerdict) -> Void
  ) -> any MessageRepository { screen.pagingInBothWays(repository, report: report) }
}

extension FaultyPart {
  /// A rollout of which each screen gets other flags.
  static func rollout(
    flags change: @escaping @Sendable (RolloutFlags) -> RolloutFlags
  ) -> FaultyPart {
    .rollout(BentRollout(screening: { flags, _ in RolloutScreen(change(flags)) }))
  }

  /// A rollout in which a flag stays on.
  static func rollout(keeping flag: RolloutFlag) -> FaultyPart {
    .rollout(flags: { RolloutFlags(off: $0.off.subtracting([flag])) })
  }

  /// A rollout that compares other pages than it is given.
  static func rollout(
    reading change: @escaping @Sendable (inout Snapshot) -> Void
  ) -> FaultyPart {
    @Sendable func changed(_ read: PageRead) -> PageRead {
      guard case .page(var page) = read else { return read }
      change(&page)
      return .page(page)
    }
    return .rollout(BentRollout(comparing: { PageVerdict(changed($0), changed($1)) }))
  }
}
