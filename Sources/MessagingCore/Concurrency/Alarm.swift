/// The one alarm clock of a loop: it rings when the earliest of its deadlines has come.
struct Alarm {
  private let clock: Stopwatch
  private let ring: @Sendable () -> Void
  private var current: (deadline: Int64, stop: Stop)?

  /// - Parameters:
  ///   - clock: of the deadlines.
  ///   - ring: called in a task of its own.
  init(_ clock: Stopwatch, ring: @escaping @Sendable () -> Void) {
    self.clock = clock
    self.ring = ring
  }

  /// Sets it for a moment instead of the one before; nothing if it is set for that already.
  ///
  /// - Parameter deadline: in the clock's milliseconds; one that has passed rings at once, `nil`
  ///   never.
  mutating func set(for deadline: Int64?, in group: inout DiscardingTaskGroup) {
    guard deadline != current?.deadline else { return }
    current?.stop.finish()
    current = nil
    guard let deadline else { return }
    let (clock, ring) = (clock, ring)
    let stop = group.addStoppable {
      // Cancelled means that it was set for another moment.
      guard (try? await clock.sleep(until: deadline)) != nil else { return }
      ring()
    }
    current = (deadline, stop)
  }

  /// Whoever heard it ring says so: it may be set for the same moment again.
  mutating func hasRung() { current = nil }
}
