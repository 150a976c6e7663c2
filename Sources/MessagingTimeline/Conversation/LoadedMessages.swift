internal import MessagingModel

/// The contents of the rows of a window: messages, the messages that they quote, summaries of
/// threads, and receipts.
struct LoadedMessages: Hashable, Sendable {
  private var messages: [MessageID: Message] = [:]
  private var quotes: [MessageReference: Message] = [:]
  private var threads: [MessageID: ThreadSummary] = [:]
  private var receipts: [Receipt] = []
  /// The root of the thread that is shown; `nil` if it is not stored, or if no thread is shown.
  private(set) var root: Message?
  private(set) var unread = Unread(count: 0, isLowerBound: false)
  private(set) var revision = Revision.zero

  /// The position up to which a participant has read; `nil` without a receipt.
  func mark(of participant: ParticipantID) -> Position? {
    receipts.first { $0.participant == participant }?.upTo
  }

  subscript(id: MessageID) -> Message? { messages[id] }

  /// Takes a page, which is newer than what is known.
  mutating func take(_ page: Snapshot) {
    for message in page.messages {
      messages[message.id] = message
      threads[message.id] = page.threads[message.id]
      // The page has no quote if the quoted message is gone, so the known one is dropped first.
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

  /// Returns the contents of the window as one snapshot, as if it had been read at once.
  func snapshot(of window: WindowReading) -> Snapshot {
    var shown = window.rows.compactMap { messages[$0.id] }
    // A page may give a message a new position before the window is read again.
    shown.sort { $0.position < $1.position }
    return Snapshot(
      revision: revision, messages: shown, quotes: quotes,
      threads: threads, receipts: receipts, gaps: window.gaps, older: window.older,
      newer: window.newer,
      unread: unread)
  }
}
