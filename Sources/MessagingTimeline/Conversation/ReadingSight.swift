internal import MessagingModel

/// Which messages of others somebody sees, and since when.
struct ReadingSight: Sendable {
  /// A message that is in sight.
  struct Seen: Hashable, Sendable {
    let id: MessageID
    let mark: Mark
    /// `nil` while nobody looks.
    var since: Int64?
  }

  /// Up to where the owner has read.
  struct Mark: Hashable, Sendable {
    let message: MessageReference
    let position: Position
  }

  private(set) var seen: [Seen] = []
  private(set) var isActive = true
  /// Up to where the owner has read, as far as was said here.
  private(set) var marked: Position?
  /// What was said last.
  private var said: Mark?
  /// What was said and not stored, and when it is said again (`OPEN-024`).
  private var owed: (mark: Mark, due: Int64)?

  mutating func setActive(_ isActive: Bool, at now: Int64) {
    guard isActive != self.isActive else { return }
    self.isActive = isActive
    for index in seen.indices { seen[index].since = isActive ? now : nil }
  }

  /// Takes what is visible now; what was visible before keeps its time.
  mutating func see(_ rows: [Message], at now: Int64) {
    let before = Dictionary(uniqueKeysWithValues: seen.map { ($0.id, $0.since) })
    seen = rows.filter { !$0.isOutgoing && $0.position.confirmed != nil }.map { message in
      Seen(
        id: message.id,
        mark: Mark(
          message: message.remoteID.map { .remote($0) } ?? .id(message.id),
          position: message.position),
        since: isActive ? (before[message.id] ?? nil) ?? now : nil)
    }
  }

  /// The newest message that was in sight for long enough and is not read yet.
  ///
  /// - Parameter marker: up to where the owner has read by the store.
  mutating func takeRead(after time: Int64, marker: Position?, at now: Int64) -> MessageReference? {
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

  /// The store did not take what was said last; what was said before that does not matter any more.
  mutating func refuse(_ message: MessageReference, marker: Position?, until due: Int64) {
    guard let said, said.message == message else { return }
    marked = marker
    owed = (said, due)
  }

  /// The store does not have the message that was said last: it is not read before it is in sight
  /// anew (`OPEN-029`).
  mutating func forget(_ message: MessageReference, marker: Position?) {
    seen.removeAll { $0.mark.message == message }
    guard let said, said.message == message else { return }
    (marked, owed) = (marker, nil)
  }

  /// When the next message will have been in sight for long enough.
  func deadline(_ time: Int64) -> Int64? {
    if let owed { return owed.due }
    return seen.filter { seen in marked.map { $0 < seen.mark.position } ?? true }
      .compactMap(\.since).map { time.after($0) }.min()
  }
}

// How far the owner has read.
extension TimelineState {
  mutating func look(at viewport: WindowViewport, _ now: Int64) {
    let rows = window.reading.rows
    guard let first = rows.firstIndex(where: { $0.id == viewport.first }),
      let last = rows[first...].firstIndex(where: { $0.id == viewport.last })
    else { return }
    sight.see(rows[first...last].compactMap { loaded[$0.id] }, at: now)
  }

  var sightDeadline: Int64? {
    if input.isThread { return nil }
    return phase == .open ? sight.deadline(options.readAfter) : nil
  }

  /// Says how far the owner has read (`OPEN-020`); in a thread nobody reads the conversation.
  mutating func markRead(_ now: Int64) -> [TimelineAction] {
    if input.isThread { return [] }
    guard phase == .open else { return [] }
    guard
      let message = sight.takeRead(
        after: options.readAfter, marker: loaded.mark(of: input.owner), at: now)
    else { return [] }
    return [.markRead(message)]
  }

  /// What the store did not take is said again (`OPEN-024`), unless it is gone.
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
