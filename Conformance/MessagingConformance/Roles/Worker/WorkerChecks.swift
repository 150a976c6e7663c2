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

  static func closedDuringARequest(_ context: Context) async throws {
    var stage = try await Stage(context)
    try await stage.play("hold\nsend c1 \"one\"\n? tries c1 = 1")
    stage.worker.closeStore()
    try context.expect("the number of runs that ended", stage.worker.endedRuns, is: 1)
  }

  static func pausedBefore(_ context: Context) async throws {
    var stage = try await Stage(context)
    stage.player.world.setPaused(true, "k1")
    try await stage.play("send c1 \"one\"\nsend c2 \"two\" in=k2\n? server = c2")
    try await stage.play("resume k1\n? server = c2 c1")
  }

  static func pausedInTheRunBefore(_ context: Context) async throws {
    var stage = try await Stage(context)
    try await stage.play("send c1 \"one\" in=k2\n? server = c1\npause k1")
    stage.worker.cancel()
    stage.worker.begin()
    try await stage.play("send c2 \"two\"\nsend c3 \"three\" in=k2\n? server = c1 c3")
    try await stage.play("resume k1\n? server = c1 c3 c2")
  }

  static func runAgain(_ context: Context) async throws {
    var stage = try await Stage(context)
    try await stage.play("offline\nsend c1 \"one\"\n? tries c1 = 0")
    stage.worker.cancel()
    stage.worker.begin()
    try await stage.play("online\n? wire = publish:c1\n? state c1 = sent")
  }

  static func runAgainAtOnce(_ context: Context) async throws {
    var stage = try await Stage(context)
    try await stage.play("offline\nsend c1 \"one\"\n? tries c1 = 0")
    stage.worker.restart()
    try await stage.play("online\n? wire = publish:c1\n? state c1 = sent")
    try context.expect("the number of runs that ended", stage.worker.endedRuns, is: 1)
  }

  static func pausedEverywhereBefore(_ context: Context) async throws {
    var stage = try await Stage(context)
    stage.player.world.setPaused(true, nil)
    try await stage.play("send c1 \"one\"\nsend c2 \"two\" in=k2\n? wire = none")
    try await stage.play("resume\n? server contains c1\n? server contains c2")
  }

  static func closedWhileItWaits(_ context: Context) async throws {
    var stage = try await Stage(context)
    try await stage.play("server busy\nsend c1 \"one\"\n? due != none")
    stage.worker.closeStore()
    try context.expect("the number of runs that ended", stage.worker.endedRuns, is: 1)
  }

  static func stoppedUnderWay(_ context: Context) async throws {
    var stage = try await Stage(context)
    try await stage.play("server busy\nsend c1 \"one\"\n? tries c1 = 1\n? due != none")
    try await stage.play("hold\nsend c2 \"two\" in=k2\n? tries c2 = 1")
    stage.worker.cancel()
    try context.expect("the number of runs that ended", stage.worker.endedRuns, is: 1)
  }

  static func stoppedInUpload(_ context: Context) async throws {
    var stage = try await Stage(context)
    try await stage.play(
      "uploads stall\nsend c1 \"look\" file=photos/a.jpg\n? begun = c1/1\n? aborted = none")
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

  static func stoppedUpload(_ context: Context) async throws {
    var stage = try await Stage(context)
    // The policy makes a new worker.
    try await stage.play("policy stall=2m")
    stage.player.world.worker?.keepStoppedUploads()
    try await stage.play(
      "uploads always stall\nsend c1 \"look\" file=photos/a.jpg\nadvance 2m\n"
        + "? aborted = c1/1\ntick\n? begun = c1/1 c1/1\n? wire = none")
    try await stage.play("uploads always answer\nadvance 2m\ntick\n? wire = publish:c1")
    let page = try await stage.player.world.repository.read(
      Query(.newest, in: ScriptNames.conversation, limit: 10))
    let names = page.messages.flatMap(\.body.attachments).compactMap(\.remote)
    try context.expect(
      "whether the message has the name that a stopped upload gave",
      names.contains(LateUpload.name),
      is: false)
  }

  /// Sends one message to a server that is busy once. A worker that can be driven tries again when
  /// the clock of its ports says so.
  ///
  /// - Returns: why the suite cannot drive the worker; `nil` if the message is sent, or has failed.
  static func trouble(
    of subject: any SendWorkerSubject, _ options: RunOptions
  ) async throws -> String? {
    // Some subjects have a worker, but bring their decision logic for these rules.
    let isWorker = subject.sendDeciding(SendPolicy(), seed: options.seed) is any WorkerDriving
    guard isWorker else { return nil }
    var stage = try await Stage(Context(subject, options))
    try await stage.play("server busy\nsend c1 \"one\"")
    if try await stage.endsInAnHour() { return nil }
    return try await DriveProbe.reason(
      stage.worker, "worker", task: "send a message that a busy server had refused once (SEND-023)")
  }

  /// A world over the reference repository, and the worker in it.
  private struct Stage {
    var player: SendPlayer
    let worker: any WorkerDriving
    private let context: Context

    init(_ context: Context) async throws {
      self.context = context
      player = try await SendPlayer(
        WorkerAlone(subject: context.subject), seed: context.options.seed,
        store: ReferenceSubject())
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

    /// Lets an hour pass on the clock of the ports, as far as it has to.
    ///
    /// - Returns: whether nothing is to be sent any more.
    mutating func endsInAnHour() async throws -> Bool {
      for _ in 0..<20 {
        if worker.wokeByItself { return false }
        if try await isAtItsEnd { return true }
        guard player.world.nextDeadline != nil else { break }
        try await play("tick")
      }
      try await play("advance 1h")
      return try await isAtItsEnd
    }

    private var isAtItsEnd: Bool {
      get async throws {
        let outbox = try await player.world.repository.read(
          Query(.outbox, in: nil, limit: Limits.page))
        return !outbox.messages.contains { $0.delivery == .sending }
      }
    }
  }
}
