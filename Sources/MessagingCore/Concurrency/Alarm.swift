/// The single timer of an event loop. It rings when the next deadline has come.
struct Alarm {
  private let clock: Stopwatch
  private let ring: @Sendable () -> Void
  private var current: (deadline: Int64, stop: Stop, hasRung: Locked<Bool>)?

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
    let (clock, ring, hasRung) = (clock, ring, Locked(false))
    let stop = group.addStoppable {
      // A cancelled sleep means that the deadline was replaced.
      guard (try? await clock.sleep(until: deadline)) != nil else { return }
      hasRung.withLock { $0 = true }
      ring()
    }
    current = (deadline, stop, hasRung)
  }

  /// Call this after a ring: the timer can then be set to the same deadline again. The ring may be
  /// one of an earlier deadline; then the present one stays.
  mutating func hasRung() {
    if current?.hasRung.current == true { current = nil }
  }
}
