internal import MessagingCore
internal import MessagingModel

/// Random histories of every change that a store can apply. Everything that the store returns is
/// compared with the oracle.
enum AgreementChecks {
  static func histories(_ context: CheckContext) async throws {
    try await context.tryHistories(30) { seed, number in
      var changes = RandomChanges(
        seed: seed &* 1_000 &+ UInt64(number), for: context.subject.capabilities)
      var steps = (0..<16).map { _ in Step.apply(changes.batch()) }
      if context.has(.durable) { steps.insert(.reopen, at: number % steps.count) }
      do {
        try await play(steps, context)
      } catch let violation as Violation {
        throw try await shortest(
          violation, steps, "seed \(seed), history \(number)", context)
      }
    }
  }

  private enum Step: CustomStringConvertible {
    case apply([Change])
    case reopen

    /// The step as a line of a scenario.
    var description: String {
      switch self {
      case .apply(let batch):
        let changes = batch.map { String(decoding: $0.canonical, as: UTF8.self) }
        return "apply \(JSONText.quoted("[\(changes.joined(separator: ","))]"))"
      case .reopen: return "reopen"
      }
    }
  }

  private static func play(_ steps: [Step], _ context: CheckContext) async throws {
    let place = context.elsewhere()
    var repository = try await place.open()
    var comparison = Agreement(context)
    for (number, step) in steps.enumerated() {
      switch step {
      case .apply(let batch): try await comparison.apply(batch, to: repository)
      case .reopen:
        await repository.close()
        repository = try await place.open()
        try await comparison.look(at: repository, RandomChanges.conversations)
      }
      context.countStep()
      guard number == steps.count - 1 else { continue }
      try await comparison.look(at: repository, RandomChanges.conversations)
    }
    await repository.close()
  }

  private static func shortest(
    _ violation: Violation, _ steps: [Step], _ name: String, _ context: CheckContext
  ) async throws -> Violation {
    let shrunk = await Shrinker<Step>(
      evaluationsMax: 400,
      simplify: { step in
        guard case .apply(let batch) = step, batch.count > 1 else { return [] }
        return batch.map { .apply([$0]) }
      }
    ).shrink(steps) { candidate in
      do { try await play(candidate, context) } catch is Violation { return true } catch {}
      return false
    }
    var final = violation
    do { try await play(shrunk.steps, context) } catch let found as Violation { final = found }
    final.notes += [
      name, "shrunk from \(steps.count) to \(shrunk.steps.count) steps; paste them as a scenario:",
    ]
    final.notes += shrunk.steps.map(\.description)
    return final
  }
}
