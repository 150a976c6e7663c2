internal import ExampleBackend
internal import Foundation
package import MessagingConformance
package import MessagingCore

/// A repository in a file, each row of which is a write of its own: nobody can make its operations
/// fail, and only a process that is killed in the middle shows what it does.
package struct TornFileSubject: FileSubject {
  package let name = "torn-file"
  package let capabilities = Profile.standard.capabilities

  package init() {}

  package func repository(
    in environment: ConformanceEnvironment
  ) async throws -> any MessageRepository {
    try await environment.tornFile { $0 }
  }
}

/// The same one; it says what it is about to do.
package struct OutspokenTornFileSubject: FileSubject {
  package let name = "outspoken-torn-file"
  package let capabilities = Profile.standard.capabilities

  package init() {}

  package func repository(
    in environment: ConformanceEnvironment
  ) async throws -> any MessageRepository {
    try await environment.tornFile(environment.withFaults)
  }
}

extension ConformanceEnvironment {
  fileprivate func tornFile(
    _ watching: (any MessageStorage) -> any MessageStorage
  ) async throws -> any MessageRepository {
    var hooks = MutantHooks()
    hooks.tearsWrites = true
    let storage = MutantStorage(watching(try JSONFileStorage(file: file("torn.jsonl"))), hooks)
    return try await StoredRepository(over: storage, owner: owner, announcing: announcements)
  }
}
