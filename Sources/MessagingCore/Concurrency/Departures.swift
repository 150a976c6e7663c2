/// The numbers of the observers that have gone since somebody looked.
///
/// A stream reports its end while the runtime holds the lock of the task that followed it, and a
/// yield waits for that lock. Whoever yields inside a lock of its own must therefore never take
/// that lock when a stream ends: the two would wait for each other forever. It notes the departure
/// here, and looks at its next turn.
final class Departures: Sendable {
  private let gone = Locked<[Int]>([])

  func note(_ number: Int) { gone.withLock { $0.append(number) } }

  /// Returns the numbers that were noted since the previous call.
  func take() -> [Int] {
    gone.withLock { gone in
      defer { gone = [] }
      return gone
    }
  }
}
