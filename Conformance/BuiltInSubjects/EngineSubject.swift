public import MessagingConformance
public import MessagingCore
public import MessagingModel

/// The engine of this package, whole, over the reference repository.
public struct EngineSubject: SyncEngineSubject {
  public let name = "engine"
  /// The histories of the rules alone are tried in full by `model`.
  public let historiesMax: Int? = 6

  public init() {}

  public func syncEngine(
    _ ports: SyncPorts, owner: ParticipantID, policy: SyncPolicy, seed: UInt64
  ) -> any SyncEngine {
    RepositorySyncEngine(ports, owner: owner, policy: policy, seed: seed)
  }
}
