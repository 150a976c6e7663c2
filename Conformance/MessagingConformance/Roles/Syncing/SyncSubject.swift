public import MessagingCore
public import MessagingModel

/// A type that decides what to request from the server, and what to store of its answers, under
/// test: the area SYNC.
///
///     struct MySyncing: SyncSubject {
///       let name = "MySyncing"
///       func syncDeciding(
///         owner: ParticipantID, server: SyncServer, policy: SyncPolicy, seed: UInt64
///       ) -> any SyncDeciding {
///         MyRules(owner, server, policy, seed)
///       }
///     }
///
/// It works over the reference repository, or over the subject's own repository if that is durable.
/// The server is simulated. Each block is played, as a variant, against each family of servers that
/// it does not exclude. For a complete engine, use ``SyncEngineSubject``.
public protocol SyncSubject: ConformanceSubject {
  /// Returns rules in their initial state. Called at each start of the process.
  ///
  /// - Parameters:
  ///   - owner: the owner of the device: `me`.
  ///   - server: the declaration of the server.
  ///   - policy: the behaviour where products differ.
  ///   - seed: the seed of all randomness.
  func syncDeciding(
    owner: ParticipantID, server: SyncServer, policy: SyncPolicy, seed: UInt64
  ) -> any SyncDeciding
}

extension SyncSubject {
  /// The store that it works over.
  var syncStore: any RepositorySubject {
    guard let own = self as? any RepositorySubject, own.capabilities.contains(.durable) else {
      return ReferenceSubject()
    }
    return own
  }
}
