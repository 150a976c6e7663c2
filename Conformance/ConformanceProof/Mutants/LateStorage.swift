internal import ExampleBackend
internal import Foundation
internal import MessagingConformance
internal import MessagingCore
internal import MessagingModel

/// Rows in one file of which a part is written later than it should: when the next write comes,
/// when the store is closed, when nobody knows it any more.
///
/// Nobody who asks the living store sees it, and a release writes what is left: only a process that
/// is killed shows it.
final class LateStorage: MessageStorage {
  private struct State {
    /// What the file holds.
    var stored: JSONRows
    /// What was answered.
    var rows: JSONRows
    var isClosed = false
  }

  private let file: URL
  private let lateness: any Lateness.Type
  private let state: Locked<State>

  init(file: URL, _ lateness: any Lateness.Type) throws(RepositoryError) {
    self.file = file
    self.lateness = lateness
    let bytes = try DurableFile(file).contents()
    let rows = try bytes.map { bytes throws(RepositoryError) in
      try JSONRows(lines: bytes, of: file.lastPathComponent)
    }
    state = Locked(State(stored: rows ?? JSONRows(), rows: rows ?? JSONRows()))
  }

  func read<Value: Sendable>(
    _ body: @escaping @Sendable (any StorageReader) throws(RepositoryError) -> Value
  ) async throws(RepositoryError) -> Value {
    try state.withLock { state throws(RepositoryError) in
      try LateStorage.checkOpen(state)
      return try body(state.rows)
    }
  }

  func write<Value: Sendable>(
    _ body: @escaping @Sendable (any StorageReader) throws(RepositoryError) -> StorageWrite<Value>
  ) async throws(RepositoryError) -> Value {
    try state.withLock { state throws(RepositoryError) in
      try LateStorage.checkOpen(state)
      let write = try body(state.rows)
      guard !write.edits.isEmpty else { return write.value }
      var edited = state.rows
      edited.apply(write.edits)
      if let early = lateness.early(of: write.edits, on: state.rows) {
        state.stored = state.rows
        state.stored.apply(early)
        try DurableFile(file).replace(with: state.stored.lines)
      }
      state.rows = edited
      return write.value
    }
  }

  func close() async {
    flush()
    state.withLock { $0.isClosed = true }
  }

  deinit { flush() }

  private func flush() {
    state.withLock { state in
      guard !state.isClosed else { return }
      try? DurableFile(file).replace(with: state.rows.lines)
    }
  }

  private static func checkOpen(_ state: State) throws(RepositoryError) {
    if state.isClosed { throw RepositoryError(.closed, "the storage was closed") }
  }
}

/// What is written late.
protocol Lateness: Sendable {
  /// The name of the mutant.
  static var name: String { get }
  /// What is written before the answer; `nil` if nothing is.
  static func early(of edits: [RecordEdit], on rows: JSONRows) -> [RecordEdit]?
}

/// A repository over a ``LateStorage``.
struct LateSubject<Late: Lateness>: StorageSubject, FileSubject {
  var name: String { Late.name }
  var capabilities: Set<Capability> {
    Profile.full.capabilities.subtracting([.shared, .powerLoss])
  }
  var roles: Set<Role> { [.repository] }

  func storage(in environment: ConformanceEnvironment) async throws -> any MessageStorage {
    try LateStorage(file: environment.file("late.jsonl"), Late.self)
  }
}

/// Writes when it is closed.
enum KeptUntilClosed: Lateness {
  static let name = "kept-until-closed"

  static func early(of edits: [RecordEdit], on rows: JSONRows) -> [RecordEdit]? { nil }
}

/// Writes the token of a batch after its messages.
enum TokenAfterwards: Lateness {
  static let name = "token-in-a-second-write"

  static func early(of edits: [RecordEdit], on rows: JSONRows) -> [RecordEdit]? {
    let hasMessages = edits.contains { if case .put(.message) = $0 { true } else { false } }
    guard hasMessages else { return edits }
    return edits.map { edit in
      guard case .put(.store(var record)) = edit else { return edit }
      record.syncToken = rows.token
      return .put(.store(record))
    }
  }
}

/// Takes the messages of a forgotten conversation away, and what is unsent after them.
enum ForgottenInTwo: Lateness {
  static let name = "forgotten-in-two-writes"

  static func early(of edits: [RecordEdit], on rows: JSONRows) -> [RecordEdit]? {
    edits.map { edit in
      guard case .forget(let conversation) = edit else { return edit }
      return .dropHistory(conversation)
    }
  }
}

/// Notes that a message is deleted after its row is gone.
enum DeletionNotedAfterwards: Lateness {
  static let name = "deletion-noted-afterwards"

  static func early(of edits: [RecordEdit], on rows: JSONRows) -> [RecordEdit]? {
    edits.filter { if case .put(.tombstone) = $0 { false } else { true } }
  }
}

/// Keeps what waits for a message after the rest of its batch.
enum WaitingKeptAfterwards: Lateness {
  static let name = "waiting-kept-afterwards"

  static func early(of edits: [RecordEdit], on rows: JSONRows) -> [RecordEdit]? {
    edits.filter { if case .put(.waiting) = $0 { false } else { true } }
  }
}

extension JSONRows {
  /// The token that is stored.
  fileprivate var token: SyncToken? {
    guard case .store(let record)? = rows([.store]).first else { return nil }
    return record.syncToken
  }
}

extension FaultyPart {
  /// A repository that writes something late.
  static func late<Late: Lateness>(_: Late.Type) -> FaultyPart {
    FaultyPart(.repository) { _ in LateSubject<Late>() }
  }
}
