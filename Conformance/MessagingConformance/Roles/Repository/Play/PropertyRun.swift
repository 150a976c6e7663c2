internal import MessagingCore

/// A `property` block: written steps in many orders, or random histories.
///
/// For orders, the expectations must hold at the end; for histories, after each step. A history is
/// compared with the model. A failing history is shortened as long as it still fails.
struct PropertyRun: Sendable {
  let planned: PlannedCase
  let subject: any RepositorySubject
  let options: RunOptions

  /// The most random histories for each seed; `nil` for no limit.
  var historiesMax: Int? {
    [options.historiesMax, subject.historiesMax].compactMap(\.self).min()
  }

  func run(_ tally: inout RunTally) async throws {
    let script = try planned.block.script(for: ScenarioRun.self)
    let settings = PropertySettings(script)
    if let verbs = settings.verbs {
      try await runHistories(script, settings, verbs: verbs, &tally)
    } else {
      try await runOrders(script, settings, &tally)
    }
  }

  // MARK: Orders

  private func runOrders(
    _ script: Script<ScenarioRun>, _ settings: PropertySettings, _ tally: inout RunTally
  ) async throws {
    let batches = settings.moments
    // All orders of a table run, except where the run itself is a sample.
    let seeds = max(1, options.seeds)
    let orders = Orders(
      of: batches.count, asked: settings.orders, max: options.historiesMax.map { $0 * seeds },
      seed: options.seed)
    let isDurable = subject.capabilities.contains(.durable)
    var stores = EmptyStores(
      subject, seed: options.seed, for: orders.all.count,
      newMax: subject.historiesMax.map { $0 * seeds })
    for (number, order) in orders.all.enumerated() {
      let (isNew, newBefore) = stores.next
      // Reopen once in each order that has a store of its own, each time after another number of
      // steps.
      let reopening = isDurable && isNew ? newBefore % (batches.count + 1) : nil
      do {
        try await stores.withNext { session in
          try await run(order.map { batches[$0] }, reopening: reopening, script, &session, &tally)
        }
      } catch var violation as Violation {
        let line =
          violation.index.map { planned.block.lines[$0].text.trimmedText }
          ?? "-- \(violation.message)"
        let lines = lines(order.map { batches[$0] }, reopening: reopening)
        violation.index = lines.count
        violation.notes.append("order \(number + 1) of \(orders.all.count)")
        tally.shrunk = lines + [line]
        await stores.close()
        throw violation
      }
    }
    await stores.close()
  }

  private func run(
    _ batches: [Script<ScenarioRun>.Moment], reopening: Int?, _ script: Script<ScenarioRun>,
    _ session: inout Session, _ tally: inout RunTally
  ) async throws {
    var run = ScenarioRun(on: session)
    defer {
      tally.steps += run.stepCount
      options.heartbeat.beat()
      session = run.session
    }
    for (place, batch) in batches.enumerated() {
      if place == reopening { try await run.session.reopen() }
      try await run.perform(batch)
      if let error = run.last.error {
        throw Violation("'\(batch.source)' was refused: \(error)")
      }
    }
    if reopening == batches.count { try await run.session.reopen() }
    for question in script.questions { try await run.check(question) }
  }

  private func lines(_ batches: [Script<ScenarioRun>.Moment], reopening: Int?) -> [String] {
    var lines = batches.map(\.sources)
    if let reopening { lines.insert(["reopen"], at: reopening) }
    return lines.flatMap(\.self)
  }
}

/// The settings of a property, and its other steps.
struct PropertySettings {
  /// How many orders; `nil` for the written order only.
  private(set) var orders: Orders.Asked?
  private(set) var verbs: [String]?
  private(set) var cases = 50
  private(set) var length = 30
  private(set) var moments: [Script<ScenarioRun>.Moment] = []

  init(_ script: Script<ScenarioRun>) {
    for moment in script.moments {
      var names = ScriptNames()
      guard case .set(let setting)? = moment.steps.first?.action(&names) else {
        moments.append(moment)
        continue
      }
      switch setting {
      case .orders(let count): orders = count.map(Orders.Asked.some) ?? .all
      case .verbs(let verbs): self.verbs = verbs
      case .cases(let count): cases = count
      case .length(let count): length = count
      }
    }
  }
}
