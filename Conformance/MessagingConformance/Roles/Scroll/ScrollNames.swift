internal import MessagingModel
internal import MessagingTimeline

/// What the names of `scroll` blocks stand for: `m4` is a message of somebody else, `o5` one of the
/// owner, and every other row is a decoration.
enum ScrollNames {
  /// The names without a number, with their rows.
  static let single: [(name: String, id: RowID)] = [
    ("divider", .unreadDivider), ("typing", .typing), ("start", .start),
    ("loading", .loadingOlder), ("loading-newer", .loadingNewer),
  ]

  /// Examples of names, for error messages.
  static let known = ["m1", "o1", "day1", "gap1"] + single.map(\.name)

  /// The row with a name; `nil` if the word is not a name.
  static func row(_ name: some StringProtocol) -> RowID? {
    if let word = single.first(where: { $0.name == name }) { return word.id }
    let letters = name.prefix { $0.isLetter }
    let digits = name.dropFirst(letters.count)
    guard !digits.isEmpty, digits.utf8.count <= 9, digits.utf8.allSatisfy({ 48...57 ~= $0 }),
      let number = Int(digits)
    else { return nil }
    switch letters {
    case "m": return .message(MessageID(high: 1, low: UInt64(number)))
    case "o": return .message(MessageID(high: 2, low: UInt64(number)))
    case "day": return .day(CalendarDay(number: number, zone: "UTC"))
    case "gap": return .gap(after: server(number, "m\(number)"))
    default: return nil
    }
  }

  /// The name of a row.
  static func name(_ row: RowID) -> String {
    switch row {
    case .message(let id):
      id.high == 1 ? "m\(id.low)" : id.high == 2 ? "o\(id.low)" : "\(id.description.prefix(8))"
    case .day(let day): "day\(day.number)"
    case .gap(let after): "gap\(after?.serverTime.milliseconds ?? 0)"
    case .unreadDivider, .start, .loadingOlder, .loadingNewer, .typing:
      single.first { $0.id == row }?.name ?? "\(row)"
    }
  }

  /// The kind of the row with this name.
  static func kind(_ row: RowID) -> ScrollRow.Kind {
    guard case .message(let id) = row else { return .decoration }
    return id.high == 2 ? .ownMessage : .remoteMessage
  }

  /// The position of a message: its number, unless the script gives another; `nil` for other rows.
  static func place(_ row: RowID, at number: Int? = nil) -> Position? {
    guard case .message(let id) = row else { return nil }
    return .confirmed(server(number ?? Int(id.low), name(row)))
  }

  /// The position of the message with this number.
  static func place(_ number: Int) -> Position { .confirmed(server(number, "m\(number)")) }

  private static func server(_ number: Int, _ name: String) -> ServerPosition {
    let time = Timestamp(milliseconds: Int64(number))
    return ServerPosition(
      serverTime: time, timestamp: time, remoteID: RemoteID(ExactString(name)))
  }
}
