public import MessagingConformance
public import MessagingCore
public import MessagingModel

/// The complete send worker of this package, over the reference repository.
public struct WorkerSubject: SendWorkerSubject {
  public let name = "worker"
  public let capabilities: Set<Capability> = [
    .sendingEdits, .sendingFiles, .sendingDiagnosis, .sendingCredentials,
  ]
  /// Few histories: `model` tries all histories of the rules alone.
  public let historiesMax: Int? = 60

  public init() {}

  public func sendWorker(
    _ ports: SendPorts, policy: SendPolicy, seed: UInt64
  ) -> any SendWorker {
    OutboxWorker(ports, policy: policy, seed: seed)
  }
}
