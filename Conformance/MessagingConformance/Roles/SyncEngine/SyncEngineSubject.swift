public import MessagingCore
public import MessagingModel

/// A complete sync engine, under test: the areas ENGINE and SYNC, played through its ports.
///
///     struct MySyncing: SyncEngineSubject {
///       let name = "MySyncing"
///       func syncEngine(
///         _ ports: SyncPorts, owner: ParticipantID, policy: SyncPolicy, seed: UInt64
///       ) -> any SyncEngine {
///         MyEngine(ports, owner, policy, seed)
///       }
///     }
///
/// The `SyncTransport.server` of its transport describes the server. It works over the reference
/// repository, or over the subject's own repository if that is durable. The suite runs it on its
/// own executor until it rests. The engine's tasks must be children of `run()` (task groups,
/// `async let`), and it must wait only on `ports.clock`. Before macOS 15 and iOS 18 there are no
/// such executors, and the subject does not play this role.
///
/// The rules about typing and last seen need an engine that also conforms to `PeopleWatching`.
/// Without it they fail; list them as known failures.
public protocol SyncEngineSubject: SyncSubject {
  /// Returns an engine that does not run yet. Called at each start of the process.
  ///
  /// - Parameters:
  ///   - owner: the owner of the device: `me`.
  ///   - policy: the behaviour where products differ.
  ///   - seed: the seed of all randomness.
  func syncEngine(
    _ ports: SyncPorts, owner: ParticipantID, policy: SyncPolicy, seed: UInt64
  ) -> any SyncEngine
}

extension SyncEngineSubject {
  /// Wraps the engine so that it can be played like rules.
  public func syncDeciding(
    owner: ParticipantID, server: SyncServer, policy: SyncPolicy, seed: UInt64
  ) -> any SyncDeciding {
    guard #available(macOS 15, iOS 18, *) else { return UndrivenEngine() }
    return DrivenEngine(server) { syncEngine($0, owner: owner, policy: policy, seed: seed) }
  }
}
