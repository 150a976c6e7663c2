public import MessagingConformance
public import MessagingCore
public import MessagingModel

/// The complete sync engine of this package, over the reference repository.
public struct EngineSubject: SyncEngineSubject {
  public let name = "engine"
  /// Few histories: `model` tries all histories of the rules alone.
  public let historiesMax: Int? = 6

  public init() {}

  public func syncEngine(
    _ ports: SyncPorts, owner: ParticipantID, policy: SyncPolicy, seed: UInt64
  ) -> any SyncEngine {
    RepositorySyncEngine(ports, owner: owner, policy: policy, seed: seed)
  }
}
