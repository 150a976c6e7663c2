internal import MessagingModel

/// The messages of others that are visible, and since when.
struct ReadingSight: Sendable {
  /// A visible message.
  struct Seen: Hashable, Sendable {
    let id: MessageID
    let mark: Mark
    /// When the message became visible to the reader, in milliseconds; `nil` while the screen is
    /// not active.
    var since: Int64?
  }

  /// A message up to which the owner has read, and its position.
  struct Mark: Hashable, Sendable {
    let message: MessageReference
    let position: Position
  }

  private(set) var seen: [Seen] = []
  private(set) var isActive = true
  /// The position up to which the owner has read, by the store or by the last report from here.
  private(set) var marked: Position?
  /// The position up to which the owner has read, by the store alone.
  private var stored: Position?
  /// The last mark that was reported.
  private var said: Mark?
  /// A mark that the store did not take, and when it is reported again (`OPEN-024`).
  private var owed: (mark: Mark, due: Int64)?

  mutating func setActive(_ isActive: Bool, at now: Int64) {
    guard isActive != self.isActive else { return }
    self.isActive = isActive
    for index in seen.indices { seen[index].since = isActive ? now : nil }
  }

  /// Forgets messages whose rows are gone: nobody can look at them any longer (`OPEN-020`).
  mutating func forget(_ gone: [MessageID]) {
    guard !gone.isEmpty, !seen.isEmpty else { return }
    let gone = Set(gone)
    seen.removeAll { gone.contains($0.id) }
  }

  /// Takes the visible messages. A message that was visible before keeps its time.
  mutating func see(_ rows: [Message], at now: Int64) {
    let before = Dictionary(uniqueKeysWithValues: seen.map { ($0.id, $0.since) })
    seen = rows.filter { !$0.isOutgoing && $0.position.confirmed != nil }.map { message in
      Seen(
        id: message.id,
        mark: Mark(message: message.reference, position: message.position),
        since: isActive ? (before[message.id] ?? nil) ?? now : nil)
    }
  }

  /// Returns the newest message that was visible for long enough and is not read yet, and counts it
  /// as read. `nil` for none.
  ///
  /// - Parameter marker: the position up to which the owner has read, by the store.
  mutating func takeRead(after time: Int64, marker: Position?, at now: Int64) -> MessageReference? {
    // A marker never goes back, unless the conversation was forgotten, with all readings.
    if let stored, marker.map({ $0 < stored }) ?? true { (marked, said, owed) = (nil, nil, nil) }
    stored = marker
    if let marker { marked = max(marked ?? marker, marker) }
    if let owed, now < owed.due { return nil }
    let read = seen.filter { $0.since.map { now - $0 >= time } ?? false }.map(\.mark)
    let next = (read + [owed?.mark].compactMap(\.self)).max { $0.position < $1.position }
    owed = nil
    guard let next, marked.map({ $0 < next.position }) ?? true else { return nil }
    marked = next.position
    said = next
    return next.message
  }

  /// Plans to report the last mark again at `due`, because the store did not take it. The failure
  /// of an earlier mark changes nothing.
  mutating func refuse(_ message: MessageReference, marker: Position?, until due: Int64) {
    guard let said, said.message == message else { return }
    marked = marker
    owed = (said, due)
  }

  /// Forgets a message that the store does not have. It counts as read only after it has become
  /// visible again (`OPEN-029`).
  mutating func forget(_ message: MessageReference, marker: Position?) {
    seen.removeAll { $0.mark.message == message }
    guard let said, said.message == message else { return }
    (marked, owed) = (marker, nil)
  }

  /// Forgets what was seen and reported: nothing of it is loaded any more. The conversation may
  /// have been forgotten, with all receipts.
  mutating func beginAnew() {
    let isActive = isActive
    self = ReadingSight()
    self.isActive = isActive
  }

  /// When a mark is due: the one that is reported again, or that of the next message that will have
  /// been visible for long enough. `nil` for never.
  func deadline(_ time: Int64) -> Int64? {
    if let owed { return owed.due }
    return seen.filter { seen in marked.map { $0 < seen.mark.position } ?? true }
      .compactMap(\.since).map { time.after($0) }.min()
  }
}

// How far the owner has read.
extension TimelineState {
  /// Notes which messages are visible: rows that the screen took, even if they are not loaded any
  /// more, and never what is only loaded.
  mutating func look(at viewport: WindowViewport, _ now: Int64) {
    let shown = taken.compactMap { $0.message?.message }
    guard let first = shown.firstIndex(where: { $0.id == viewport.first }),
      let last = shown[first...].firstIndex(where: { $0.id == viewport.last })
    else { return }
    sight.see(Array(shown[first...last]), at: now)
  }

  var sightDeadline: Int64? {
    if input.isThread { return nil }
    return phase == .open ? sight.deadline(options.readAfter) : nil
  }

  /// Reports how far the owner has read (`OPEN-020`). A thread reports nothing: its reader does not
  /// read the conversation.
  mutating func markRead(_ now: Int64) -> [TimelineAction] {
    if input.isThread { return [] }
    guard phase == .open else { return [] }
    guard
      let message = sight.takeRead(
        after: options.readAfter, marker: loaded.mark(of: input.owner), at: now)
    else { return [] }
    return [.markRead(message)]
  }

  /// Plans to report again what the store did not take (`OPEN-024`), unless the message is gone.
  mutating func refuseMark(
    _ message: MessageReference, _ code: RepositoryError.Code, _ now: Int64
  ) {
    if code == .unknownMessage {
      return sight.forget(message, marker: loaded.mark(of: input.owner))
    }
    sight.refuse(
      message, marker: loaded.mark(of: input.owner), until: options.markRetry.after(now))
  }
}
