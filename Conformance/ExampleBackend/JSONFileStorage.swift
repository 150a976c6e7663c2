public import Foundation
public import MessagingCore
public import MessagingModel

/// A small backend: the rows of a store in one file of JSON lines.
///
/// It is the worked example of the storage protocol. Pass it to ``MessagingCore/StoredRepository``
/// to get a full repository: all rules of chat come from there, and this file only keeps rows.
///
///     let storage = try JSONFileStorage(file: url)
///     let repository = try await StoredRepository(over: storage, owner: "me")
///
/// Bounds: the whole file is in memory, and each write writes all of it. One handle per file.
public actor JSONFileStorage: MessageStorage {
  private let file: DurableFile
  private var rows: JSONRows
  private var isClosed = false
  private let onStep: (@Sendable (String) throws(RepositoryError) -> Void)?

  /// Opens the file, or creates an empty store if there is none.
  ///
  /// - Parameters:
  ///   - file: where the rows are.
  ///   - onStep: called before each row of a write and before its commit; if it throws, the write
  ///     fails. For tests.
  ///   - before: called before each step on the disk. It may return the error number of the system
  ///     with which the step fails; `nil` lets the step run.
  /// - Throws: `corrupted` if a line is not a row, `newer-schema` if the first line names a format
  ///   that this code does not know, `storage` if the file cannot be read.
  public init(
    file: URL, onStep: (@Sendable (String) throws(RepositoryError) -> Void)? = nil,
    before: @escaping @Sendable (FileStep) -> CInt? = { _ in nil }
  ) throws(RepositoryError) {
    self.file = DurableFile(file, before: before)
    self.onStep = onStep
    rows = JSONRows()
    guard let bytes = try self.file.contents() else { return }
    rows = try JSONRows(lines: bytes, of: file.lastPathComponent)
  }

  public func read<Value: Sendable>(
    _ body: @escaping @Sendable (any StorageReader) throws(RepositoryError) -> Value
  ) throws(RepositoryError) -> Value {
    try checkOpen()
    return try body(rows)
  }

  public func write<Value: Sendable>(
    _ body: @escaping @Sendable (any StorageReader) throws(RepositoryError) -> StorageWrite<Value>
  ) throws(RepositoryError) -> Value {
    try checkOpen()
    let write = try body(rows)
    guard !write.edits.isEmpty else { return write.value }
    var edited = rows
    for _ in write.edits { try onStep?("row") }
    edited.apply(write.edits)
    try onStep?("commit")
    // Memory changes only after the disk has: a failed write changes nothing.
    try file.replace(with: edited.lines)
    rows = edited
    return write.value
  }

  public func close() {
    isClosed = true
  }

  private func checkOpen() throws(RepositoryError) {
    if isClosed { throw RepositoryError(.closed, "\(file.name) was closed") }
  }
}
