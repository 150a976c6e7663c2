internal import MessagingModel
internal import MessagingTimeline

/// A row in the form of the protocol: its name, then its content.
struct RowForm: CanonicalCodable {
  let item: TimelineItem

  init(_ item: TimelineItem) { self.item = item }

  func encode(to writer: inout CanonicalWriter) {
    writer.object { writer in
      writer.field("row", ExactString(RowForm.name(of: item.id)))
      switch item.content {
      case .message(let row): row.encode(to: &writer)
      case .day(let day):
        writer.field("day", day.number)
        writer.field("zone", day.zone)
      case .unreadDivider: writer.flag("unreadDivider", true)
      case .gap(let gap): writer.field("gap", gap)
      case .start: writer.flag("start", true)
      case .loading:
        writer.field("loading", ExactString(item.id == .loadingOlder ? "older" : "newer"))
      case .typing(let people):
        writer.key("typing")
        writer.array(people) { $1.encode(to: &$0) }
      }
    }
  }

  init(from reader: inout CanonicalReader) throws(CanonicalError) {
    let item = try reader.object { reader throws(CanonicalError) in
      let name = try reader.field("row", as: ExactString.self)
      let place = reader.place
      let item = try RowForm.item(from: &reader)
      guard name == ExactString(RowForm.name(of: item.id)) else {
        throw reader.failure("a row with its own name", at: place)
      }
      return item
    }
    self.init(item)
  }

  private static func item(from reader: inout CanonicalReader) throws(CanonicalError)
    -> TimelineItem
  {
    let kinds: [StaticString] = [
      "message", "day", "unreadDivider", "gap", "start", "loading", "typing",
    ]
    switch try reader.kind(kinds) {
    case 0:
      let row = try MessageRow(from: &reader)
      return TimelineItem(id: .message(row.message.id), content: .message(row))
    case 1:
      let day = CalendarDay(number: try Int(from: &reader), zone: try reader.field("zone"))
      return TimelineItem(id: .day(day), content: .day(day))
    case 2:
      _ = try reader.boolean()
      return TimelineItem(id: .unreadDivider, content: .unreadDivider)
    case 3:
      let gap = try Gap(from: &reader)
      return TimelineItem(id: .gap(after: gap.after), content: .gap(gap))
    case 4:
      _ = try reader.boolean()
      return TimelineItem(id: .start, content: .start)
    case 5:
      let isOlder = try reader.choice(["older", "newer"]) == "older"
      return TimelineItem(id: isOlder ? .loadingOlder : .loadingNewer, content: .loading)
    default:
      let people = try reader.array { reader throws(CanonicalError) in
        try ParticipantID(from: &reader)
      }
      return TimelineItem(id: .typing, content: .typing(people))
    }
  }

  /// Returns the identity of a row as a string. Two rows are the same if and only if their names
  /// are equal.
  static func name(of id: RowID) -> String {
    switch id {
    case .message(let id): "message:\(id)"
    case .day(let day): "day:\(day.number):\(day.zone)"
    case .unreadDivider: "unread"
    case .gap(let place):
      place.map {
        "gap:\($0.serverTime.milliseconds):\($0.timestamp.milliseconds):\($0.remoteID)"
      } ?? "gap"
    case .start: "start"
    case .loadingOlder: "older"
    case .loadingNewer: "newer"
    case .typing: "typing"
    }
  }
}

extension MessageRow {
  /// Writes the content of a message row, as members of the row.
  fileprivate func encode(to writer: inout CanonicalWriter) {
    writer.field("message", message)
    writer.field("quote", quote)
    writer.field("thread", thread.map(ThreadForm.init))
    writer.flag("first", grouping.isFirst)
    writer.flag("last", grouping.isLast)
    writer.field("readers", readers)
    writer.field("links", derived.links.map(LinkForm.init))
    writer.flag("isSystem", derived.isSystem)
  }

  /// Reads the content, after the name `message`.
  fileprivate init(from reader: inout CanonicalReader) throws(CanonicalError) {
    self.init(message: try Message(from: &reader))
    quote = try reader.optional("quote")
    thread = try reader.optional("thread", as: ThreadForm.self)?.thread
    grouping = Grouping(isFirst: try reader.flag("first"), isLast: try reader.flag("last"))
    readers = try reader.list("readers")
    derived = DerivedContent(
      links: try reader.list("links", of: LinkForm.self).map(\.range),
      isSystem: try reader.flag("isSystem"))
  }
}

/// The thread that begins at a message, as a row shows it.
private struct ThreadForm: CanonicalCodable {
  let thread: ThreadSummary

  init(_ thread: ThreadSummary) { self.thread = thread }

  func encode(to writer: inout CanonicalWriter) {
    writer.object { writer in
      writer.field("count", thread.count)
      writer.flag("lowerBound", thread.isLowerBound)
      writer.field("latest", thread.latest)
    }
  }

  init(from reader: inout CanonicalReader) throws(CanonicalError) {
    thread = try reader.object { reader throws(CanonicalError) in
      ThreadSummary(
        count: try reader.field("count"), isLowerBound: try reader.flag("lowerBound"),
        latest: try reader.optional("latest"))
    }
  }
}

/// The range of a link in bytes: its first byte, and the first byte after it.
private struct LinkForm: CanonicalCodable {
  let range: Range<Int>

  init(_ range: Range<Int>) { self.range = range }

  func encode(to writer: inout CanonicalWriter) {
    writer.array([range.lowerBound, range.upperBound]) { $1.encode(to: &$0) }
  }

  init(from reader: inout CanonicalReader) throws(CanonicalError) {
    let place = reader.place
    let ends = try reader.array { reader throws(CanonicalError) in try Int(from: &reader) }
    guard ends.count == 2, ends[0] <= ends[1] else {
      throw reader.failure("the two ends of a link", at: place)
    }
    range = ends[0]..<ends[1]
  }
}

extension CanonicalReader {
  /// The number of bytes that were read.
  var place: Int { failure("").offset }

  /// Reads one of several words.
  mutating func choice(_ words: [String]) throws(CanonicalError) -> String {
    let place = place
    let word = try string()
    guard words.contains(word) else {
      throw failure("one of: \(words.joined(separator: " "))", at: place)
    }
    return word
  }
}
