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
/// `SyncTransport.server` of its transport describes the server. It works over the reference
/// repository, or over the subject's own, if that is durable. The suite runs it on an
/// executor of its own, until it rests: its tasks have to be children of `run()` (task groups,
/// `async let`), its waits those of `ports.clock`. Where there are no such executors, before macOS
/// 15 and iOS 18, the subject does not play this role.
///
/// The rules about typing and last seen need an engine that is also `PeopleWatching`; without it
/// they fail: list them as known failures.
public protocol SyncEngineSubject: SyncSubject {
  /// An engine that does not run yet; asked at each start of the process.
  ///
  /// - Parameters:
  ///   - owner: whose device it is: `me`.
  ///   - policy: how it is to behave where products differ.
  ///   - seed: where randomness comes from.
  func syncEngine(
    _ ports: SyncPorts, owner: ParticipantID, policy: SyncPolicy, seed: UInt64
  ) -> any SyncEngine
}

extension SyncEngineSubject {
  /// The engine, driven like rules.
  public func syncDeciding(
    owner: ParticipantID, server: SyncServer, policy: SyncPolicy, seed: UInt64
  ) -> any SyncDeciding {
    guard #available(macOS 15, iOS 18, *) else { return UndrivenEngine() }
    return DrivenEngine(server) { syncEngine($0, owner: owner, policy: policy, seed: seed) }
  }
}
