internal import MessagingModel

/// What is known of the rows of a window: the messages, what they quote, and how far people have
/// read.
struct LoadedMessages: Hashable, Sendable {
  private var messages: [MessageID: Message] = [:]
  private var quotes: [MessageReference: Message] = [:]
  private var threads: [MessageID: ThreadSummary] = [:]
  private var receipts: [Receipt] = []
  /// The message that began the thread that is shown, if it is stored.
  private(set) var root: Message?
  private(set) var unread = Unread(count: 0, isLowerBound: false)
  private(set) var revision = Revision.zero

  /// How far somebody has read.
  func mark(of participant: ParticipantID) -> Position? {
    receipts.first { $0.participant == participant }?.upTo
  }

  subscript(id: MessageID) -> Message? { messages[id] }

  /// Takes a page: what it says is newer than what was known.
  mutating func take(_ page: Snapshot) {
    for message in page.messages {
      messages[message.id] = message
      threads[message.id] = page.threads[message.id]
      // A quoted message that is gone is not there.
      if let target = message.replyTo { quotes[target] = nil }
    }
    if let target = page.root?.replyTo { quotes[target] = nil }
    quotes.merge(page.quotes) { _, new in new }
    root = page.root
    (receipts, unread, revision) = (page.receipts, page.unread, page.revision)
  }

  /// Forgets what no row of the window needs.
  mutating func keep(_ rows: [WindowRow]) {
    guard messages.count > rows.count else { return }
    var kept: [MessageID: Message] = [:]
    kept.reserveCapacity(rows.count)
    for row in rows { kept[row.id] = messages[row.id] }
    messages = kept
    threads = threads.filter { kept[$0.key] != nil }
    let wanted = Set(kept.values.compactMap(\.replyTo) + [root?.replyTo].compactMap(\.self))
    quotes = quotes.filter { wanted.contains($0.key) }
  }

  /// What the window shows, as if it had been read at once.
  func snapshot(of window: WindowReading) -> Snapshot {
    var shown = window.rows.compactMap { messages[$0.id] }
    // A page may say that a message has moved, before the window is read again.
    shown.sort { $0.position < $1.position }
    return Snapshot(
      revision: revision, messages: shown, quotes: quotes,
      threads: threads, receipts: receipts, gaps: window.gaps, older: window.older,
      newer: window.newer,
      unread: unread)
  }
}
