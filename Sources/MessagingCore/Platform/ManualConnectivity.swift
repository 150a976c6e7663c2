/// A network state that the app sets: for systems that cannot detect it, and for tests.
///
///     let network = ManualConnectivity()
///     network.set(isOnline: false)  // nothing is sent from now on
///
/// It keeps the newest states. A slow observer may miss that the network came and went again. It
/// always sees an interruption, and it always receives the last state.
public final class ManualConnectivity: Connectivity {
  // An interruption is two changes: keep both.
  private let state: Broadcast<Bool>

  public init(isOnline: Bool = true) { state = Broadcast(isOnline, keeping: 2) }

  /// Notifies all observers; does nothing if the state is the same.
  ///
  /// - Complexity: O(followers).
  public func set(isOnline: Bool) { state.send(isOnline) }

  public func states() -> AsyncStream<Bool> { state.values() }
}
