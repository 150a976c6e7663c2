/// The single timer of an event loop. It rings when the next deadline has come.
struct Alarm {
  private let clock: Stopwatch
  private let ring: @Sendable () -> Void
  private var current: (deadline: Int64, stop: Stop)?

  /// - Parameters:
  /// - clock: the clock of the deadlines.
  /// - ring: called when the timer rings, in a task of its own.
  init(_ clock: Stopwatch, ring: @escaping @Sendable () -> Void) {
    self.clock = clock
    self.ring = ring
  }

  /// Replaces the deadline; does nothing if it is already set to this one.
  ///
  /// - Parameter deadline: in the clock's milliseconds. A deadline in the past rings at once; `nil`
  ///   never rings.
  mutating func set(for deadline: Int64?, in group: inout DiscardingTaskGroup) {
    guard deadline != current?.deadline else { return }
    current?.stop.finish()
    current = nil
    guard let deadline else { return }
    let (clock, ring) = (clock, ring)
    let stop = group.addStoppable {
      // A cancelled sleep means that the deadline was replaced.
      guard (try? await clock.sleep(until: deadline)) != nil else { return }
      ring()
    }
    current = (deadline, stop)
  }

  /// Call this after a ring: the timer can then be set to the same deadline again.
  mutating func hasRung() { current = nil }
}
