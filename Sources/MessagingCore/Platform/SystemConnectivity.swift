#if canImport(Network)
  internal import Dispatch
  internal import Network

  /// The network state that the system reports, on Apple systems. On other systems use
  /// ``ManualConnectivity``.
  ///
  /// Every status except *unsatisfied* counts as online. Where connections are made on demand, only
  /// a request makes one, and a request that fails costs a message nothing (`SEND-022`).
  public struct SystemConnectivity: Connectivity {
    public init() {}

    public func states() -> AsyncStream<Bool> {
      // An interruption is two changes: keep both.
      let (stream, continuation) = AsyncStream<Bool>.makeStream(
        bufferingPolicy: .bufferingNewest(2))
      let monitor = NWPathMonitor()
      let last = Locked<Bool?>(nil)
      monitor.pathUpdateHandler = { path in
        // The path also changes when the device moves to another network. That does not change this
        // state.
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
