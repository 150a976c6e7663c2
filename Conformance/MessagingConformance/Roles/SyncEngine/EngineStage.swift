internal import MessagingCore
internal import MessagingModel

/// A world over the reference repository, with an engine in it.
struct EngineStage {
  typealias Context = RoleContext<any SyncEngineSubject>

  var player: SyncPlayer
  private let context: Context

  init(_ context: Context) {
    self.context = context
    player = SyncPlayer(OverReference(subject: context.subject), seed: context.options.seed)
  }

  /// The engine. Throws before the first line that is not a setting.
  var engine: any EngineDriving {
    get throws {
      guard let engine = try player.world.engine else {
        throw SubjectError(description: "\(context.subject.name) has no engine")
      }
      return engine
    }
  }

  mutating func play(_ lines: String) async throws {
    let known = player.stepCount
    defer { context.count(steps: player.stepCount - known) }
    let script = try SyncLanguage.language.script(lines.split(separator: "\n").map(String.init))
    try await player.play(script)
  }

  /// Passes what the engine did by itself to the world.
  mutating func settle() async throws {
    try await player.act { world in
      world.tell(.clock)
      try await world.settle()
    }
  }

  func expect(endedRuns count: Int) throws {
    try context.expect("the number of runs that ended", engine.endedRuns, is: count)
  }

  func expect(waitingCallers count: Int) throws {
    try context.expect("the number of callers that wait", engine.waitingCallers, is: count)
  }

  /// The subject's engine alone, without the subject's other roles.
  private struct OverReference: SyncEngineSubject {
    let subject: any SyncEngineSubject
    var name: String { subject.name }

    func syncEngine(
      _ ports: SyncPorts, owner: ParticipantID, policy: SyncPolicy, seed: UInt64
    ) -> any SyncEngine {
      subject.syncEngine(ports, owner: owner, policy: policy, seed: seed)
    }
  }
}
