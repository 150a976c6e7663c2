import ExampleBackend
import Foundation
import MessagingConformance
import MessagingCore
import MessagingModel

/// Stands for a store of the reader's own.
private typealias MyOutbox = JSONFileStorage

extension JSONFileStorage {
  fileprivate init(folder: URL) throws(RepositoryError) {
    try self.init(file: folder.appendingPathComponent("outbox.jsonl"))
  }
}

/// The store and the worker in one subject, as `Spec/guides/workers.md` shows it.
struct MySending: StorageSubject, SendWorkerSubject {
  let name = "MySending"
  let capabilities = Profile.standard.capabilities
  func storage(in environment: ConformanceEnvironment) async throws -> any MessageStorage {
    try MyOutbox(folder: environment.directory)
  }
  func sendWorker(_ ports: SendPorts, policy: SendPolicy, seed: UInt64) -> any SendWorker {
    Sender(ports)
  }
}
