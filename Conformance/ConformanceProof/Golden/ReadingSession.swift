internal import MessagingConformance
internal import MessagingCore
internal import MessagingModel

/// Somebody reads the long conversation: the steps in closed form, what is seen from the oracle.
///
/// Opens at the end, with the last messages unsent; thirteen of them are confirmed there, twelve
/// while older ones are read; typing, the keyboard in steps, a message that is followed, one that
/// is sent; the device is turned and turned back; then page by page to the very top, with messages,
/// receipts and the keyboard in between; a jump, opened again, and back to the end.
struct ReadingSession {
  private let conversation: LongConversation
  private let pageSize = 50
  private var lines: [String] = []
  /// Unsent messages that are still unsent.
  private var pending: Set<Int>
  private var newest: Int

  init(_ conversation: LongConversation) {
    self.conversation = conversation
    pending = Set((0..<conversation.count).filter(conversation.isPending))
    newest = conversation.count
    tell()
  }

  /// The steps with what the oracle sees after each.
  var golden: [String] {
    var stage = ScrollStage([{ NaiveScroll($0) }])
    var golden: [String] = []
    guard let steps = try? ScrollStage.steps(lines) else { return [] }
    for step in steps {
      golden += step.sources
      do { try stage.tell(step) } catch { return golden + ["cannot be told: \(error)"] }
      // The frame before the rows, and the options, are no steps of their own.
      guard !stage.outcomes.isEmpty else { continue }
      golden.append(expect("command", stage))
      golden.append(expect("offset", stage))
    }
    golden.append(expect("height", stage))
    return golden
  }

  private func expect(_ question: String, _ stage: ScrollStage) -> String {
    "? \(question) = \(ScrollFixture.value(question, stage).text)"
  }

  private func name(_ index: Int) -> String {
    let isOwn = index < conversation.count && conversation.sender(index) == "me"
    return "\(isOwn ? "o" : "m")\(index)"
  }

  private func row(_ index: Int) -> String { "\(name(index)):\(conversation.height(index))" }

  private func rows(_ range: Range<Int>) -> String { range.map(row).joined(separator: " ") }

  private mutating func tell() {
    let loaded = conversation.count - pageSize
    lines = [
      "options scale=3", "viewport 390x844 top=97.333 bottom=83",
      "rows " + rows(loaded..<conversation.count),
    ]
    for turn in 0..<13 { promote(turn) }
    lines += ["append typing:36.667", "remove typing", "& arrive m\(newest):61.333"]
    newest += 1
    keyboard()
    lines += ["post o\(newest):52.667", "resize o\(newest):52.667 cause=grouping"]
    newest += 1
    lines.append("scroll 4000.333")
    for turn in 13..<conversation.pendingCount { promote(turn) }
    turn(loaded..<conversation.count)
    for page in 1..<(conversation.count / pageSize) { older(page) }
    lines += [
      "scroll -97.333", "jump \(name(3_500)) center",
      "resize \(name(3_499)):200.333 \(name(3_501)):99 cause=measured", "open",
      "scroll 400000.667", "jump end", "arrive m\(newest):44.333",
    ]
  }

  /// The server takes an unsent message: it goes up to the others that were taken.
  private mutating func promote(_ turn: Int) {
    let count = conversation.pendingCount
    let index = conversation.count - count + turn * 11 % count
    lines.append("resize \(row(index))")
    pending.remove(index)
    if pending.contains(where: { $0 < index }), let above = (0..<index).last(where: isConfirmed) {
      lines.append("& move \(name(index)) after=\(name(above))")
    }
  }

  private func isConfirmed(_ index: Int) -> Bool { !pending.contains(index) }

  private mutating func keyboard() {
    lines += [190.5, 301, 391.333, 83].map { "inset bottom=\($0)" }
  }

  /// Turned and turned back, in the middle of a row.
  private mutating func turn(_ range: Range<Int>) {
    let lying = range.map { "\(name($0)):\(44 + 2 * (37 * $0 % 101))" }.joined(separator: " ")
    lines += [
      "size 844x390", "& inset top=44 bottom=53.667", "& resize \(lying) cause=width",
      "size 390x844", "& inset top=97.333 bottom=83", "& resize \(rows(range)) cause=width",
    ]
  }

  private mutating func older(_ page: Int) {
    let end = conversation.count - page * pageSize
    lines.append("scroll \(100 + page * 7 % 60).333")
    lines.append("prepend " + rows(end - pageSize..<end))
    switch page % 10 {
    case 3:
      lines.append("arrive m\(newest):\(44 + page).667")
      newest += 1
    case 5: keyboard()
    case 7: lines.append("resize \(row(end)) \(row(end + 1))")
    case 9: lines.append("resize \(name(end - 1)):\(conversation.height(end - 1)).25")
    default: break
    }
  }
}
