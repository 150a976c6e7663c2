package import MessagingCore
internal import MessagingModel

/// Opens the storage with a name; called again after each end of a process.
package typealias SimulatedStores = @Sendable (String) async throws -> any MessageStorage

/// The disks of one history, in memory.
package enum MemoryDisks {
  package static func fresh() -> SimulatedStores {
    let disks = Locked<[String: MemoryStorage]>([:])
    return { name in
      disks.withLock { disks in
        let disk = disks[name] ?? MemoryStorage()
        disks[name] = disk
        return MemoryStorage(sharing: disk)
      }
    }
  }
}

/// The faults of a store.
final class StoreTroubles: Sendable {
  private struct State {
    var failingReads = 0
    var failingWrites = 0
    var death: Death?
    var isDead = false
    var hasWritten = false
    var isSpared = false
  }

  /// When in a write the process dies.
  enum Death: Sendable { case before, after }

  private let state = Locked(State())

  /// Whether the process died. Nothing that it does has an effect any more.
  var isDead: Bool { state.current.isDead }
  /// Whether the write in which it died is stored.
  var hasWritten: Bool { state.current.hasWritten }

  func fail(reads: Int, writes: Int) {
    state.withLock { ($0.failingReads, $0.failingWrites) = (reads, writes) }
  }

  /// Suspends the planned read failures, or resumes them.
  func spare(_ isSpared: Bool) { state.withLock { $0.isSpared = isSpared } }

  func die(_ death: Death) { state.withLock { $0.death = death } }

  func heal() {
    state.withLock { ($0.failingReads, $0.failingWrites, $0.death) = (0, 0, nil) }
  }

  fileprivate func read() throws(RepositoryError) {
    let isWell = state.withLock { state in
      if state.isSpared { return !state.isDead }
      guard !state.isDead, state.failingReads == 0 else {
        state.failingReads = max(0, state.failingReads - 1)
        return false
      }
      return true
    }
    guard isWell else { throw RepositoryError(.storage, "simulated") }
  }

  fileprivate func beginWrite() throws(RepositoryError) {
    let isWell = state.withLock { state in
      if case .before? = state.death { state.isDead = true }
      guard !state.isDead, state.failingWrites == 0 else {
        state.failingWrites = max(0, state.failingWrites - 1)
        return false
      }
      return true
    }
    guard isWell else { throw RepositoryError(.diskFull, "simulated") }
  }

  fileprivate func endWrite() throws(RepositoryError) {
    let isWell = state.withLock { state in
      guard case .after? = state.death else { return true }
      (state.isDead, state.hasWritten) = (true, true)
      return false
    }
    guard isWell else { throw RepositoryError(.storage, "simulated") }
  }
}

/// A storage with failing reads and writes, and with processes that die in a write.
struct TroubledStorage: MessageStorage {
  let storage: any MessageStorage
  let troubles: StoreTroubles

  func read<Value: Sendable>(
    _ body: @escaping @Sendable (any StorageReader) throws(RepositoryError) -> Value
  ) async throws(RepositoryError) -> Value {
    try troubles.read()
    return try await storage.read(body)
  }

  func write<Value: Sendable>(
    _ body: @escaping @Sendable (any StorageReader) throws(RepositoryError) -> StorageWrite<Value>
  ) async throws(RepositoryError) -> Value {
    try troubles.beginWrite()
    let value = try await storage.write(body)
    try troubles.endWrite()
    return value
  }

  func close() async { await storage.close() }
}
