internal import MessagingCore
internal import MessagingModel
internal import MessagingTimeline

/// The simplest possible screen: it keeps the entries of its updates, and the result of applying
/// their diffs.
struct NaiveListScreen: Sendable {
  private(set) var entries: [ConversationEntry] = []
  /// The result of applying the diffs; `nil` if one of them did not fit.
  private(set) var byDiffs: [ConversationEntry]? = []
  private(set) var updates: [ConversationListUpdate] = []
  /// Whether the last diff has more moves than necessary.
  private(set) var movesTooMuch = false
  /// Whether it can take an update.
  var isReady = false
  /// Every state that an entry had at some moment. `moments` contains every state of the whole
  /// list.
  private var known: Set<ConversationEntry> = []
  private(set) var moments: Set<[ConversationEntry]> = []
  /// What a list would have shown after each commit, in their order. A change of what is hidden
  /// makes another moment of the same commit.
  private var story: [Moment] = []

  private struct Moment: Sendable {
    let revision: Revision
    let entries: [ConversationID: ConversationEntry]
  }

  mutating func clear() {
    (entries, byDiffs, updates, isReady) = ([], [], [], false)
  }

  /// Records what a list would show at this moment.
  ///
  /// - Parameter revision: the newest commit, if the pages show all of it.
  mutating func remember(
    _ pages: [ConversationID: Snapshot], _ input: TimelineInput, after revision: Revision? = nil
  ) {
    let entries = NaiveList.entries(pages, input)
    known.formUnion(entries)
    moments.insert(entries)
    guard let revision else { return }
    let byName = Dictionary(uniqueKeysWithValues: entries.map { ($0.id, $0) })
    story.append(Moment(revision: revision, entries: byName))
  }

  /// Whether each conversation is shown as it was after the commit that an update names, or later.
  func shows(_ update: ConversationListUpdate) -> Bool {
    guard let named = story.last(where: { $0.revision <= update.revision })?.revision else {
      return true
    }
    let since = story.filter { $0.revision >= named }
    let shown = Dictionary(update.entries.map { ($0.id, $0) }) { first, _ in first }
    let names = Set(shown.keys).union(since.flatMap(\.entries.keys))
    return names.allSatisfy { name in
      // What cannot be read again may have lost its preview to who is hidden (`LIST-009`).
      if let entry = shown[name], entry.preview == nil {
        // A conversation that was read after it was deleted is empty.
        return since.contains {
          $0.entries[name] == nil || $0.entries[name]?.unread == entry.unread
        }
      }
      return since.contains { $0.entries[name] == shown[name] }
    }
  }

  /// Whether the shown list existed at one moment, instead of mixing two.
  var isOfOneMoment: Bool { moments.contains(entries) }

  /// Takes an update.
  ///
  /// - Returns: the rule that the update breaks; `nil` if none.
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

  /// An entry with a preview that was never stored. Entries without a preview do not count.
  var stranger: ConversationEntry? {
    entries.first { $0.preview != nil && !known.contains($0) }
  }
}

extension NaiveListScreen {
  /// How the shown list differs from what is stored; `nil` if it does not.
  ///
  /// - Parameter stored: the entries that the oracle makes.
  func difference(from stored: [ConversationEntry]) -> String? {
    guard !updates.isEmpty else { return "nothing is shown" }
    if byDiffs != entries { return "the differences do not lead to the shown list" }
    if movesTooMuch { return "the differences move more entries than needed" }
    for (there, here) in zip(stored, entries) where there != here {
      if there.id != here.id { return "\(here.id.text) is shown where \(there.id.text) belongs" }
      return "\(here.id.text) shows another message, state or number than is stored"
    }
    return stored.count == entries.count
      ? nil : "\(entries.count) are shown, \(stored.count) are stored"
  }
}

extension ConversationListWorld {
  /// How the shown list differs from what is stored; `nil` if it does not.
  var difference: String? {
    screen.difference(from: NaiveList.entries(ledger.newestPages, options.input))
  }
}
