internal import MessagingCore
internal import MessagingModel

/// Checks of the area FETCH: faults that only a complete download worker can have.
enum FetchChecks {
  typealias Context = RoleContext<any DownloadWorkerSubject>

  /// The checks, by `FETCH-001/slug`.
  static let all: [String: @Sendable (Context) async throws -> Void] = [
    "FETCH-001/second-run": secondRun,
    "FETCH-002/run-again": runAgain,
    "FETCH-003/wished-before": wishedBefore,
    "FETCH-004/stopped-under-way": stoppedUnderWay,
    "FETCH-005/under-way": signedOutUnderWay,
    "FETCH-005/before-a-run": signedOutBefore,
    "FETCH-006/newcomer": newcomer,
    "FETCH-007/three-endings": threeEndings,
    "FETCH-008/in-pieces": inPieces,
    "FETCH-009/stopped-under-way": shownAfterARun,
  ]

  static func secondRun(_ context: Context) async throws {
    var stage = Stage(context)
    try await stage.play("online\nwish p1\n? coming = p1")
    try stage.worker.begin()
    try stage.expect(endedRuns: 1)
    try await stage.play("online\n? coming = p1\ngives p1\n? here = p1\nwish p2\n? coming = p2")
    try stage.expect(endedRuns: 1)
  }

  static func runAgain(_ context: Context) async throws {
    var stage = Stage(context)
    try await stage.play("online\nwish p1 p2\ngives p1 40\n? coming = p1 p2")
    try stage.worker.cancel()
    try stage.expect(endedRuns: 1)
    try stage.worker.begin()
    try await stage.play("online\n? starts = p1@40 p2\n? coming = p1 p2\ngives p1\n? here = p1")
  }

  static func wishedBefore(_ context: Context) async throws {
    var stage = Stage(context)
    // The worker begins to run after the first event.
    try await stage.play("wish p1 p2\nonline\n? coming = p1 p2")
  }

  static func stoppedUnderWay(_ context: Context) async throws {
    var stage = Stage(context)
    try await stage.play("online\nwish p1 p2\ngives p1 40\nbreaks p2 transient 503")
    try stage.expect(endedRuns: 0)
    try stage.worker.cancel()
    try stage.expect(endedRuns: 1)
    try context.expect("how many wait for time to pass", stage.worker.sleeperCount, is: 0)
    try context.expect("the open parts", stage.worker.openParts, is: 0)
  }

  static func signedOutUnderWay(_ context: Context) async throws {
    var stage = Stage(context)
    try await stage.play(
      "online\nwish p1 p2\ngives p1 40\ndisk slow\ngives p2\nsign-out\n? coming = none")
    let isLeaving = { (stage: Stage) in try stage.worker.isLeaving }
    try context.expect(
      "whether the owner still waits while a file is put in its place", isLeaving(stage), is: true)
    try await stage.play("disk fine\n? here = p2\n? parts = p1:40")
    try context.expect("whether the owner waits after that", isLeaving(stage), is: false)
    try stage.expect(endedRuns: 1)
    try stage.worker.begin()
    try stage.expect(endedRuns: 2)
    try await stage.play("online\n? coming = none")
  }

  static func signedOutBefore(_ context: Context) async throws {
    var stage = Stage(context)
    // The worker is run after the first event.
    try await stage.play("sign-out\nonline\nwish p1\n? coming = none")
    try context.expect("whether the owner still waits", stage.worker.isLeaving, is: false)
    try stage.expect(endedRuns: 1)
  }

  static func newcomer(_ context: Context) async throws {
    var stage = Stage(context)
    try await stage.play("online\nwish p1\n? coming = p1")
    try context.expect(
      "what a newcomer is told",
      stage.worker.statusForNewcomer().map { "\($0.phase)" }
        ?? "nothing",
      is: "running")
  }

  static func shownAfterARun(_ context: Context) async throws {
    var stage = Stage(context)
    try await stage.play("online\nwish p1 p2\ngives p1 40\ndisk slow\ngives p2")
    try stage.worker.cancel()
    try await stage.play("disk fine")
    try stage.expect(endedRuns: 1)
    let told = [
      ("newcomer", try stage.worker.statusForNewcomer()), ("follower", try stage.worker.status),
    ]
    for (observer, status) in told {
      let phase = status.map { "\($0.phase)" } ?? "nothing"
      try context.expect("what a \(observer) is told after the run", phase, is: "offline")
      let loading = status?.files.values.count { if case .loading = $0 { true } else { false } }
      try context.expect("how many files a \(observer) sees in flight", loading ?? 0, is: 0)
    }
    try stage.worker.begin()
    try await stage.play("online\n? coming = p1")
    let again = try stage.worker.statusForNewcomer().map { "\($0.phase)" } ?? "nothing"
    try context.expect("what a newcomer is told in the next run", again, is: "running")
  }

  static func threeEndings(_ context: Context) async throws {
    var stage = Stage(context)
    try await stage.play("online\nwish p1 p2 p3\ngives p1 40\n? coming = p1 p2 p3")
    try context.expect("the open parts during three downloads", stage.worker.openParts, is: 3)
    try await stage.play("gives p1\nbreaks p2 refused 404\nwish none\n? coming = none")
    try context.expect("the open parts after them", stage.worker.openParts, is: 0)
  }

  static func inPieces(_ context: Context) async throws {
    var stage = Stage(context)
    try await stage.play("online\nwish p1\ngives p1 40\ngives p1 10\n? parts = p1:50")
    try await stage.play("breaks p1 transient 503\ntick\n? coming = p1")
    try await stage.play("gives p1 20\n? parts = p1:70\ngives p1\n? here = p1")
  }

  /// Downloads a file after a server that was busy once. A worker that can be driven tries again
  /// when the clock of its ports says so.
  ///
  /// - Returns: why the suite cannot drive the worker; `nil` if the file is there.
  static func trouble(
    of subject: any DownloadWorkerSubject, _ options: RunOptions
  ) async throws -> String? {
    var stage = Stage(Context(subject, options))
    try await stage.play("online\nwish p1")
    let isComing = { (stage: Stage) in try !stage.player.world.transfers.isEmpty }
    if try isComing(stage) {
      try await stage.play("breaks p1 transient 503")
      if try stage.worker.nextDeadline != nil { try await stage.play("tick") }
      if try isComing(stage) { return nil }
    }
    return try await DriveProbe.reason(
      stage.worker, "worker", task: "request a file that a busy server had refused once",
      time: "when its wait on ports.clock ended")
  }

  /// A world around a worker.
  private struct Stage {
    var player: DownloadPlayer
    private let context: Context

    init(_ context: Context) {
      self.context = context
      player = DownloadPlayer(context.subject, seed: context.options.seed)
    }

    /// The worker. It exists from the first step.
    var worker: any DownloadDriving {
      get throws {
        guard let worker = try player.world.worker else {
          throw SubjectError(description: "\(context.subject.name) has no worker")
        }
        return worker
      }
    }

    mutating func play(_ lines: String) async throws {
      let script = try DownloadLanguage.language.script(
        lines.split(separator: "\n").map(String.init))
      context.count(steps: script.moments.count)
      try await player.play(script)
    }

    func expect(endedRuns count: Int) throws {
      try context.expect("the number of runs that ended", worker.endedRuns, is: count)
    }
  }
}
