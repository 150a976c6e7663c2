internal import MessagingCore
internal import MessagingModel

/// A `rows` block that runs: what is stored, by the oracle, and what the builder makes of it.
struct RowsRun {
  let builder: any TimelineBuilding
  private(set) var moments = 0
  private var log = NaiveLog(owner: ScriptNames.owner)
  private var translator = StepTranslator()
  private var input = TimelineInput(owner: ScriptNames.owner)
  private var look = RowsLine.Look.newest(100, crossesGaps: true)
  private var isOpen = false
  private var before = Timeline.empty
  private var shown = Timeline.empty

  init(builder: any TimelineBuilding) { self.builder = builder }

  /// Does what the lines of one moment say; then the rows are made anew.
  mutating func perform(_ moment: [RowsLine]) throws {
    moments += 1
    var changes: [Change] = []
    for line in moment {
      switch line.content {
      case .step(let step):
        if case .apply(let batch) = translator.action(step) { changes += batch }
      case .open:
        isOpen = true
        shown = .empty
      case .zone(let zone): input.zone = zone
      case .typing(let names): input.typing = Set(names.map { ParticipantID($0) })
      case .loading(let older, let newer):
        (input.isLoadingOlder, input.isLoadingNewer) = (older, newer)
      case .look(let look): self.look = look
      case .show(let shown): input.shown = shown
      case .runs(let limit): input.runLimit = limit
      case .expect: break
      }
    }
    if let refusal = log.apply(changes) {
      throw SubjectError(description: "the script is refused: \(refusal.rawValue)")
    }
    if isOpen { try build() }
  }

  /// Compares what is shown with what is expected.
  mutating func check(_ expectation: LineExpectation, at index: Int) throws {
    if !isOpen {
      isOpen = true
      try build()
    }
    try expectation.check(observe(expectation), at: index)
  }

  private mutating func build() throws {
    before = shown
    shown = builder.timeline(of: log.read(try query()), input, after: shown)
  }

  private func query() throws -> Query {
    let kind: Query.Kind
    var count = 100
    switch look {
    case .newest(let limit, let crosses):
      return Query(.newest, in: ScriptNames.conversation, limit: limit, crossesGaps: crosses)
    case .older(let reference, let limit):
      (kind, count) = (.older(than: try place(reference)), limit)
    case .newer(let reference, let limit):
      (kind, count) = (.newer(than: try place(reference)), limit)
    case .around(let reference, let limit):
      (kind, count) = (.around(ScriptNames.target(reference)), limit)
    case .window(let lower, let upper):
      kind = .window(from: try place(lower), to: try place(upper))
    }
    return Query(kind, in: ScriptNames.conversation, limit: count)
  }

  private func place(_ reference: ScriptReference) throws -> Cursor {
    guard
      let (conversation, place) = translator.names.place(reference, in: ScriptNames.conversation)
    else { throw SubjectError(description: "the script never says where \(reference) is") }
    return Cursor(conversation: conversation, position: .confirmed(place))
  }

  private func observe(_ expectation: LineExpectation) -> Observation {
    switch expectation.name {
    case "rows": Observation(shown.rows.map(\.word))
    case "messages", "days", "gaps", "divider", "ends":
      Observation(shown.rows.filter { $0.isSeen(by: expectation.name) }.map(\.word))
    case "came": Observation(shown.rows.filter { before.row($0.id) == nil }.map(\.word))
    case "gone": Observation(before.rows.filter { shown.row($0.id) == nil }.map(\.word))
    case "changed":
      Observation(
        shown.rows.filter { row in before.row(row.id).map { $0 != row } ?? false }.map(\.word))
    case "version":
      Observation(
        shown.version == before.version
          ? "same" : shown.version > before.version ? "greater" : "smaller")
    case "end": Observation(shown.reachesEnd ? "yes" : "no")
    case "typing": Observation(shown.writers.map { ObservedWord($0.text.string) })
    default: observe(expectation.name, of: expectation.arguments.first ?? "")
    }
  }

  private func observe(_ name: String, of reference: String) -> Observation {
    guard let item = shown.rows.first(where: { $0.isMessage(reference) }), let row = item.message
    else { return .missing }
    switch name {
    case "id": return item.identity
    case "text": return row.message.observation(.text, in: .nothing)
    case "grouping": return Observation(row.grouping.word)
    case "readers": return Observation(row.readers.map { ObservedWord($0.text.string) })
    case "quote":
      guard let quote = row.quote else { return .missing }
      return Observation(
        [ObservedWord(quote)] + quote.observation(.text, in: .nothing).words)
    case "links":
      return Observation(
        row.derived.links.map { ObservedWord("\($0.lowerBound)..<\($0.upperBound)") })
    case "system": return Observation(row.derived.isSystem ? "yes" : "no")
    default: return .missing
    }
  }
}

extension Snapshot {
  fileprivate static let nothing = Snapshot(
    revision: .zero, messages: [], older: .more, newer: .more)
}

extension Timeline {
  /// The row with an id.
  func row(_ id: RowID) -> TimelineItem? { rows.first { $0.id == id } }

  /// Whom the typing rows name.
  fileprivate var writers: [ParticipantID] {
    rows.flatMap { row in
      if case .typing(let names) = row.content { names } else { [] as [ParticipantID] }
    }
  }
}

extension TimelineItem {
  /// As scripts write it.
  var word: ObservedWord {
    switch content {
    case .message(let row): ObservedWord(row.message)
    case .day(let day): ObservedWord("day\(day.number)", or: ["day\(day.number)/\(day.zone)"])
    case .unreadDivider: ObservedWord("unread")
    case .gap: ObservedWord("|")
    case .start: ObservedWord("start")
    case .loading: ObservedWord(id == .loadingOlder ? "loading-older" : "loading-newer")
    case .typing: ObservedWord("typing")
    }
  }

  /// Whether an expectation looks at it: all look at messages, each at rows of its own.
  fileprivate func isSeen(by expectation: String) -> Bool {
    switch content {
    case .message: true
    case .day: expectation == "days"
    case .gap: expectation == "gaps"
    case .unreadDivider: expectation == "divider"
    case .start, .loading, .typing: expectation == "ends"
    }
  }

  /// Whether it is the row of the message that a script calls so.
  fileprivate func isMessage(_ name: String) -> Bool {
    guard let message = message?.message else { return false }
    return ScriptNames.names(of: message).contains(name)
  }

  /// Whose identity it has.
  fileprivate var identity: Observation {
    guard let message = message?.message, let id = id.message else {
      return Observation("\(self.id)")
    }
    let derived = message.remoteID.map { MessageID(derivedFrom: $0, in: message.conversation) }
    return derived == id ? Observation("derived") : Observation(ScriptNames.name(of: id))
  }
}

extension Grouping {
  fileprivate var word: String {
    switch (isFirst, isLast) {
    case (true, true): "alone"
    case (true, false): "first"
    case (false, true): "last"
    case (false, false): "middle"
    }
  }
}
