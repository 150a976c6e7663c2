internal import MessagingCore
internal import MessagingModel

/// Several devices and a server, and the faults between them. A seeded generator picks each event,
/// so a history is the same each time.
package struct Simulation {
  package struct Setting: Sendable {
    package var family: SimulationFamily
    /// The number of devices, at least 1.
    package var devices: Int
    package var minds = SimulatedMinds()
    /// Whether devices have screens and lists of conversations.
    package var hasScreens = true
    /// Receives every event, line by line. The lines contain the text of messages.
    package var trace: (@Sendable (String) -> Void)?

    package init(_ family: SimulationFamily, devices: Int, minds: SimulatedMinds = .init()) {
      self.family = family
      self.devices = max(1, devices)
      self.minds = minds
    }
  }

  var place: SimulatedPlace
  var devices: [SimulatedDevice] = []

  /// The user of each device. Some users have two.
  private static let owners: [ParticipantID] = ["ann", "bob", "ann", "cem", "bob"]

  let hasScreens: Bool

  init(_ setting: Setting, seed: UInt64, stores: @escaping SimulatedStores) async throws {
    place = SimulatedPlace(setting.family)
    place.trace = setting.trace
    hasScreens = setting.hasScreens
    for number in 1...setting.devices {
      let owner = Self.owners[(number - 1) % Self.owners.count]
      devices.append(
        try await SimulatedDevice(
          number, of: owner, minds: setting.minds, stores: stores, seed: seed, in: &place))
    }
  }

  /// Plays a history to its end, and compares the results.
  ///
  /// - Parameter steps: all or some steps of ``SimulationStep/history(seed:devices:)``.
  /// - Returns: how often each event occurred.
  /// - Throws: ``SimulationFailure``, or an error of the stores.
  package static func play(
    _ steps: [SimulationStep], in setting: Setting, seed: UInt64,
    stores: @escaping SimulatedStores
  ) async throws -> [SimulationMark: Int] {
    var simulation = try await Simulation(setting, seed: seed, stores: stores)
    do {
      for step in steps {
        setting.trace?("step \(step.number): device \(step.device + 1), \(step.word)")
        try await simulation.play(step)
        try simulation.checkLaws(after: step.number)
      }
      setting.trace?("from now on nothing goes wrong")
      try await simulation.calmDown()
      try await simulation.compare()
      if setting.hasScreens {
        try await simulation.compareLists("at rest")
        try await simulation.compareScreens()
        try await simulation.compareLists("after conversations were forgotten")
      }
    } catch {
      await simulation.traceEnd()
      await simulation.close()
      throw error
    }
    await simulation.close()
    return simulation.place.marks
  }

  private func close() async {
    for device in devices { await device.close() }
  }

  /// Traces what the server and the devices have when a history failed.
  private func traceEnd() async {
    guard let trace = place.trace else { return }
    for event in place.server.log {
      trace("server, \(event.stream) \(event.number), place \(event.place): \(event.item)")
    }
    for device in devices {
      for conversation in SimulatedPlace.conversations {
        guard let page = try? await device.store.read(.all(of: conversation)) else { continue }
        trace("device \(device.number), \(conversation): \(page)")
      }
      if let screen = device.screen {
        let rows = screen.rows.rows.map(\.shortName).joined(separator: ", ")
        trace("device \(device.number) shows \(screen.conversation): \(rows)")
      }
    }
  }

  private func checkLaws(after step: Int) throws {
    guard let broken = place.broken else { return }
    throw SimulationFailure(reason: broken, step: step)
  }

  private mutating func play(_ step: SimulationStep) async throws {
    var random = SeededRandom(seed: step.choice)
    let index = step.device
    guard devices.indices.contains(index) else { return }
    switch step.deed {
    case .device(let kind): try await play(kind, step, &random)
    case .screen(let kind): await playScreen(kind, step, &random)
    case .list(let kind): await devices[index].use(kind, &random, &place)
    }
    try await bury(index)
  }

  private mutating func play(
    _ kind: SimulationStep.Kind, _ step: SimulationStep, _ random: inout SeededRandom
  ) async throws {
    let index = step.device
    switch kind {
    case .work:
      for _ in 0...random.below(10) {
        guard try await work(index, &random) else { break }
      }
    case .write, .reply, .edit, .delete, .react, .unreact, .read, .cancel, .cancelChange, .retry,
      .clear:
      try await devices[index].wish(kind, step, &random, &place)
    case .scroll: await devices[index].scroll(&random, &place)
    case .unscroll: devices[index].unscroll(&random, &place)
    case .wait: wait()
    case .pass: pass(Int64([200, 3_000, 40_000][random.below(3)]))
    case .crash: try await devices[index].restart(&place)
    case .moveOut: if random.chance(1, of: 2) { try await devices[index].moveOut(&place) }
    case .open, .close, .offline, .online, .days, .disconnect, .hint, .woken, .crashInWrite,
      .storeFails, .setClock, .hold, .release, .forgetTokens, .refuse, .admit, .lateRequest,
      .forgetDevice, .signIn:
      trouble(kind, index, &random)
    }
  }

  mutating func work(_ index: Int, _ random: inout SeededRandom) async throws -> Bool {
    let hasWorked = try await devices[index].work(&random, &place)
    try await bury(index)
    return hasWorked
  }

  /// Restarts a process that died in a write.
  private mutating func bury(_ index: Int) async throws {
    if devices[index].troubles.isDead { try await devices[index].restart(&place) }
  }

  /// Lets time pass until the next deadline.
  mutating func wait() {
    guard let next = devices.compactMap(\.nextDeadline).min() else { return }
    pass(max(0, next - place.now))
  }

  mutating func pass(_ milliseconds: Int64) {
    let end = place.now + milliseconds
    passOnScreens(until: end)
    place.now = end
    for index in devices.indices { devices[index].tick(&place) }
    retryLists()
  }
}
