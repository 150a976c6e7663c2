public import MessagingModel

/// The identity of a row: stable while the row is shown, however its content changes (`ROWS-004`).
///
/// Never an index, never a hash of the content, never a version.
public enum RowID: Hashable, Sendable {
  case message(MessageID)
  /// The separator above the first loaded message of a calendar day.
  case day(CalendarDay)
  /// "New messages": at most one such row.
  case unreadDivider
  /// The marker of a gap, named by the last known position before it, which stays the same while
  /// the gap is filled from its newer end. `nil` for a gap that reaches back to the start.
  case gap(after: ServerPosition?)
  /// "The conversation begins here".
  case start
  /// A page of older messages is in flight.
  case loadingOlder
  /// A page of newer messages is in flight.
  case loadingNewer
  /// Participants are writing: at most one such row, always the last.
  case typing

  /// The id of the row's message; `nil` if the row is no message.
  public var message: MessageID? {
    switch self {
    case .message(let id): id
    case .day, .unreadDivider, .gap, .start, .loadingOlder, .loadingNewer, .typing: nil
    }
  }
}

/// A day of a calendar as people in one time zone see it.
///
/// The zone is part of the value: the same instant may belong to two days.
public struct CalendarDay: Hashable, Sendable {
  /// Days since 1970-01-01 in the time of the zone.
  public let number: Int
  /// The name of the zone ("Europe/Berlin").
  public let zone: ExactString

  public init(number: Int, zone: ExactString) {
    self.number = number
    self.zone = zone
  }
}
