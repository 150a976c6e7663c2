internal import MessagingCore
internal import MessagingModel
internal import MessagingTimeline

/// A screen as simple as it can be: it keeps what it is told, and what the differences lead to.
struct NaiveListScreen: Sendable {
  private(set) var entries: [ConversationEntry] = []
  /// What the differences lead to; `nil` if one of them made no sense.
  private(set) var byDiffs: [ConversationEntry]? = []
  private(set) var updates: [ConversationListUpdate] = []
  /// Whether the last difference has more moves than it needs.
  private(set) var movesTooMuch = false
  /// Whether it takes an update.
  var isReady = false
  /// Every entry as it was at some moment, and every list.
  private var known: Set<ConversationEntry> = []
  private(set) var moments: Set<[ConversationEntry]> = []

  mutating func clear() {
    (entries, byDiffs, updates, isReady) = ([], [], [], false)
  }

  /// What a list would show at this moment.
  mutating func remember(_ pages: [ConversationID: Snapshot], _ input: TimelineInput) {
    let entries = NaiveList.entries(pages, input)
    known.formUnion(entries)
    moments.insert(entries)
  }

  /// Whether the list shown is one that there was, not half of one and half of another.
  var isOfOneMoment: Bool { moments.contains(entries) }

  /// Takes an update.
  ///
  /// - Returns: what is wrong with it, whatever it is about; `nil` if nothing is.
  mutating func take(_ update: ConversationListUpdate) -> Law? {
    guard isReady else { return .listNotReady }
    isReady = false
    byDiffs = byDiffs.flatMap { NaiveList.apply(update.diff, to: $0) }
    movesTooMuch =
      update.diff.moves.count > NaiveList.fewestMoves(entries, update.entries)
    updates.append(update)
    entries = update.entries
    let names = entries.map(\.id)
    return Set(names).count == names.count ? nil : Law("a conversation is in the list twice")
  }

  /// An entry that shows what never was stored; one that shows nothing is none.
  var stranger: ConversationEntry? {
    entries.first { $0.preview != nil && !known.contains($0) }
  }
}

extension NaiveListScreen {
  /// How what is shown differs from what is stored; `nil` if it does not.
  ///
  /// - Parameter stored: as the oracle makes them.
  func difference(from stored: [ConversationEntry]) -> String? {
    guard !updates.isEmpty else { return "nothing is shown" }
    if byDiffs != entries { return "the differences do not lead there" }
    if movesTooMuch { return "more moves than needed" }
    for (there, here) in zip(stored, entries) where there != here {
      if there.id != here.id { return "\(here.id.text) is shown where \(there.id.text) belongs" }
      return "\(here.id.text) shows another message, state or number than is stored"
    }
    return stored.count == entries.count
      ? nil : "\(entries.count) are shown, \(stored.count) are stored"
  }
}

extension ConversationListWorld {
  /// How what is shown differs from what is stored; `nil` if it does not.
  var difference: String? {
    screen.difference(from: NaiveList.entries(ledger.newestPages, options.input))
  }
}
