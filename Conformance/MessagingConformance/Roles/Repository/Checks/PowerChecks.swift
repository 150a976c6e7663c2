internal import MessagingCore
internal import MessagingModel

/// What is left when power is lost between two disk steps.
enum PowerChecks {
  /// Everything answered is kept when the unsynced bytes are lost.
  static func answeredBytes(_ context: CheckContext) async throws {
    try await sweep(context, .answeredBytes)
  }

  /// Everything answered is kept when the unsynced names are lost.
  static func answeredNames(_ context: CheckContext) async throws {
    try await sweep(context, .answeredNames)
  }

  /// At any disk step, whatever unsynced part is lost, the state is that before or after the call.
  static func everyStep(_ context: CheckContext) async throws {
    try await sweep(context, context.isThorough ? .everyStepEachKind(random: 1) : .everyStep)
  }

  /// Random histories, with more kinds of losses.
  static func histories(_ context: CheckContext) async throws {
    for seed in context.seeds {
      for number in 1...(context.isThorough ? 4 : 1) {
        let name = "power history \(number) of seed \(seed)"
        var generator = HistoryGenerator(
          verbs: HistoryGenerator.verbs.subtracting(["kill", "apply"]).sorted(),
          random: SeededRandom(seed: seed, stream: name))
        let history = RandomHistory(
          kind: .scenario, name: name, lines: generator.history(length: context.isThorough ? 12 : 6)
        )
        try await history.tryOut { lines in
          let reach = PowerSweep.Reach.everyStepEachKind(random: 2)
          try await sweep(context, context.isThorough ? reach : .everyStep, lines, seed: seed)
        }
        context.count("histories of power losses")
      }
    }
  }

  /// A refusal by the disk is reported, and leaves the state before the call.
  static func refusalsAreTold(_ context: CheckContext) async throws {
    try await refuse(context, .told, [.failure, .full, .readOnly], every: 2)
  }

  /// After a refusal the same handle continues to work.
  static func refusalsPass(_ context: CheckContext) async throws {
    try await refuse(context, .again, [.failure, .full, .readOnly], every: 4)
  }

  /// A read that gets no bytes from the disk returns the right content or an error.
  static func shortReads(_ context: CheckContext) async throws {
    try await refuse(context, .read, [.shortRead], every: 4)
  }

  /// - Parameter every: in a bounded run, only one of this many steps is refused.
  private static func refuse(
    _ context: CheckContext, _ look: DiskFaultSweep.Look, _ kinds: [DiskFault.Kind], every: Int
  ) async throws {
    var sweep = try await DiskFaultSweep(
      lines(context), on: context.subject, seed: context.environment.seed)
    let isWhole = context.isThorough
    try await sweep.run(
      look, kinds, byTurns: !isWhole, every: isWhole ? 1 : every, context.heartbeat)
    context.count("steps that the disk refused", sweep.faultCount)
  }

  /// Every operation on a store, once.
  private static func lines(_ context: CheckContext) -> [String] {
    var lines = [
      "page s1@1 \"one\" s2@2 \"two\" s3@3 \"three\" to=live start",
      "send c1 \"mine\"", "receive s4@4 \"four\"", "ack c1 s5@5", "send c2 \"another\"",
      "token \"t1\"",
    ]
    if context.has(.edits) { lines += ["edit s1 \"better\" version=2", "delete s2 by=ann"] }
    if context.has(.receipts) { lines += ["receipt s3 by=bob", "read s4"] }
    if context.has(.reactions) { lines.append("amend d1 s3 react \"+\"") }
    lines += ["reopen", "cancel c2", "reset k1", "send c3 \"last\"", "forget k1"]
    return lines
  }

  private static func sweep(
    _ context: CheckContext, _ reach: PowerSweep.Reach
  ) async throws {
    try await sweep(context, reach, lines(context), seed: context.environment.seed)
  }

  private static func sweep(
    _ context: CheckContext, _ reach: PowerSweep.Reach, _ lines: [String], seed: UInt64
  ) async throws {
    let recording = try await PowerRecording(of: lines, on: context.subject, seed: seed)
    var sweep = PowerSweep(recording, context.subject, seed: seed)
    try await sweep.run(reach, context.heartbeat)
    context.count("moments at which power was lost", sweep.pointCount)
    context.count("stores opened after a loss of power", sweep.lossCount)
  }
}
