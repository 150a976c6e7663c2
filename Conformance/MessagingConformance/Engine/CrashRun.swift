/// A `crash` block: the last step is cut off at every storage operation.
struct CrashRun: Sendable {
  let planned: PlannedCase
  let subject: any ConformanceSubject
  let options: RunOptions

  func run(_ tally: inout RunTally) async throws {
    throw Undecided(description: "crashes are not run yet")
  }
}
