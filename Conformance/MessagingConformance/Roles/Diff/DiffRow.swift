internal import MessagingModel
internal import MessagingTimeline

/// A row as `diff` blocks write it: `m3`, `c1`, `m3@10:00`, `m2*`, `day0`, `typing`.
struct DiffRow: Hashable, Sendable {
  let item: TimelineItem

  /// Marks behind a row. Each of them changes another aspect of the row.
  private struct Marks {
    var content = 0
    var metadata = 0
    var grouping = 0
  }

  /// Reads a row; `nil` if the word is not a row.
  init?(_ word: String) {
    var name = word[...]
    var marks = Marks()
    while let mark = name.last, "*+^".contains(mark) {
      switch mark {
      case "*": marks.content += 1
      case "+": marks.metadata += 1
      default: marks.grouping += 1
      }
      name.removeLast()
    }
    guard let item = DiffRow.message(name, marks) ?? DiffRow.other(name, marks) else { return nil }
    self.item = item
  }

  init(_ item: TimelineItem) { self.item = item }

  /// A message of somebody else (`m`) or of the owner (`c`).
  ///
  /// - Parameter time: its position; `nil` for a message that no server has taken.
  static func message(
    _ number: Int, isOwn: Bool = false, at time: Int64?, text: String? = nil
  ) -> MessageRow {
    let name = (isOwn ? "c" : "m") + "\(number)"
    let place = time.map { time in
      ServerPosition(
        serverTime: Timestamp(milliseconds: time), timestamp: Timestamp(milliseconds: time),
        remoteID: RemoteID(name))
    }
    return MessageRow(
      message: Message(
        id: MessageID(high: isOwn ? 0 : 0xB, low: UInt64(number)),
        conversation: ScriptNames.conversation,
        sender: isOwn ? ScriptNames.owner : ScriptNames.author, isOutgoing: isOwn,
        position: place.map(Position.confirmed) ?? .unconfirmed(sequence: Int64(number)),
        timestamp: Timestamp(milliseconds: Int64(number)), body: .text(text ?? name),
        delivery: place == nil ? .sending : .sent))
  }

  private static func message(_ name: Substring, _ marks: Marks) -> TimelineItem? {
    let halves = name.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
    guard let letter = halves.first?.first, letter == "m" || letter == "c",
      let number = halves.first.flatMap({ Int($0.dropFirst()) })
    else { return nil }
    var time: Int64? = letter == "m" ? Int64(number) * 10 : nil
    if halves.count == 2 {
      guard let given = ScriptTime(halves[1]) else { return nil }
      time = given.server
    }
    var row = message(number, isOwn: letter == "c", at: time)
    if marks.content > 0 {
      row.message.body = .text("\(name)" + String(repeating: "*", count: marks.content))
    }
    row.readers = (0..<marks.metadata).map { ParticipantID("reader\($0)") }
    if marks.grouping > 0 {
      row.grouping = Grouping(isFirst: marks.grouping > 1, isLast: false)
    }
    return TimelineItem(id: .message(row.message.id), content: .message(row))
  }

  private static func other(_ name: Substring, _ marks: Marks) -> TimelineItem? {
    if name.hasPrefix("day"), let number = Int(name.dropFirst(3)) {
      let day = CalendarDay(number: number, zone: "UTC")
      return TimelineItem(id: .day(day), content: .day(day))
    }
    if name.hasPrefix("gap"), let number = Int64(name.dropFirst(3)) {
      let place = message(Int(number), at: number * 10).message.position.confirmed
      let token = marks.metadata > 0 ? GapToken("t\(marks.metadata)") : nil
      return TimelineItem(
        id: .gap(after: place), content: .gap(Gap(after: place, before: nil, token: token)))
    }
    switch name {
    case "unread": return TimelineItem(id: .unreadDivider, content: .unreadDivider)
    case "start": return TimelineItem(id: .start, content: .start)
    case "loading-older": return .loading(.loadingOlder)
    case "loading-newer": return .loading(.loadingNewer)
    case "typing":
      return .typing((0...marks.content).map { ParticipantID("writer\($0)") })
    default: return nil
    }
  }

  /// The row without its marks and time.
  var name: String { DiffRow.name(of: item.id) }

  static func name(of id: RowID) -> String {
    switch id {
    case .message(let id): id.high == 0xB ? "m\(id.low)" : ScriptNames.name(of: id)
    case .day(let day): "day\(day.number)"
    case .unreadDivider: "unread"
    case .gap(let place): "gap\((place?.serverTime.milliseconds ?? 0) / 10)"
    case .start: "start"
    case .loadingOlder: "loading-older"
    case .loadingNewer: "loading-newer"
    case .typing: "typing"
    }
  }
}

extension Timeline {
  /// The names of the rows, for failure messages.
  var names: [String] { rows.map { DiffRow.name(of: $0.id) } }
}
