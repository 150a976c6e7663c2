internal import MessagingCore
internal import MessagingModel

/// The oracle of random drafts: which messages there are, and which files they name. It knows
/// nothing of folders and names.
struct ComposerModel: Sendable {
  /// A message of the histories.
  struct Place: Hashable, Sendable {
    let number: Int
    let conversation: ConversationID

    var key: MessageKey { ComposerDesk.key(number, in: conversation) }
    var name: String { "\(conversation.text.string)/\(number)" }
  }

  /// What a message says: as it was sent, or after an edit.
  struct Saying: Sendable {
    /// The edit; `nil` for the message as it was sent.
    let change: Int?
    let words: String
    /// The contents of the files, in their order.
    let files: [String]
  }

  enum Life: Sendable {
    case live
    case cancelled
    case deleted
  }

  struct Entry: Sendable {
    var life = Life.live
    /// The message as it was sent, or as the server has it; then its unsent edits. The last one is
    /// shown.
    var sayings: [Saying]
    /// Whether the server has the message.
    var isSent = false
    /// Every edit that the store ever took.
    var changes: Set<Int> = []
  }

  /// Every message that the store ever took.
  private(set) var entries: [Place: Entry] = [:]
  /// For each content that was handed out, the message for which it was.
  private var owners: [String: Place] = [:]
  /// The contents of which no copy may exist any more.
  private var banned: Set<String> = []

  /// The messages that are neither cancelled nor deleted, in an order that replays.
  var live: [Place] { all { $0 == .live } }
  /// The messages whose files nothing needs any more.
  var dead: [Place] { all { $0 != .live } }
  var needed: Set<MessageKey> { Set(live.map(\.key)) }

  private func all(_ isMeant: (Life) -> Bool) -> [Place] {
    entries.filter { isMeant($0.value.life) }.keys.sorted { $0.name < $1.name }
  }

  mutating func handOut(_ content: String, for place: Place) { owners[content] = place }

  /// A call stored a message or an edit.
  mutating func store(_ saying: Saying, at place: Place) {
    guard let change = saying.change else {
      entries[place] = Entry(sayings: [saying])
      return
    }
    entries[place]?.sayings.append(saying)
    entries[place]?.changes.insert(change)
  }

  /// A call stored nothing: what was handed out for it may not stay.
  mutating func ban(_ contents: [String]) { banned.formUnion(contents) }

  mutating func cancel(_ change: Int, at place: Place) {
    entries[place]?.sayings.removeAll { $0.change == change }
  }

  func isSent(_ place: Place) -> Bool { entries[place]?.isSent ?? false }

  /// The edits that the server does not have, the oldest first.
  func pending(of place: Place) -> [Int] {
    entries[place]?.sayings.compactMap(\.change) ?? []
  }

  mutating func acknowledge(_ place: Place) { entries[place]?.isSent = true }

  /// The server took the oldest edit: the message says that now.
  mutating func settle(_ change: Int, at place: Place) {
    guard let saying = entries[place]?.sayings.first(where: { $0.change == change }) else { return }
    let later = entries[place]?.sayings.filter { $0.change != nil && $0.change != change } ?? []
    let settled = Saying(change: nil, words: saying.words, files: saying.files)
    entries[place]?.sayings = [settled] + later
  }

  mutating func end(_ place: Place, as life: Life) { entries[place]?.life = life }

  mutating func discard(_ place: Place) {
    ban(owners.filter { $0.value == place }.map(\.key))
  }

  /// A sweep of everything, with the truth.
  mutating func sweep() {
    let kept = Set(live)
    ban(owners.filter { !kept.contains($0.value) }.map(\.key))
  }

  /// What is wrong with the copies; `nil` if nothing is.
  ///
  /// A file that the store names has one copy, also under an edit that hides it: the edit may be
  /// cancelled. Other copies may stay until their message is discarded or swept.
  func fault(of copies: [String: Int]) -> String? {
    let named = Set(live.flatMap { entries[$0]?.sayings.flatMap(\.files) ?? [] })
    for (content, place) in owners.sorted(by: { $0.key < $1.key }) {
      let count = copies[content] ?? 0
      let isNamed = named.contains(content)
      let most = isNamed || !banned.contains(content) ? 1 : 0
      if count > most || isNamed && count == 0 {
        let least = isNamed ? 1 : 0
        return "'\(content)' of \(place.name) has \(count) copies, expected \(least) to \(most)"
      }
    }
    return nil
  }
}

/// What random drafts have to meet.
enum ComposerMark: String, CaseIterable, Sendable {
  case sent = "messages-sent"
  case again = "messages-sent-again"
  case bad = "bad-files"
  case refused = "refusals-by-the-store"
  case lost = "lost-answers"
  case unreadable = "unreadable-stores"
  case edited = "edits"
  case kept = "edits-that-keep-files"
  case editedAgain = "edits-made-again"
  case editedAgainBelow = "edits-made-again-under-a-later-one"
  case cancelled = "messages-cancelled"
  case editCancelled = "edits-cancelled"
  case acknowledged = "messages-that-the-server-has"
  case settled = "edits-that-the-server-has"
  case deleted = "messages-deleted"
  case discarded = "messages-discarded"
  case swept = "sweeps"
  case moved = "moves"
}
