internal import MessagingCore
internal import MessagingModel
package import MessagingTimeline

/// Plays `rows` blocks: the oracle stores the messages, and the builder makes rows of them.
struct RowsPlayer: BlockPlayer {
  enum Step: Sendable {
    /// A change of the store.
    case store(StoreStep)
    /// The user opens the conversation, or returns to it.
    case open
    /// Another input of the rows.
    case screen(@Sendable (inout TimelineInput) -> Void)
    case look(Look)
  }

  /// The range that the screen shows.
  enum Look: Sendable {
    case newest(Int, crossesGaps: Bool)
    case older(ScriptReference, Int)
    case newer(ScriptReference, Int)
    case around(ScriptReference, Int)
    case window(ScriptReference, ScriptReference)
  }

  private let builder: any TimelineBuilding
  private var log = NaiveLog(owner: ScriptNames.owner)
  private var names = ScriptNames()
  private var input = TimelineInput(owner: ScriptNames.owner)
  private var look = Look.newest(100, crossesGaps: true)
  private var isOpen = false
  private(set) var before = Timeline.empty
  private(set) var shown = Timeline.empty

  init(_ subject: any RowsSubject) { builder = subject.timelineBuilding() }

  /// Performs the lines of one moment, and builds the rows.
  mutating func perform(_ moment: Script<RowsPlayer>.Moment) throws {
    var changes: [Change] = []
    for step in moment.steps {
      switch step {
      case .store(let step):
        if case .apply(let batch) = step.action(&names) { changes += batch }
      case .open:
        isOpen = true
        shown = .empty
      case .screen(let change): change(&input)
      case .look(let look): self.look = look
      }
    }
    if let refusal = log.apply(changes) {
      throw SubjectError(description: "the script is refused: \(refusal.rawValue)")
    }
    if isOpen { try build() }
  }

  /// Returns the player with the conversation open; the first question opens it.
  mutating func opened() throws -> RowsPlayer {
    if !isOpen {
      isOpen = true
      try build()
    }
    return self
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

  private func place(_ reference: ScriptReference) throws -> PageCursor {
    guard
      let (conversation, place) = names.place(reference, in: ScriptNames.conversation)
    else { throw SubjectError(description: "the script never gives the position of \(reference)") }
    return PageCursor(conversation: conversation, position: .confirmed(place))
  }
}

extension Timeline {
  /// The row with an id.
  package func row(_ id: RowID) -> TimelineItem? { rows.first { $0.id == id } }

  /// The participants that the typing rows name.
  var writers: [ParticipantID] {
    rows.flatMap { row in
      if case .typing(let names) = row.content { names } else { [] as [ParticipantID] }
    }
  }
}

extension TimelineItem {
  /// The script form.
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

  /// The origin of the row's identity.
  var identity: Observation {
    guard let message = message?.message, let id = id.message else {
      return Observation("\(self.id)")
    }
    return message.identity(of: id)
  }
}

extension Grouping {
  var word: String {
    switch (isFirst, isLast) {
    case (true, true): "alone"
    case (true, false): "first"
    case (false, true): "last"
    case (false, false): "middle"
    }
  }
}
