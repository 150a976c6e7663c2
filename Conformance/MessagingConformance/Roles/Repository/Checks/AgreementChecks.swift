internal import MessagingCore
internal import MessagingModel

/// Random histories of every change that a store can apply. Everything that the store returns is
/// compared with the oracle.
enum AgreementChecks {
  static func histories(_ context: CheckContext) async throws {
    try await context.tryHistories(30) { seed, number in
      var changes = RandomChanges(
        seed: seed &* 1_000 &+ UInt64(number), for: context.subject.capabilities)
      var steps = (0..<16).map { _ in AgreementStep.apply(changes.batch()) }
      if context.has(.durable) { steps.insert(.reopen(), at: number % steps.count) }
      try await AgreementStep.play(steps, "seed \(seed), history \(number)") { steps in
        try await play(steps, context)
      }
    }
  }

  private static func play(_ steps: [AgreementStep], _ context: CheckContext) async throws {
    let place = context.elsewhere()
    var repository = try await place.open()
    var comparison = Agreement(context)
    for (number, step) in steps.enumerated() {
      switch step {
      case .apply(let batch, _): try await comparison.apply(batch, to: repository)
      case .reopen:
        await repository.close()
        repository = try await place.open()
        try await comparison.look(at: repository, RandomChanges.conversations)
      case .observe, .listen: break
      }
      context.countStep()
      guard number == steps.count - 1 else { continue }
      try await comparison.look(at: repository, RandomChanges.conversations)
    }
    await repository.close()
  }
}

/// A step of a random history of a store, on one of its handles.
enum AgreementStep: CustomStringConvertible {
  case apply([Change], on: Int = 0)
  case reopen(Int = 0)
  case observe(Scope, on: Int)
  /// Every observer is listened to.
  case listen

  /// The step as a line of a scenario, where there is one.
  var description: String {
    switch self {
    case .apply(let batch, let handle):
      let changes = batch.map { String(decoding: $0.canonical, as: UTF8.self) }
      let line = "apply \(JSONText.quoted("[\(changes.joined(separator: ","))]"))"
      return handle == 0 ? line : "\(line)  -- on handle \(handle + 1)"
    case .reopen(let handle): return handle == 0 ? "reopen" : "-- handle \(handle + 1) reopens"
    case .observe(let scope, let handle):
      return "-- an observer of \(scope.words) begins on handle \(handle + 1)"
    case .listen: return "-- every observer is listened to"
    }
  }

  /// Plays a history. If it violates something, finds the shortest one that does, and throws what
  /// that one violates.
  static func play(
    _ steps: [AgreementStep], _ name: String, _ play: ([AgreementStep]) async throws -> Void
  ) async throws {
    do { try await play(steps) } catch let violation as Violation {
      let shrunk = await Shrinker<AgreementStep>(evaluationsMax: 400, simplify: \.parts)
        .shrink(steps) { candidate in
          do { try await play(candidate) } catch is Violation { return true } catch {}
          return false
        }
      var final = violation
      do { try await play(shrunk.steps) } catch let found as Violation { final = found }
      final.notes += [
        name,
        "shrunk from \(steps.count) to \(shrunk.steps.count) steps; paste them as a scenario:",
      ]
      final.notes += shrunk.steps.map(\.description)
      throw final
    }
  }

  /// The step with one change of its batch each.
  private var parts: [AgreementStep] {
    guard case .apply(let batch, let handle) = self, batch.count > 1 else { return [] }
    return batch.map { .apply([$0], on: handle) }
  }
}
