public import Foundation
internal import MessagingCore
internal import MessagingModel

/// The targets of reactions and edits. A redaction names only the event of the reaction or edit,
/// and by then the server has forgotten its target: the device must remember it.
///
/// The book is bounded, and the oldest entries are dropped. Without its entry, the removal of a
/// reaction is lost.
public final class MatrixBook: Sendable {
  enum Entry: Hashable, Sendable {
    case reaction(RemoteID, ExactString, ParticipantID, Version)
    /// The message, and who edited it when; an entry of an older book has no more than the first.
    case edit(RemoteID, ParticipantID?, Version?)
  }

  /// How many entries are kept at least.
  static let limit = 20_000

  private struct Place: Hashable, Sendable {
    let room: ConversationID
    let event: RemoteID
  }

  private struct State {
    var entries: [Place: Entry] = [:]
    /// The events in the order in which they were noted, oldest first.
    var order: [Place] = []
    /// Lines that are not in the file yet.
    var unwritten: [JSON] = []
  }

  private let file: URL?
  private let state = Locked(State())

  /// - Parameter file: where the book is kept between runs. Keep it next to the store, and as
  ///   private. Unreadable lines are skipped. `nil` keeps the book for one run only.
  public init(file: URL?) {
    self.file = file
    guard let file, let data = try? Data(contentsOf: file) else { return }
    let lines = data.split(separator: UInt8(ascii: "\n"))
    state.withLock { state in
      for line in lines {
        guard let json = try? JSONReader.read(Data(line)), let (place, entry) = Self.read(json)
        else { continue }
        Self.add(entry, at: place, to: &state)
      }
      // The file is too long: write it again without the dropped entries. If that fails, it stays
      // long.
      guard lines.count > 2 * Self.limit else { return }
      let kept = state.order.compactMap { place in
        state.entries[place].map { Self.line(of: $0, at: place) }
      }
      try? Self.text(of: kept).write(to: file, options: .atomic)
    }
  }

  func note(_ event: RemoteID, in room: ConversationID, _ entry: Entry) {
    state.withLock { state in
      let place = Place(room: room, event: event)
      guard state.entries[place] == nil else { return }
      Self.add(entry, at: place, to: &state)
      if file != nil { state.unwritten.append(Self.line(of: entry, at: place)) }
    }
  }

  func entry(for event: RemoteID, in room: ConversationID) -> Entry? {
    state.withLock { $0.entries[Place(room: room, event: event)] }
  }

  /// The greatest order of the known edits of a message by one person; `nil` if none is known.
  /// Edits of others are never shown, whatever their order.
  ///
  /// - Complexity: O(entries). Edits are rarely removed.
  func lastEdit(
    of message: RemoteID, by editor: ParticipantID?, in room: ConversationID
  ) -> Int64? {
    state.withLock { state in
      state.entries.lazy.compactMap { place, entry -> Int64? in
        guard place.room == room, case .edit(message, editor, let version?) = entry else {
          return nil
        }
        return version.order
      }.max()
    }
  }

  /// Writes new entries to the file. Call it before the store gets what came with them.
  func flush() throws(SyncError) {
    guard let file else { return }
    let isWritten = state.withLock { state in
      guard !state.unwritten.isEmpty else { return true }
      guard (try? Self.append(Self.text(of: state.unwritten), to: file)) != nil else {
        return false
      }
      state.unwritten = []
      return true
    }
    if !isWritten { throw SyncError(.transient, code: "disk") }
  }

  private static func append(_ lines: Data, to file: URL) throws {
    guard let handle = try? FileHandle(forWritingTo: file) else {
      return try lines.write(to: file, options: .withoutOverwriting)
    }
    defer { try? handle.close() }
    // A line that a kill cut off must not corrupt the next one.
    try handle.seekToEnd()
    try handle.write(contentsOf: [UInt8(ascii: "\n")] + lines)
  }

  private static func add(_ entry: Entry, at place: Place, to state: inout State) {
    if state.entries.updateValue(entry, forKey: place) == nil { state.order.append(place) }
    guard state.order.count > limit + limit / 4 else { return }
    for old in state.order.prefix(limit / 4) { state.entries[old] = nil }
    state.order.removeFirst(limit / 4)
  }
}

extension MatrixBook {
  private static func text(of lines: [JSON]) -> Data {
    lines.reduce(into: Data()) { $0 += $1.data + [UInt8(ascii: "\n")] }
  }

  private static func line(of entry: Entry, at place: Place) -> JSON {
    var line: [ExactString: JSON] = [
      "room": .string(place.room.text), "event": .string(place.event.text),
    ]
    switch entry {
    case .edit(let target, let author, let version):
      line["edit"] = .string(target.text)
      line["author"] = author.map { .string($0.text) }
      line["order"] = version.map { .integer($0.order) }
    case .reaction(let target, let key, let author, let version):
      line["reaction"] = .string(target.text)
      line["key"] = .string(key)
      line["author"] = .string(author.text)
      line["order"] = .integer(version.order)
    }
    return .object(line)
  }

  private static func read(_ line: JSON) -> (Place, Entry)? {
    guard let room = line["room"]?.string.flatMap(MatrixNames.room),
      let event = MatrixNames.event(line["event"])
    else { return nil }
    let place = Place(room: room, event: event)
    if let target = MatrixNames.event(line["edit"]) {
      let version = line["order"]?.count.map { Version(order: $0, id: event.text) }
      return (place, .edit(target, MatrixNames.user(line["author"]), version))
    }
    guard let target = MatrixNames.event(line["reaction"]), let key = line["key"]?.string,
      let author = MatrixNames.user(line["author"]), let order = line["order"]?.count
    else { return nil }
    let version = Version(order: order, id: event.text)
    return (place, .reaction(target, key, author, version))
  }
}
