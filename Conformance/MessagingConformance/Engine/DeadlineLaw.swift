/// What must hold for the deadline of decision logic after each event: nothing is due now, and
/// nothing is due before the deadline.
enum DeadlineLaw {
  /// How far ahead to look if there is no deadline: ten days, in milliseconds.
  private static let horizon: Int64 = 864_000_000

  /// Returns the law that is broken; `nil` if none is.
  ///
  /// - Parameters:
  ///   - deadline: the next deadline; `nil` for none.
  ///   - acts: whether a copy of the logic does something if a clock event comes at this time.
  static func broken(
    at now: Int64, deadline: Int64?, acts: (_ moment: Int64) -> Bool
  ) -> Law? {
    if acts(now) {
      return Law("right after an event, a clock event at the same time does something")
    }
    if let deadline, deadline <= now { return Law("the next deadline is not in the future") }
    let eve = (deadline ?? now + horizon) - 1
    if eve > now, acts(eve) {
      return Law("a clock event before the next deadline does something")
    }
    return nil
  }
}
