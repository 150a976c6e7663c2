/// A part of how a conversation is shown that can be switched off, so that both ways can be shipped
/// and compared: the three flags of seed 004, by the names that it gives them. All are on unless
/// somebody says otherwise.
public enum RolloutFlag: String, Hashable, Sendable, CaseIterable {
  /// A row keeps its identity when its message is sent. Off, it is known by the network's name as
  /// soon as there is one: one row goes, and another one comes (`ROLL-003`).
  case identity = "chat_history_v2_identity"
  /// What is read stays where it is when rows come in above. Off, nothing is corrected
  /// (`ROLL-004`).
  case anchorPreserving = "chat_history_v2_anchor_preserve"
  /// An older page begins below the oldest message that is loaded. Off, it begins so many messages
  /// below the newest as were read before (`ROLL-005`).
  case cursorPaging = "chat_history_v2_cursor_paging"
}

/// Which flags are on.
public struct RolloutFlags: Hashable, Sendable {
  public var off: Set<RolloutFlag>

  public init(off: Set<RolloutFlag> = []) { self.off = off }

  /// - Parameter isOn: a remote configuration's value for a name; `nil` if it has none.
  public init(_ isOn: (String) -> Bool?) {
    self.init(off: Set(RolloutFlag.allCases.filter { isOn($0.rawValue) == false }))
  }

  public func isOn(_ flag: RolloutFlag) -> Bool { !off.contains(flag) }
}
