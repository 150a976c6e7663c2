internal import MessagingCore
internal import MessagingModel
internal import MessagingTimeline

// Screens in the simulation.
extension Simulation {
  mutating func playScreen(
    _ kind: SimulationStep.ScreenKind, _ step: SimulationStep, _ random: inout SeededRandom
  ) async {
    switch kind {
    case .backlog: place.writeBacklog(&random)
    case .wait:
      if let next = devices[step.device].screenDeadline { pass(max(0, next - place.now)) }
      await devices[step.device].use(kind, step, &random, &place)
    case .work, .open, .close, .recreate, .scroll, .jump, .jumpToEnd, .hold, .letGo, .stall, .take,
      .background, .foreground, .readsFail, .typing, .hide, .write, .attach, .forget:
      await devices[step.device].use(kind, step, &random, &place)
    }
  }

  /// Sends clock events to screens, deadline by deadline, up to a time.
  mutating func passOnScreens(until end: Int64) {
    for _ in 0..<Self.moments {
      guard let next = devices.compactMap(\.screenDeadline).min(), next <= end else { return }
      place.now = max(place.now, next)
      for index in devices.indices {
        if let due = devices[index].screenDeadline, due <= place.now {
          devices[index].tell(TimelineEvent.clock, &place)
        }
      }
    }
    place.blame("a screen has deadlines for ever", of: "screen")
  }

  /// The most deadlines of screens without another event in between.
  private static let moments = 10_000

  /// Opens a screen on every device, and ends all faults of screens.
  mutating func healScreens() async {
    var random = SeededRandom(seed: 2, stream: "calm")
    for index in devices.indices {
      let conversation = SimulatedPlace.conversations[index % SimulatedPlace.conversations.count]
      if devices[index].screen == nil {
        await devices[index].openScreen(on: conversation, at: .end, &random, &place)
      }
      devices[index].healScreen(&place)
    }
  }

  /// Checks that every screen shows what its store contains. Then the readers walk to the start,
  /// and back.
  mutating func compareScreens() async throws {
    for index in devices.indices where devices[index].screen != nil {
      try await compareScreen(index, "at rest")
      devices[index].tell(TimelineEvent.active(false), &place)
      try await walkUp(index)
      devices[index].tell(TimelineEvent.jumpedToEnd, &place)
      try await settleScreen(index)
      try await compareScreen(index, "back at the end")
      if devices[index].screen?.status.hasNewer ?? false {
        throw failure(index, "is not at the end after a jump to it")
      }
      try await endScreen(index)
    }
  }

  private mutating func walkUp(_ index: Int) async throws {
    for _ in 0..<Self.screenfuls {
      guard let screen = devices[index].screen, screen.status.older != .exhausted else { break }
      devices[index].screen?.view.scroll(by: -1_000)
      devices[index].look(&place)
      try await settleScreen(index)
    }
    try await compareScreen(index, "at the top")
    guard let screen = devices[index].screen, screen.input.hidden.isEmpty,
      let all = await devices[index].readSpared(.all(of: screen.conversation))
    else { return }
    if screen.rows.messages.first?.id != all.messages.first?.id {
      throw failure(index, "never comes to the first message")
    }
  }

  /// More screenfuls of rows than any conversation has.
  private static let screenfuls = 100

  /// Checks that a commit without a change leads to no update, that a forgotten conversation is
  /// empty, and that nothing happens after the end.
  private mutating func endScreen(_ index: Int) async throws {
    guard let screen = devices[index].screen else { return }
    let (updates, started) = (screen.rows.updates.count, screen.status.diagnostics.unchanged)
    devices[index].tell(TimelineEvent.committed(.all), &place)
    try await settleScreen(index)
    guard let now = devices[index].screen else { return }
    // The update may contain something invisible (`REPO-055`).
    let isSeen = now.rows.updates.dropFirst(updates).contains { $0.kinds != .metadata }
    if isSeen || now.status.diagnostics.unchanged > started + 1 {
      throw failure(index, "reads again or changes after a commit that changed nothing")
    }
    _ = try await devices[index].store.apply([.forget(screen.conversation)])
    await devices[index].noticeStore()
    try await settleScreen(index)
    try await compareScreen(index, "after its conversation was forgotten")
    devices[index].closeScreen(&place)
    if let broken = place.broken { throw SimulationFailure(reason: broken, step: nil) }
  }

  private func compareScreen(_ index: Int, _ moment: String) async throws {
    if let broken = place.broken { throw SimulationFailure(reason: broken, step: nil) }
    guard let screen = devices[index].screen,
      let all = await devices[index].readSpared(.all(of: screen.conversation)),
      let wrong = screen.difference(from: all)
    else { return }
    throw failure(index, "\(wrong), \(moment)")
  }

  private func failure(_ index: Int, _ sentence: String) -> SimulationFailure {
    SimulationFailure(
      reason: .init("screen", "the screen of device \(devices[index].number) \(sentence)"),
      step: nil)
  }

  /// Delivers everything to the screen, and lets time pass for it, until it waits for nothing.
  private mutating func settleScreen(_ index: Int) async throws {
    var random = SeededRandom(seed: 3, stream: "calm")
    for _ in 0..<Self.moments {
      if await devices[index].workScreen(&random, &place) { continue }
      guard let next = devices[index].screenDeadline else { return }
      passOnScreens(until: next)
    }
    throw failure(index, "does not come to rest")
  }
}

extension SimulatedDevice {
  fileprivate mutating func healScreen(_ place: inout SimulatedPlace) {
    screen?.isStalled = false
    screen?.failingReads = 0
    tell(TimelineEvent.held(false), &place)
    tell(TimelineEvent.active(true), &place)
    tell(TimelineEvent.typing([]), &place)
    look(&place)
  }

  /// What is not at rest on its screen; `nil` if all is.
  var screenUnrest: String? {
    guard let screen else { return nil }
    if !screen.work.isEmpty { return "has a screen to which something is on its way" }
    return screen.nextDeadline == nil ? nil : "has a screen that waits"
  }
}

extension SimulatedPlace {
  /// Writes messages at the server, dated long before the devices started.
  mutating func writeBacklog(_ random: inout SeededRandom) {
    mark(.backlog)
    let conversation = random.pick(from: Self.conversations) ?? "k1"
    for number in 0..<[12, 25, 25, 60, 120][random.below(5)] {
      let id = MessageID(high: 900, low: UInt64(number + 1))
      let text = ExactString("b\(number)")
      let message = OutgoingMessage(
        key: MessageKey(conversation, id), timestamp: Timestamp(milliseconds: 0),
        body: .text(text))
      story.wrote(message, by: "dan", device: 900, session: 1)
      server.write(.text(text), in: conversation, by: "dan", key: id)
    }
  }
}
