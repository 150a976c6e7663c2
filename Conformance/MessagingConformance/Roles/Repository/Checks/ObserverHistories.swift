internal import MessagingCore
internal import MessagingModel

/// Random histories on one handle or on two of one store. Each reads what all of them applied, and
/// the observers of each hear of it.
enum AudienceChecks {
  static func histories(_ context: CheckContext) async throws {
    try await histories(context, handles: 1)
  }

  static func twoHandles(_ context: CheckContext) async throws {
    try await histories(context, handles: 2)
  }

  private static func histories(_ context: CheckContext, handles: Int) async throws {
    try await context.tryHistories(12) { seed, number in
      let own = seed &* 1_000 &+ UInt64(number)
      var random = SeededRandom(seed: own, stream: "handles")
      var changes = RandomChanges(seed: own, for: context.subject.capabilities)
      var steps: [AgreementStep] = []
      for _ in 0..<12 {
        let handle = random.below(handles)
        if random.chance(1, of: 3) { steps.append(.observe(random.below(handles))) }
        if random.chance(1, of: 12), context.has(.durable) { steps.append(.reopen(handle)) }
        steps.append(.apply(changes.batch(), on: handle))
      }
      try await AgreementStep.play(steps, "seed \(seed), history \(number)") { steps in
        try await play(steps, handles, seed: own, context)
      }
    }
  }

  private static func play(
    _ steps: [AgreementStep], _ count: Int, seed: UInt64, _ context: CheckContext
  ) async throws {
    let place = context.elsewhere()
    var handles: [any MessageRepository] = []
    for _ in 0..<count { handles.append(try await place.open()) }
    var comparison = Agreement(context)
    var audience = Audience(context, seed: seed)
    for step in steps {
      switch step {
      case .apply(let batch, let handle):
        var others = handles
        let repository = others.remove(at: handle)
        try await comparison.apply(batch, to: repository, besides: others)
        guard let last = comparison.last else { break }
        try await audience.follow(last.commit, of: batch, last.changed, by: handle, in: place)
      case .reopen(let handle):
        await handles[handle].close()
        try await audience.end(handle, in: place)
        handles[handle] = try await place.open()
        try await comparison.look(at: handles[handle], RandomChanges.conversations)
      case .observe(let handle):
        try await audience.add(to: handles[handle], handle, at: comparison.revision, in: place)
      }
      context.countStep()
    }
    for (number, handle) in handles.enumerated() {
      await handle.close()
      try await audience.end(number, in: place)
    }
  }
}
