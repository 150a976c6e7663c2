internal import ExampleBackend
internal import Foundation
internal import MessagingConformance
internal import MessagingCore
internal import MessagingModel

/// A repository over one file of lines that keeps its file open, and does not see when somebody
/// removes it.
struct VoidSubject: StorageSubject {
  let name: String
  let capabilities = Profile.full.capabilities.subtracting([.shared, .powerLoss])
  var roles: Set<Role> { [.repository] }

  func storage(in environment: ConformanceEnvironment) async throws -> any MessageStorage {
    let file = environment.file("void.jsonl")
    return VoidStorage(
      file: file, below: try JSONFileStorage(file: file, onStep: environment.onStep))
  }
}

/// Once its file is gone, what it writes is gone, too.
private struct VoidStorage: MessageStorage {
  let file: URL
  let below: JSONFileStorage
  private let wasThere = Locked(false)

  init(file: URL, below: JSONFileStorage) {
    (self.file, self.below) = (file, below)
  }

  private var isThere: Bool { FileManager.default.fileExists(atPath: file.path) }

  func read<Value: Sendable>(
    _ body: @escaping @Sendable (any StorageReader) throws(RepositoryError) -> Value
  ) async throws(RepositoryError) -> Value {
    try await below.read(body)
  }

  func write<Value: Sendable>(
    _ body: @escaping @Sendable (any StorageReader) throws(RepositoryError) -> StorageWrite<Value>
  ) async throws(RepositoryError) -> Value {
    let isGone = wasThere.current && !isThere
    let value = try await below.write(body)
    if isGone { try? FileManager.default.removeItem(at: file) }
    if isThere { wasThere.withLock { $0 = true } }
    return value
  }

  func close() async { await below.close() }
}
