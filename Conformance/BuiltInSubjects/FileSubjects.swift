import ExampleBackend
import Foundation
public import MessagingConformance
public import MessagingCore
public import MessagingModel
import MessagingSQLite

/// The repository in one SQLite file.
public struct SQLiteSubject: StorageSubject, FileSubject, SendWorkerSubject {
  public let name = "sqlite"
  public let capabilities = Profile.full.capabilities
  public let historiesMax: Int? = 12

  public init() {}

  public func storage(
    in environment: ConformanceEnvironment
  ) async throws -> any MessageStorage {
    try await SQLiteStorage(path: environment.directory.appendingPathComponent("chat.db").path)
  }
}

extension SendWorkerSubject where Self: StorageSubject {
  /// The worker of this package, over the subject's own store.
  public func sendWorker(
    _ ports: SendPorts, policy: SendPolicy, seed: UInt64
  ) -> any SendWorker {
    OutboxWorker(ports, policy: policy, seed: seed)
  }
}

/// The example of a backend from outside: JSON lines, one handle per file.
public struct JSONSubject: StorageSubject, FileSubject, SendWorkerSubject {
  public let name = "json"
  public let capabilities = Profile.full.capabilities.subtracting([.shared])
  public let historiesMax: Int? = 12

  public init() {}

  public func storage(
    in environment: ConformanceEnvironment
  ) async throws -> any MessageStorage {
    try JSONFileStorage(file: environment.directory.appendingPathComponent("chat.jsonl"))
  }
}
