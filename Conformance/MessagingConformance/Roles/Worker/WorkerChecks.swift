internal import MessagingCore
internal import MessagingModel

/// Checks of the area WORKER: faults that only a complete worker can have.
enum WorkerChecks {
  typealias Context = RoleContext<any SendWorkerSubject>

  static func secondRun(_ context: Context) async throws {
    var stage = try await Stage(context)
    try await stage.play("hold\nsend c1 \"one\"\n? tries c1 = 1")
    stage.worker.begin()
    try context.expect("the number of runs that ended", stage.worker.endedRuns, is: 1)
    try await stage.play(
      "online\n? tries c1 = 1\nrelease\nsend c2 \"two\"\n? wire = publish:c1 publish:c2")
    try context.expect("the number of runs that ended", stage.worker.endedRuns, is: 1)
  }

  static func twoAtOnce(_ context: Context) async throws {
    var stage = try await Stage(context)
    stage.worker.begin(2)
    try await stage.play("hold\nsend c1 \"one\"\n? tries c1 = 1")
    try context.expect("the number of runs that ended", stage.worker.endedRuns, is: 1)
    try await stage.play("release\nsend c2 \"two\"\n? wire = publish:c1 publish:c2")
    try context.expect("the number of runs that ended", stage.worker.endedRuns, is: 1)
  }

  static func closedStore(_ context: Context) async throws {
    var stage = try await Stage(context)
    try await stage.play("send c1 \"one\"\n? state c1 = sent")
    try context.expect("the number of runs that ended", stage.worker.endedRuns, is: 0)
    stage.worker.closeStore()
    try context.expect("the number of runs that ended", stage.worker.endedRuns, is: 1)
  }

  static func pausedBefore(_ context: Context) async throws {
    var stage = try await Stage(context)
    stage.player.world.setPaused(true, "k1")
    try await stage.play("send c1 \"one\"\nsend c2 \"two\" in=k2\n? server = c2")
    try await stage.play("resume k1\n? server = c2 c1")
  }

  static func runAgain(_ context: Context) async throws {
    var stage = try await Stage(context)
    try await stage.play("offline\nsend c1 \"one\"\n? tries c1 = 0")
    stage.worker.cancel()
    stage.worker.begin()
    try await stage.play("online\n? wire = publish:c1\n? state c1 = sent")
  }

  static func stoppedInFlight(_ context: Context) async throws {
    var stage = try await Stage(context)
    try await stage.play("server busy\nsend c1 \"one\"\n? tries c1 = 1\n? due != none")
    try await stage.play("hold\nsend c2 \"two\" in=k2\n? tries c2 = 1")
    try await stage.play(
      "uploads stall\nsend c3 \"look\" file=photos/a.jpg in=k3\n? begun = c3/1\n? aborted = none")
    stage.worker.cancel()
    try context.expect("the number of runs that ended", stage.worker.endedRuns, is: 1)
  }

  static func lateRequest(_ context: Context) async throws {
    var stage = try await Stage(context)
    try await stage.play("policy limit=60s\nserver hangs\nsend c1 \"one\"\nadvance 59s")
    let abandoned = { (stage: Stage) in stage.player.world.abandoned.count }
    try context.expect("the number of calls that were cancelled", abandoned(stage), is: 0)
    try await stage.play("advance 1s")
    try context.expect("the number of calls that were cancelled", abandoned(stage), is: 1)
    try await stage.play("tick\n? tries c1 = 2\n? state c1 = sent")
  }

  /// The areas that are skipped if a worker cannot be driven.
  static let areas = Role.worker.areas + Role.sending.areas

  /// The reason why a worker cannot be driven.
  struct Trouble {
    let message: String
    /// Whether a case reports it already.
    var isTold = false
  }

  /// Before all other cases, sends one message to a busy server. A worker that can be driven sends
  /// a request at once, and again when the clock of its ports advances. A worker with tasks of its
  /// own, or with another clock, would fail at random places, because of a race.
  ///
  /// - Returns: `nil` if there is no such problem.
  static func trouble(
    of subject: any ConformanceSubject, _ plan: CasePlan, _ options: RunOptions
  ) async -> Trouble? {
    guard let worker = subject as? any SendWorkerSubject, WorkerDrive.isPossible,
      subject.roles.contains(.worker) || subject.roles.contains(.sending)
    else { return nil }
    let isAsked = plan.cases.contains {
      areas.contains($0.id.requirement.area) && options.selection.includes($0.id)
    }
    guard isAsked else { return nil }
    do {
      var stage = try await Stage(Context(worker, options))
      try await stage.play("server busy\nsend c1 \"one\"")
      for _ in 0..<probesMax {
        if let trouble = stage.worker.trouble { return Trouble(message: trouble) }
        if stage.worker.wokeByItself { return Trouble(message: otherClock) }
        if (try? await stage.play("? tries c1 = 1\n? due != none")) != nil { return nil }
        try await ContinuousClock().sleep(for: .milliseconds(10))
      }
      return stage.worker.trouble.map { Trouble(message: $0) }
    } catch let error as SubjectError {
      return Trouble(message: error.description)
    } catch {
      return nil
    }
  }

  /// The number of checks, one every 10 ms. That is enough to detect a first pause of three
  /// seconds.
  private static let probesMax = 350

  private static let otherClock =
    "something other than its ports woke the worker: a sleep or a timer that does not use "
    + "ports.clock, which the suite cannot drive: "
    + "Spec/decisions/workers-on-an-executor-of-our-own.md"

  /// A world over the reference repository, with the worker in it.
  private struct Stage {
    var player: SendPlayer
    let worker: any WorkerDriving
    private let context: Context

    init(_ context: Context) async throws {
      self.context = context
      player = try await SendPlayer(
        OverReference(subject: context.subject), seed: context.options.seed)
      guard let worker = player.world.worker else {
        throw SubjectError(description: "\(context.subject.name) has no worker")
      }
      self.worker = worker
    }

    mutating func play(_ lines: String) async throws {
      let known = player.stepCount
      defer { context.count(steps: player.stepCount - known) }
      try await player.play(SendTale("a check", lines).script)
    }
  }

  /// The subject's worker alone, without the subject's other roles.
  private struct OverReference: SendWorkerSubject {
    let subject: any SendWorkerSubject
    var name: String { subject.name }

    func sendWorker(
      _ ports: SendPorts, policy: SendPolicy, seed: UInt64
    ) -> any SendWorker {
      subject.sendWorker(ports, policy: policy, seed: seed)
    }
  }
}
