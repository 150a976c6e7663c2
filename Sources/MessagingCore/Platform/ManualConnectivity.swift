/// A network that is there when somebody says so: for systems that cannot tell, and for tests.
///
///     let network = ManualConnectivity()
///     network.set(isOnline: false)  // nothing is sent from now on
///
/// It keeps the newest state. A slow observer may miss that the network came and went; an
/// interruption is always seen, and the last state always comes.
public final class ManualConnectivity: Connectivity {
  // An interruption is two changes: both are kept.
  private let state: Broadcast<Bool>

  public init(isOnline: Bool = true) { state = Broadcast(isOnline, keeping: 2) }

  /// Notifies all observers; does nothing if the state is the same.
  ///
  /// - Complexity: O(followers).
  public func set(isOnline: Bool) { state.send(isOnline) }

  public func states() -> AsyncStream<Bool> { state.values() }
}
