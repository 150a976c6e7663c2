#if canImport(Network)
  internal import Dispatch
  internal import Network

  /// What the system says of the network, on Apple systems; elsewhere there is
  /// ``ManualConnectivity``.
  ///
  /// Anything but *unsatisfied* counts as online: where a connection is made on demand, only a
  /// request makes it, and a request that fails costs no message anything (`SEND-022`).
  public struct SystemConnectivity: Connectivity {
    public init() {}

    public func states() -> AsyncStream<Bool> {
      // An interruption is two changes: both are kept.
      let (stream, continuation) = AsyncStream<Bool>.makeStream(
        bufferingPolicy: .bufferingNewest(2))
      let monitor = NWPathMonitor()
      let last = Locked<Bool?>(nil)
      monitor.pathUpdateHandler = { path in
        // A path also changes from one network to another: that is no change of this state.
        let isOnline = path.status != .unsatisfied
        let isNew = last.withLock { last in
          defer { last = isOnline }
          return last != isOnline
        }
        if isNew { continuation.yield(isOnline) }
      }
      continuation.onTermination = { _ in monitor.cancel() }
      monitor.start(queue: DispatchQueue(label: "messaging.connectivity"))
      return stream
    }
  }
#endif
