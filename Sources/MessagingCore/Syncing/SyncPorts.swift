public import MessagingModel

/// The dependencies of a sync engine.
public struct SyncPorts: Sendable {
  public var repository: any MessageRepository
  public var transport: any SyncTransport
  public var connectivity: any Connectivity
  /// What is waiting to be sent: the first requests of a connection wait a while for it
  /// (`SyncPolicy.outboxWait`). `nil` on a device that sends nothing.
  public var sending: (@Sendable () -> AsyncStream<SendDiagnosis>)?
  public var clock: Stopwatch

  /// - Parameters:
  ///   - sending: ``OutboxWorker/diagnoses()`` of the worker that sends.
  ///   - clock: measures waits; never a wall clock.
  public init(
    repository: any MessageRepository, transport: any SyncTransport,
    connectivity: any Connectivity,
    sending: (@Sendable () -> AsyncStream<SendDiagnosis>)? = nil,
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.repository = repository
    self.transport = transport
    self.connectivity = connectivity
    self.sending = sending
    self.clock = Stopwatch(clock)
  }
}
