public import MessagingConformance
public import MessagingCore
public import MessagingModel

/// The worker of this package, whole, over the reference repository.
public struct WorkerSubject: SendWorkerSubject {
  public let name = "worker"
  /// The orders of the rules alone are tried in full by `model`.
  public let historiesMax: Int? = 60

  public init() {}

  public func sendWorker(
    _ ports: SendPorts, policy: SendPolicy, seed: UInt64
  ) -> any SendWorker {
    OutboxWorker(ports, policy: policy, seed: seed)
  }
}
