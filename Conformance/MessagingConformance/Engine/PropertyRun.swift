internal import MessagingCore

/// A `property` block: written steps in many orders, or random histories.
///
/// What has to hold, holds in the end for orders, and after each step for histories. A history is
/// compared with the model, and shortened for as long as it still fails.
struct PropertyRun: Sendable {
  let planned: PlannedCase
  let subject: any RepositorySubject
  let options: RunOptions

  /// The most that is tried for each seed.
  var historiesMax: Int? {
    [options.historiesMax, subject.historiesMax].compactMap(\.self).min()
  }

  func run(_ tally: inout RunTally) async throws {
    let units = ScriptUnits(planned.block.script)
    if let words = units.setting(.ops)?.words {
      try await runHistories(units, verbs: words.compactMap(Verb.init(rawValue:)), &tally)
    } else {
      try await runOrders(units, &tally)
    }
  }

  // MARK: Orders

  private func runOrders(_ units: ScriptUnits, _ tally: inout RunTally) async throws {
    let batches = units.batches
    let orders = Orders(
      of: batches.count, asked: units.setting(.orders)?.first?.description,
      max: historiesMax.map { $0 * max(1, options.seeds) }, seed: options.seed)
    let isDurable = subject.capabilities.contains(.durable)
    for (number, order) in orders.all.enumerated() {
      // One reopening in each order, at a point that moves from order to order.
      let reopening = isDurable ? number % (batches.count + 1) : nil
      do {
        try await run(order.map { batches[$0] }, reopening: reopening, units, &tally)
      } catch var violation as Violation {
        let lines = script(order.map { batches[$0] }, reopening: reopening)
        violation.index = lines.count
        violation.notes.append("order \(number + 1) of \(orders.all.count)")
        tally.shrunk = lines + [line(of: violation, in: units)]
        throw violation
      }
    }
  }

  private func run(
    _ batches: [ScriptUnits.Batch], reopening: Int?, _ units: ScriptUnits,
    _ tally: inout RunTally
  ) async throws {
    var run = ScenarioRun(subject, seed: options.seed)
    defer { tally.steps += run.stepCount }
    try await run.session.open()
    do {
      for (place, batch) in batches.enumerated() {
        if place == reopening { try await run.session.reopen() }
        try await run.perform(batch)
        if let error = run.last.error {
          throw Violation("'\(batch.source)' was refused: \(error)")
        }
      }
      if reopening == batches.count { try await run.session.reopen() }
      for case .expectation(let expectation, let index) in units.units {
        try await run.check(expectation, at: index)
      }
    } catch {
      await run.session.close()
      throw error
    }
    await run.session.close()
  }

  private func script(_ batches: [ScriptUnits.Batch], reopening: Int?) -> [String] {
    var lines = batches.map(\.lines)
    if let reopening { lines.insert(["reopen"], at: reopening) }
    return lines.flatMap(\.self)
  }

  private func line(of violation: Violation, in units: ScriptUnits) -> String {
    violation.index.map { planned.block.script[$0].source } ?? "-- \(violation.message)"
  }
}
