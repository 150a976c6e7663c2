internal import MessagingModel
internal import MessagingTimeline

/// The identity of a row as adapters write it: its name in one string.
struct RowNameForm: CanonicalCodable {
  let id: RowID

  init(_ id: RowID) { self.id = id }

  func encode(to writer: inout CanonicalWriter) { writer.string(RowForm.name(of: id)) }

  init(from reader: inout CanonicalReader) throws(CanonicalError) {
    let place = reader.place
    guard let id = RowNameForm.row(try reader.string()) else {
      throw reader.failure("the name of a row", at: place)
    }
    self.id = id
  }

  /// The row with a name; `nil` if there is none.
  static func row(_ name: String) -> RowID? {
    let single: [RowID] = [
      .unreadDivider, .start, .loadingOlder, .loadingNewer, .typing, .gap(after: nil),
    ]
    if let id = single.first(where: { RowForm.name(of: $0) == name }) { return id }
    let parts = name.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    switch parts[0] {
    case "message": return MessageID(String(parts[1])).map { .message($0) }
    case "day": return day(parts[1])
    case "gap": return gap(parts[1])
    default: return nil
    }
  }

  private static func day(_ text: Substring) -> RowID? {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let number = Int(parts[0]) else { return nil }
    return .day(CalendarDay(number: number, zone: ExactString(String(parts[1]))))
  }

  private static func gap(_ text: Substring) -> RowID? {
    let parts = text.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, let server = Int64(parts[0]), let at = Int64(parts[1]) else {
      return nil
    }
    return .gap(
      after: ServerPosition(
        serverTime: Timestamp(milliseconds: server), timestamp: Timestamp(milliseconds: at),
        remoteID: RemoteID(String(parts[2]))))
  }
}
