internal import Foundation
package import MessagingCore
package import MessagingModel

/// The reference with loss of power: its rows in one file, which always has either the content
/// before a write or the content after it.
///
/// It writes the bytes to a second file and syncs it, renames that file over the first one in one
/// step, and then syncs the folder.
package final class FileRows: MessageStorage {
  fileprivate struct State {
    var rows = MemoryRows()
    /// Each row, under every key that finds it.
    var found: [RecordKey: StoredRecord] = [:]
    var isClosed = false
  }

  private static let name = "rows"
  private static let nameBeside = "rows.new"

  private let environment: ConformanceEnvironment
  private let onSteps: @Sendable ([DiskStep]) -> [DiskStep]
  private let state: Locked<State>

  /// Opens the file in the environment's folder, or starts an empty store if there is none.
  ///
  /// - Parameter onSteps: returns the disk steps to perform instead of those of one write.
  package init(
    in environment: ConformanceEnvironment,
    onSteps: @escaping @Sendable ([DiskStep]) -> [DiskStep] = { $0 }
  ) throws(RepositoryError) {
    self.environment = environment
    self.onSteps = onSteps
    state = Locked(State())
    try allow(.read(FileRows.name))
    guard let bytes = try? Data(contentsOf: environment.file(FileRows.name)) else { return }
    guard bytes.last == UInt8(ascii: "\n") else { throw FileRows.damaged }
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      guard let row = try? StoredRecord(canonical: Array(line)) else { throw FileRows.damaged }
      state.withLock { $0.apply([.put(row)]) }
    }
  }

  package func read<Value: Sendable>(
    _ body: @escaping @Sendable (any StorageReader) throws(RepositoryError) -> Value
  ) async throws(RepositoryError) -> Value {
    try body(try open().rows)
  }

  package func write<Value: Sendable>(
    _ body: @escaping @Sendable (any StorageReader) throws(RepositoryError) -> StorageWrite<Value>
  ) async throws(RepositoryError) -> Value {
    // The state stays locked, so that writers run one after the other.
    try state.withLock { state throws(RepositoryError) in
      guard !state.isClosed else { throw FileRows.closed }
      let write = try body(state.rows)
      guard !write.edits.isEmpty else { return write.value }
      var edited = state
      edited.apply(write.edits)
      let (name, beside) = (FileRows.name, FileRows.nameBeside)
      let steps: [DiskStep] = [
        .create(beside), .write(beside, at: 0, edited.lines), .sync(beside),
        .rename(beside, to: name), .syncNames,
      ]
      for step in onSteps(steps) { try perform(step) }
      state = edited
      return write.value
    }
  }

  package func close() async { state.withLock { $0.isClosed = true } }

  private func open() throws(RepositoryError) -> State {
    let state = state.current
    guard !state.isClosed else { throw FileRows.closed }
    return state
  }

  /// Announces a step, and performs it. It does not wait for the disk, because loss of power is
  /// only simulated.
  private func perform(_ step: DiskStep) throws(RepositoryError) {
    try allow(step)
    do {
      switch step {
      case .read, .sync, .syncNames: break
      case .create(let name): try Data().write(to: environment.file(name))
      case .write(let name, let offset, let bytes):
        let file = try FileHandle(forWritingTo: environment.file(name))
        try file.seek(toOffset: UInt64(offset))
        try file.write(contentsOf: bytes)
        try file.close()
      case .truncate(let name, let count):
        let file = try FileHandle(forWritingTo: environment.file(name))
        try file.truncate(atOffset: UInt64(count))
        try file.close()
      case .rename(let name, let other):
        let (from, to) = (environment.file(name).path, environment.file(other).path)
        guard rename(from, to) == 0 else { throw CocoaError(.fileWriteUnknown) }
      case .remove(let name): try FileManager.default.removeItem(at: environment.file(name))
      }
    } catch {
      throw RepositoryError(.storage, "the disk failed", cause: error)
    }
  }

  private func allow(_ step: DiskStep) throws(RepositoryError) {
    guard let fault = environment.disk.announce(step) else { return }
    let code: RepositoryError.Code =
      switch fault.kind {
      case .failure, .shortRead: .storage
      case .full: .diskFull
      case .readOnly: .readOnly
      }
    throw RepositoryError(code, "the disk failed", cause: fault)
  }

  private static let closed = RepositoryError(.closed, "the storage was closed")
  private static let damaged = RepositoryError(
    .corrupted, "the file of the store is damaged; restore it from a backup or remove it")
}

extension FileRows.State {
  mutating func apply(_ edits: [RecordEdit]) {
    rows.apply(edits)
    for edit in edits {
      switch edit {
      case .put(let row):
        remove(row.key)
        for key in row.keys { found[key] = row }
      case .remove(let key): remove(key)
      case .forget(let conversation): found = found.filter { $0.key.conversation != conversation }
      case .dropHistory(let conversation):
        found = found.filter { key, row in
          guard case .message(let record) = row else { return true }
          return key.conversation != conversation || record.outboxSequence != nil
        }
      }
    }
  }

  private mutating func remove(_ key: RecordKey) {
    for known in found[key]?.keys ?? [] { found[known] = nil }
  }

  /// The rows in their canonical form, one per line.
  fileprivate var lines: [UInt8] {
    let lines = found.filter { key, row in key == row.key }.map { $0.value.canonical }
    return lines.sorted { $0.lexicographicallyPrecedes($1) }.flatMap { $0 + [UInt8(ascii: "\n")] }
  }
}
