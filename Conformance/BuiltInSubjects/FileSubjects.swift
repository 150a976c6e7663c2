import ExampleBackend
import Foundation
public import MessagingConformance
public import MessagingCore
import MessagingSQLite

/// The repository in one SQLite file.
public struct SQLiteSubject: StorageSubject {
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

/// The example of a backend from outside: JSON lines, one handle per file.
public struct JSONSubject: StorageSubject {
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
