/// A `property` block: written steps in many orders, or random histories, compared with the model.
struct PropertyRun: Sendable {
  let planned: PlannedCase
  let subject: any ConformanceSubject
  let options: RunOptions

  func run(_ tally: inout RunTally) async throws {
    throw Undecided(description: "properties are not run yet")
  }
}
