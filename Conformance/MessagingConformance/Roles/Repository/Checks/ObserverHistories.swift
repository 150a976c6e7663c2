internal import MessagingCore
internal import MessagingModel

/// Random histories on one handle or on two of one store. Each reads what all of them applied, and
/// the observers of each hear of it.
enum ObserverHistories {
  static func histories(_ context: CheckContext) async throws {
    try await histories(context, handles: 1)
  }

  static func twoHandles(_ context: CheckContext) async throws {
    try await histories(context, handles: 2)
  }

  /// No handle reads: each looks for what the other one applied.
  static func withoutReads(_ context: CheckContext) async throws {
    try await histories(context, handles: 2, pollInterval: .seconds(5))
  }

  /// - Parameter pollInterval: how often a handle looks for commits of the other one; `nil` if it
  ///   reads after each commit instead.
  private static func histories(
    _ context: CheckContext, handles: Int, pollInterval: Duration? = nil
  ) async throws {
    try await context.tryHistories(12) { seed, number in
      let own = seed &* 1_000 &+ UInt64(number)
      var random = SeededRandom(seed: own, stream: "handles")
      var changes = RandomChanges(seed: own, for: context.subject.capabilities)
      var steps: [AgreementStep] = []
      for _ in 0..<12 {
        let handle = random.below(handles)
        if random.chance(1, of: 3) {
          steps.append(.observe(scope(&random), on: random.below(handles)))
        }
        if random.chance(1, of: 12), context.has(.durable) { steps.append(.reopen(handle)) }
        steps.append(.apply(changes.batch(), on: handle))
        // What is not listened to at once may be told together with the next commit.
        if random.chance(2, of: 3) { steps.append(.listen) }
      }
      try await AgreementStep.play(steps, "seed \(seed), history \(number)") { steps in
        try await play(steps, handles, context, pollInterval)
      }
    }
  }

  private static let kinds: [ChangeKinds] = [.all, .all, .structure, .content, .metadata]

  private static func scope(_ random: inout SeededRandom) -> Scope {
    let chat = random.pick(from: [nil] + RandomChanges.conversations) ?? nil
    return Scope(conversation: chat, kinds: random.pick(from: kinds) ?? .all)
  }

  private static func play(
    _ steps: [AgreementStep], _ count: Int, _ context: CheckContext, _ pollInterval: Duration?
  ) async throws {
    let place = context.elsewhere(pollInterval: pollInterval)
    var handles: [any MessageRepository] = []
    for _ in 0..<count { handles.append(try await place.open()) }
    var comparison = Agreement(context)
    var observers = ObserverAgreement(context)
    for step in steps {
      switch step {
      case .apply(let batch, let handle):
        var others = handles
        let repository = others.remove(at: handle)
        if pollInterval != nil { others = [] }
        try await comparison.apply(batch, to: repository, besides: others)
        guard let last = comparison.last else { break }
        observers.note(last.commit, of: batch, last.changed, by: handle)
      case .listen: try await observers.listen(upTo: comparison.revision, in: place)
      case .reopen(let handle):
        try await observers.listen(upTo: comparison.revision, in: place)
        await handles[handle].close()
        try await observers.end(handle, in: place)
        handles[handle] = try await place.open()
        try await comparison.look(at: handles[handle], RandomChanges.conversations)
      case .observe(let scope, let handle):
        // An observer begins with the revision that its handle knows.
        if pollInterval != nil { _ = try await place.newest(handles[handle]) }
        try await observers.add(
          scope, to: handles[handle], handle, at: comparison.revision, in: place)
      }
      context.countStep()
    }
    try await observers.listen(upTo: comparison.revision, in: place)
    for (number, handle) in handles.enumerated() {
      await handle.close()
      try await observers.end(number, in: place)
    }
  }
}
