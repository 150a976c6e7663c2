internal import MessagingConformance
package import MessagingCore
package import MessagingModel
package import MessagingTimeline

/// What takes the place of the reference in one role.
package struct FaultyPart: Sendable {
  let role: Role
  /// The subject of that name that plays with it.
  let subject: @Sendable (String) -> any ConformanceSubject

  init(_ role: Role, _ subject: @escaping @Sendable (String) -> any ConformanceSubject) {
    self.role = role
    self.subject = subject
  }

  package static func rows(_ part: any TimelineBuilding) -> FaultyPart {
    FaultyPart(.rows) { FaultySubject(name: $0, role: .rows, part: part) }
  }

  package static func diff(_ part: any TimelineDiffing) -> FaultyPart {
    FaultyPart(.diff) { FaultySubject(name: $0, role: .diff, part: part) }
  }

  package static func scroll(
    _ part: @escaping @Sendable (ScrollOptions) -> any ScrollAnchoring
  ) -> FaultyPart {
    FaultyPart(.scroll) { FaultySubject(name: $0, role: .scroll, part: part) }
  }

  package static func window(
    _ part: @escaping @Sendable (WindowOptions) -> any ListWindowing
  ) -> FaultyPart {
    FaultyPart(.window) { FaultySubject(name: $0, role: .window, part: part) }
  }

  package static func sending(
    _ part: @escaping @Sendable (SendPolicy, UInt64) -> any SendDeciding
  ) -> FaultyPart {
    FaultyPart(.sending) { FaultyQueueSubject(name: $0, part: part) }
  }

  package static func syncing(
    _ part: @escaping @Sendable (ParticipantID, SyncServer, SyncPolicy, UInt64) -> any SyncDeciding
  ) -> FaultyPart {
    FaultyPart(.syncing) { FaultySyncSubject(name: $0, part: part) }
  }

  package static func downloading(
    _ part: @escaping @Sendable (DownloadPolicy, UInt64) -> any DownloadDeciding
  ) -> FaultyPart {
    FaultyPart(.downloading) { FaultyDownloadSubject(name: $0, part: part) }
  }

  package static func timeline(
    _ part: @escaping @Sendable (TimelineOptions) -> any TimelineDeciding
  ) -> FaultyPart {
    FaultyPart(.timeline) { FaultySubject(name: $0, role: .timeline, part: part) }
  }

  package static func conversations(
    _ part: @escaping @Sendable (ConversationListOptions) -> any ConversationListDeciding
  ) -> FaultyPart {
    FaultyPart(.conversations) { FaultySubject(name: $0, role: .conversations, part: part) }
  }

  package static func diagnostics(_ part: any Diagnosing) -> FaultyPart {
    FaultyPart(.diagnostics) { FaultySubject(name: $0, role: .diagnostics, part: part) }
  }

  package static func progress(
    _ part: @escaping @Sendable (SendPolicy.AfterFailure) -> any SendingMetering
  ) -> FaultyPart {
    FaultyPart(.progress) { FaultySubject(name: $0, role: .progress, part: part) }
  }

  package static func rollout(_ part: any RollingOut) -> FaultyPart {
    FaultyPart(.rollout) { FaultySubject(name: $0, role: .rollout, part: part) }
  }

  package static func form(_ part: FaultyForm) -> FaultyPart {
    FaultyPart(.form) { FaultySubject(name: $0, role: .form, part: part) }
  }

  package static func worker(
    _ part: @escaping @Sendable (SendPorts, SendPolicy, UInt64) -> any SendWorker
  ) -> FaultyPart {
    FaultyPart(.worker) { FaultyWorkerSubject(name: $0, part: part) }
  }
}

/// A subject that plays one role, with a part that is wrong.
private struct FaultySubject<Part: Sendable>: ConformanceSubject {
  let name: String
  let role: Role
  let part: Part

  var roles: Set<Role> { [role] }
  var capabilities: Set<Capability> { Set(Capability.allCases) }
}

