public import MessagingConformance
public import MessagingCore
public import MessagingModel
public import MessagingTimeline

/// The pure parts of this package: they build rows, compute diffs, hold the scroll anchor, and
/// decide what is shown and when, and what is sent, synced and downloaded.
public struct ModelSubject: RowsSubject, DiffSubject, ScrollSubject, WindowSubject, SendSubject,
  SyncSubject, DownloadSubject, TimelineSubject, ConversationListSubject,
  ProgressSubject, DiagnosticSubject, RolloutSubject, FormSubject
{
  public let name = "model"
  public let capabilities: Set<Capability> = [
    .arrivals, .aspects, .sendingEdits, .sendingFiles, .sendingDiagnosis, .sendingCredentials,
  ]

  public init() {}

  public func timelineBuilding() -> any TimelineBuilding { TimelineBuilder() }

  public func timelineDiffing() -> any TimelineDiffing { TimelineDiffer() }

  public func scrollAnchoring(_ options: ScrollOptions) -> any ScrollAnchoring {
    ScrollAnchor(options)
  }

  public func listWindow(_ options: WindowOptions) -> any ListWindowing { ListWindow(options) }

  public func timelineDeciding(_ options: TimelineOptions) -> any TimelineDeciding {
    TimelineState(options)
  }

  public func conversationListDeciding(
    _ options: ConversationListOptions
  ) -> any ConversationListDeciding { ConversationListState(options) }

  public func sendingMetering(
    _ afterFailure: SendPolicy.AfterFailure
  ) -> any SendingMetering { SendingMeter(afterFailure: afterFailure) }

  public func rollingOut() -> any RollingOut { Rollout() }

  public func diagnosing() -> any Diagnosing { DecisionGate() }

  public func sendDeciding(_ policy: SendPolicy, seed: UInt64) -> any SendDeciding {
    SendQueue(policy: policy, seed: seed)
  }

  public func downloadDeciding(
    _ policy: DownloadPolicy, seed: UInt64
  ) -> any DownloadDeciding { DownloadQueue(policy: policy, seed: seed) }

  public func syncDeciding(
    owner: ParticipantID, server: SyncServer, policy: SyncPolicy, seed: UInt64
  ) -> any SyncDeciding {
    SyncState(owner: owner, server: server, policy: policy, seed: seed)
  }
}
