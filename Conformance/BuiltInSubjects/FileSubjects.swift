package import ExampleBackend
import Foundation
public import MessagingConformance
public import MessagingCore
public import MessagingModel
import MessagingSQLite
import WatchedSQLite

/// The repository in one SQLite file.
public struct SQLiteSubject: StorageSubject, FileSubject, ReleasedSubject, SendWorkerSubject {
  public let name = "sqlite"
  public let capabilities = Profile.full.capabilities.union([
    .releases, .sendingEdits, .sendingFiles, .sendingDiagnosis, .sendingCredentials,
  ])
  public let historiesMax: Int? = 12

  public init() {}

  public func storage(
    in environment: ConformanceEnvironment
  ) async throws -> any MessageStorage {
    if environment.disk.isWatched {
      try WatchedSQLite.watch(environment.directory, telling: environment.disk)
    }
    return try await SQLiteStorage(
      path: environment.file("chat.db").path, onStep: environment.onStep)
  }
}

extension SQLiteSubject {
  public func earlierReleases() throws -> [StoredRelease] { try SQLiteReleases.all() }

  public func laterRelease() throws -> StoredRelease { try SQLiteReleases.later() }
}

extension SendWorkerSubject where Self: StorageSubject {
  /// The send worker of this package, over the subject's own store.
  public func sendWorker(
    _ ports: SendPorts, policy: SendPolicy, seed: UInt64
  ) -> any SendWorker {
    OutboxWorker(ports, policy: policy, seed: seed)
  }
}

/// The example of an external backend: JSON lines, one handle per file.
public struct JSONSubject: StorageSubject, FileSubject, ReleasedSubject, SendWorkerSubject {
  public let name = "json"
  public let capabilities = Profile.full.capabilities.subtracting([.shared])
    .union([.releases, .sendingEdits, .sendingFiles, .sendingDiagnosis, .sendingCredentials])
  public let historiesMax: Int? = 12

  public init() {}

  public func storage(
    in environment: ConformanceEnvironment
  ) async throws -> any MessageStorage {
    let disk = environment.disk
    let file = environment.file("chat.jsonl")
    return try JSONFileStorage(file: file, onStep: environment.onStep) { step in
      disk.announce(DiskStep(step))?.errorNumber
    }
  }
}

extension JSONSubject {
  public func earlierReleases() throws -> [StoredRelease] {
    [
      StoredRelease(
        "format 1", files: ["chat.jsonl": JSONReleases.first], told: JSONReleases.told)
    ]
  }

  public func laterRelease() throws -> StoredRelease {
    StoredRelease("format 3", files: ["chat.jsonl": JSONReleases.later], told: JSONReleases.told)
  }
}

extension DiskStep {
  /// Converts a step of the example into a step of the suite.
  package init(_ step: FileStep) {
    self =
      switch step {
      case .read(let file): .read(file)
      case .create(let file): .create(file)
      case .write(let file, let offset, let bytes): .write(file, at: offset, bytes)
      case .sync(let file): .sync(file)
      case .rename(let file, let other): .rename(file, to: other)
      case .syncFolder: .syncNames
      }
  }
}
