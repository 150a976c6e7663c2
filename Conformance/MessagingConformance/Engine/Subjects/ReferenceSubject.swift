public import MessagingCore
public import MessagingModel
public import MessagingTimeline

/// The reference implementation of every role, with its repository over a simulated disk, or over a
/// file if the disk is watched. It declares every capability and satisfies every requirement.
public struct ReferenceSubject: StorageSubject {
  public let name = "reference"
  public let capabilities = Set(Capability.allCases)

  public init() {}

  public func storage(
    in environment: ConformanceEnvironment
  ) async throws -> any MessageStorage {
    guard !environment.disk.isWatched else { return try FileRows(in: environment) }
    return DiskStorage(SimulatedDisk.standing(in: environment), onStep: environment.onStep)
  }
}

extension ReferenceSubject: RowsSubject {
  public func timelineBuilding() -> any TimelineBuilding { TimelineBuilder() }
}

extension ReferenceSubject: DiffSubject {
  public func timelineDiffing() -> any TimelineDiffing { TimelineDiffer() }
}

extension ReferenceSubject: ScrollSubject {
  public func scrollAnchoring(_ options: ScrollOptions) -> any ScrollAnchoring {
    ScrollAnchor(options)
  }
}

extension ReferenceSubject: WindowSubject {
  public func listWindow(_ options: WindowOptions) -> any ListWindowing { ListWindow(options) }
}

extension ReferenceSubject: SendWorkerSubject {
  public func sendWorker(
    _ ports: SendPorts, policy: SendPolicy, seed: UInt64
  ) -> any SendWorker {
    OutboxWorker(ports, policy: policy, seed: seed)
  }

  /// Returns only the decisions. The area WORKER checks the worker.
  public func sendDeciding(_ policy: SendPolicy, seed: UInt64) -> any SendDeciding {
    SendQueue(policy: policy, seed: seed)
  }
}

extension ReferenceSubject: DownloadSubject {
  public func downloadDeciding(
    _ policy: DownloadPolicy, seed: UInt64
  ) -> any DownloadDeciding { DownloadQueue(policy: policy, seed: seed) }
}

extension ReferenceSubject: SyncEngineSubject {
  public func syncEngine(
    _ ports: SyncPorts, owner: ParticipantID, policy: SyncPolicy, seed: UInt64
  ) -> any SyncEngine {
    RepositorySyncEngine(ports, owner: owner, policy: policy, seed: seed)
  }

  /// Returns only the decisions. The area ENGINE checks the engine.
  public func syncDeciding(
    owner: ParticipantID, server: SyncServer, policy: SyncPolicy, seed: UInt64
  ) -> any SyncDeciding {
    SyncState(owner: owner, server: server, policy: policy, seed: seed)
  }
}

extension ReferenceSubject: ConversationListSubject {
  public func conversationListDeciding(
    _ options: ConversationListOptions
  ) -> any ConversationListDeciding { ConversationListState(options) }
}

extension ReferenceSubject: ProgressSubject {
  public func sendingMetering(
    _ afterFailure: SendPolicy.AfterFailure
  ) -> any SendingMetering { SendingMeter(afterFailure: afterFailure) }
}

extension ReferenceSubject: RolloutSubject {
  public func rollingOut() -> any RollingOut { Rollout() }
}

extension ReferenceSubject: DiagnosticSubject {
  public func diagnosing() -> any Diagnosing { DecisionGate() }
}
