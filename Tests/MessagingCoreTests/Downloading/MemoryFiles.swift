import Foundation
import MessagingCore
import MessagingModel

/// Downloaded files in memory. It fails and waits where it is told to, and remembers what was done.
final class MemoryFiles: DownloadedFiles {
  struct State: Sendable {
    var whole: [StoredName: Data] = [:]
    var parts: [StoredName: Data] = [:]
    /// What was done, in its order.
    var log: [String] = []
    /// The operations that fail: "list", "part", "keep", "remove", "write".
    var failing: [String: DownloadError] = [:]
    /// The operations that wait for ``release()``.
    var waiting: Set<String> = []

    /// All bytes on the disk.
    var total: Int { (whole.values.map(\.count) + parts.values.map(\.count)).reduce(0, +) }
  }

  let state = Locked(State())
  /// Each operation, when it begins; for one test to follow.
  let begun = AsyncStream<String>.makeStream()
  private let gate = AsyncStream<Void>.makeStream()

  var log: [String] { state.current.log }

  /// Lets everything go on that waits, or will.
  func release() {
    state.withLock { $0.waiting = [] }
    gate.continuation.finish()
  }

  private func begin(_ operation: String, _ detail: String = "") async throws(DownloadError) {
    let (waits, error) = state.withLock { state in
      state.log.append(detail.isEmpty ? operation : "\(operation) \(detail)")
      return (state.waiting.contains(operation), state.failing[operation])
    }
    begun.continuation.yield(operation)
    if waits { for await _ in gate.stream {} }
    if let error { throw error }
  }

  func list() async throws(DownloadError) -> [StoredFile] {
    try await begin("list")
    let state = state.current
    let whole = state.whole.map { ($0, $1.count, true) }
    let parts = state.parts.map { ($0, $1.count, false) }.filter { state.whole[$0.0] == nil }
    return (whole + parts).map { name, count, isWhole in
      StoredFile(name, byteCount: count, isWhole: isWhole, seen: Timestamp(milliseconds: 0))
    }
  }

  func part(
    _ name: StoredName, from offset: Int
  ) async throws(DownloadError) -> any PartialFile {
    try await begin("part", "\(offset)")
    try state.withLock { state throws(DownloadError) in
      let bytes = state.parts[name] ?? Data()
      guard bytes.count >= offset else { throw DownloadError(.offset, code: "part-is-short") }
      state.parts[name] = Data(bytes.prefix(offset))
    }
    return MemoryPart(self, name)
  }

  func keep(_ name: StoredName, byteCount: Int) async throws(DownloadError) {
    try await begin("keep", "\(byteCount)")
    try state.withLock { state throws(DownloadError) in
      guard let part = state.parts[name], part.count == byteCount else {
        throw DownloadError(.disk, code: "part-has-changed")
      }
      state.parts[name] = nil
      state.whole[name] = part
    }
  }

  func remove(_ name: StoredName) async throws(DownloadError) {
    try await begin("remove")
    state.withLock { ($0.whole[name], $0.parts[name]) = (nil, nil) }
  }

  func touch(_ names: [StoredName]) async {
    state.withLock { $0.log.append("touch \(names.count)") }
  }

  fileprivate func append(_ bytes: Data, to name: StoredName) throws(DownloadError) {
    try state.withLock { state throws(DownloadError) in
      if let error = state.failing["write"] { throw error }
      state.parts[name, default: Data()].append(bytes)
    }
  }
}

private final class MemoryPart: PartialFile {
  private let files: MemoryFiles
  private let name: StoredName
  private let isClosed = Locked(false)

  init(_ files: MemoryFiles, _ name: StoredName) { (self.files, self.name) = (files, name) }

  func write(_ bytes: Data) async throws(DownloadError) {
    try isClosed.withLock { isClosed throws(DownloadError) in
      if isClosed { throw DownloadError(.disk, code: "closed") }
      try files.append(bytes, to: name)
    }
  }

  func close() {
    let isFirst = isClosed.withLock { isClosed in
      defer { isClosed = true }
      return !isClosed
    }
    if isFirst { files.state.withLock { $0.log.append("close") } }
  }
}
