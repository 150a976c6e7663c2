internal import MessagingModel

/// Which messages of others somebody sees, and since when.
struct ReadingSight: Hashable, Sendable {
  /// A message that is in sight.
  struct Seen: Hashable, Sendable {
    let id: MessageID
    let position: Position
    /// `nil` while nobody looks.
    var since: Int64?
  }

  private(set) var seen: [Seen] = []
  private(set) var isActive = true
  /// Up to where the owner has read, as far as was said here.
  private(set) var marked: Position?

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
        id: message.id, position: message.position,
        since: isActive ? (before[message.id] ?? nil) ?? now : nil)
    }
  }

  /// The newest message that was in sight for long enough and is not read yet.
  mutating func takeRead(after time: Int64, marker: Position?, at now: Int64) -> MessageID? {
    if let marker { marked = max(marked ?? marker, marker) }
    let read = seen.filter { $0.since.map { now - $0 >= time } ?? false }
      .max { $0.position < $1.position }
    guard let read, marked.map({ $0 < read.position }) ?? true else { return nil }
    marked = read.position
    return read.id
  }

  /// When the next message will have been in sight for long enough.
  func deadline(_ time: Int64) -> Int64? {
    seen.filter { seen in marked.map { $0 < seen.position } ?? true }
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
    if case .thread = input.shown { return nil }
    return phase == .open ? sight.deadline(options.readAfter) : nil
  }

  /// Says how far the owner has read (`OPEN-020`); in a thread nobody reads the conversation.
  mutating func markRead(_ now: Int64) -> [TimelineAction] {
    if case .thread = input.shown { return [] }
    guard phase == .open else { return [] }
    let marker = loaded.mark(of: input.owner)
    guard let id = sight.takeRead(after: options.readAfter, marker: marker, at: now),
      let message = loaded[id]
    else { return [] }
    return [.markRead(message.remoteID.map { .remote($0) } ?? .id(id))]
  }
}