extension FaultySubject: RowsSubject where Part == any TimelineBuilding {
  func timelineBuilding() -> any TimelineBuilding { part }
}

extension FaultySubject: DiffSubject where Part == any TimelineDiffing {
  func timelineDiffing() -> any TimelineDiffing { part }
}

extension FaultySubject: DiagnosticSubject where Part == any Diagnosing {
  func diagnosing() -> any Diagnosing { part }
}

extension FaultySubject: ScrollSubject
where Part == @Sendable (ScrollOptions) -> any ScrollAnchoring {
  func scrollAnchoring(_ options: ScrollOptions) -> any ScrollAnchoring { part(options) }
}

extension FaultySubject: WindowSubject
where Part == @Sendable (WindowOptions) -> any ListWindowing {
  func listWindow(_ options: WindowOptions) -> any ListWindowing { part(options) }
}

extension FaultySubject: TimelineSubject
where Part == @Sendable (TimelineOptions) -> any TimelineDeciding {
  func timelineDeciding(_ options: TimelineOptions) -> any TimelineDeciding { part(options) }
}

extension FaultySubject: ConversationListSubject
where Part == @Sendable (ConversationListOptions) -> any ConversationListDeciding {
  func conversationListDeciding(
    _ options: ConversationListOptions
  ) -> any ConversationListDeciding { part(options) }
}

extension FaultySubject: RolloutSubject where Part == any RollingOut {
  func rollingOut() -> any RollingOut { part }
}

extension FaultySubject: FormSubject where Part == FaultyForm {
  func rewritten(_ form: [UInt8], as type: FormType) throws(CanonicalError) -> [UInt8] {
    try part.rewritten(form, type)
  }

  func sortKey(of position: [UInt8]) throws(CanonicalError) -> [UInt8] {
    try part.sortKey(position)
  }

  func messageID(
    derivedFrom remoteID: RemoteID, in conversation: ConversationID
  ) -> String { part.messageID(remoteID, conversation) }
}

extension FaultySubject: ProgressSubject
where Part == @Sendable (SendPolicy.AfterFailure) -> any SendingMetering {
  func sendingMetering(_ afterFailure: SendPolicy.AfterFailure) -> any SendingMetering {
    part(afterFailure)
  }
}

private struct FaultyQueueSubject: SendSubject {
  let name: String
  let part: @Sendable (SendPolicy, UInt64) -> any SendDeciding

  var roles: Set<Role> { [.sending] }
  var capabilities: Set<Capability> { Set(Capability.allCases) }

  func sendDeciding(_ policy: SendPolicy, seed: UInt64) -> any SendDeciding { part(policy, seed) }
}

private struct FaultySyncSubject: SyncSubject {
  let name: String
  let part: @Sendable (ParticipantID, SyncServer, SyncPolicy, UInt64) -> any SyncDeciding

  var roles: Set<Role> { [.syncing] }
  var capabilities: Set<Capability> { Profile.full.capabilities }

  func syncDeciding(
    owner: ParticipantID, server: SyncServer, policy: SyncPolicy, seed: UInt64
  ) -> any SyncDeciding { part(owner, server, policy, seed) }
}

private struct FaultyDownloadSubject: DownloadSubject {
  let name: String
  let part: @Sendable (DownloadPolicy, UInt64) -> any DownloadDeciding

  var roles: Set<Role> { [.downloading] }
  var capabilities: Set<Capability> { Profile.full.capabilities }

  func downloadDeciding(_ policy: DownloadPolicy, seed: UInt64) -> any DownloadDeciding {
    part(policy, seed)
  }
}

private struct FaultyWorkerSubject: SendWorkerSubject {
  let name: String
  let part: @Sendable (SendPorts, SendPolicy, UInt64) -> any SendWorker

  var roles: Set<Role> { [.worker] }
  var capabilities: Set<Capability> { Set(Capability.allCases) }

  func sendWorker(_ ports: SendPorts, policy: SendPolicy, seed: UInt64) -> any SendWorker {
    part(ports, policy, seed)
  }
}
