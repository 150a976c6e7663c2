public import MessagingCore
public import MessagingModel

/// Something that decides what is requested from the server, and what is stored of its answers,
/// under test: the area SYNC.
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
/// It works over the reference repository, or over the subject's own, if that is durable. The
/// server is a simulated one; each block is played against each family of servers
/// that it does not exclude, as a variant. For a complete engine there is
/// ``SyncEngineSubject``.
public protocol SyncSubject: ConformanceSubject {
  /// Rules that know nothing yet; asked at each start of the process.
  ///
  /// - Parameters:
  ///   - owner: whose device it is: `me`.
  ///   - server: what the server is like.
  ///   - policy: how it is to behave where products differ.
  ///   - seed: where randomness comes from.
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
