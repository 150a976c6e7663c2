/// A feature of a conversation on a screen that can be switched off, so that both ways can be
/// shipped and compared. These are the three flags of seed 004, with its names. All are on by
/// default.
public enum RolloutFlag: String, Hashable, Sendable, CaseIterable {
  /// A row keeps its identity when its message is sent. If off, the row is named by the remote id
  /// as soon as there is one: the row is removed and another one inserted (`ROLL-003`).
  case identity = "chat_history_v2_identity"
  /// The visible rows stay where they are when rows are inserted above. If off, the offset is not
  /// corrected (`ROLL-004`).
  case anchorPreserving = "chat_history_v2_anchor_preserve"
  /// An older page begins below the oldest loaded message. If off, its place is counted from the
  /// newest message: as many messages below it as were read before (`ROLL-005`).
  case cursorPaging = "chat_history_v2_cursor_paging"
}

/// Which flags are on.
public struct RolloutFlags: Hashable, Sendable {
  public var off: Set<RolloutFlag>

  public init(off: Set<RolloutFlag> = []) { self.off = off }

  /// - Parameter isOn: returns a remote configuration's value for a name; `nil` if it has none, and
  ///   the flag is on then.
  public init(_ isOn: (String) -> Bool?) {
    self.init(off: Set(RolloutFlag.allCases.filter { isOn($0.rawValue) == false }))
  }

  public func isOn(_ flag: RolloutFlag) -> Bool { !off.contains(flag) }
}
