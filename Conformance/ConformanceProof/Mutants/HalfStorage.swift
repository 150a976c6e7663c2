internal import ExampleBackend
internal import Foundation
internal import MessagingConformance
internal import MessagingCore
internal import MessagingModel

/// Rows in one file that are changed in memory one by one, and written together: what a failure in
/// the middle leaves in memory the next write takes along.
final class HalfStorage: MessageStorage {
  private let file: DurableFile
  private let rows: Locked<JSONRows>
  private let isClosed = Locked(false)
  private let onStep: (@Sendable (String) throws(RepositoryError) -> Void)?

  init(
    file: URL, onStep: (@Sendable (String) throws(RepositoryError) -> Void)?
  ) throws(RepositoryError) {
    self.file = DurableFile(file)
    self.onStep = onStep
    let bytes = try self.file.contents()
    let rows = try bytes.map { bytes throws(RepositoryError) in
      try JSONRows(lines: bytes, of: file.lastPathComponent)
    }
    self.rows = Locked(rows ?? JSONRows())
  }

  func read<Value: Sendable>(
    _ body: @escaping @Sendable (any StorageReader) throws(RepositoryError) -> Value
  ) async throws(RepositoryError) -> Value {
    try checkOpen()
    return try body(rows.current)
  }

  func write<Value: Sendable>(
    _ body: @escaping @Sendable (any StorageReader) throws(RepositoryError) -> StorageWrite<Value>
  ) async throws(RepositoryError) -> Value {
    try checkOpen()
    return try rows.withLock { rows throws(RepositoryError) in
      let write = try body(rows)
      guard !write.edits.isEmpty else { return write.value }
      if let onStep {
        for edit in write.edits {
          try onStep("row")
          rows.apply([edit])
        }
        try onStep("commit")
      } else {
        rows.apply(write.edits)
      }
      try file.replace(with: rows.lines)
      return write.value
    }
  }

  func close() async { isClosed.withLock { $0 = true } }

  private func checkOpen() throws(RepositoryError) {
    if isClosed.current { throw RepositoryError(.closed, "the storage was closed") }
  }
}

/// A repository over a ``HalfStorage``.
struct HalfSubject: StorageSubject, FileSubject {
  let name = "half-a-write-stays"
  let capabilities = Profile.full.capabilities.subtracting([.shared, .powerLoss])
  var roles: Set<Role> { [.repository] }

  func storage(in environment: ConformanceEnvironment) async throws -> any MessageStorage {
    try HalfStorage(file: environment.file("half.jsonl"), onStep: environment.onStep)
  }
}
