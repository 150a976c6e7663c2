internal import MessagingCore
internal import MessagingModel

/// A whole part of a client that runs on an executor of the suite.
protocol Driven: AnyObject {
  /// What it did that the suite cannot drive.
  var trouble: String? { get }
  /// Whether something woke it that is not one of its ports, and not their clock.
  var wokeByItself: Bool { get }
  /// How many of its runs have ended.
  var endedRuns: Int { get }
}

/// A part of a subject that the suite cannot drive. Its cases get no verdicts.
struct DriveTrouble {
  let areas: [Area]
  let message: String
  /// Whether a case reports it already.
  var isTold = false
}

/// Checks, before anything else, that the suite can drive the whole parts of a subject: its worker,
/// its engine, its screens. Each part gets one small task. A part that can be driven ends it on the
/// clock of its ports. A part that works in tasks of its own, or waits by another clock, would fail
/// some of its cases in a race.
enum DriveProbe {
  private struct Part {
    let areas: [Area]
    let trouble: (RunOptions) async throws -> String?
  }

  /// The parts that cannot be driven, among those that have selected cases.
  static func troubles(
    of subject: any ConformanceSubject, _ plan: CasePlan, _ options: RunOptions
  ) async -> [DriveTrouble] {
    guard WorkerDrive.isPossible else { return [] }
    var troubles: [DriveTrouble] = []
    for part in parts(of: subject) {
      let isAsked = plan.cases.contains {
        part.areas.contains($0.id.requirement.area) && options.selection.includes($0.id)
      }
      guard isAsked, let message = await message(part, options) else { continue }
      troubles.append(DriveTrouble(areas: part.areas, message: message))
    }
    return troubles
  }

  private static func message(_ part: Part, _ options: RunOptions) async -> String? {
    do {
      return try await part.trouble(options)
    } catch let error as SubjectError {
      return error.description
    } catch {
      return nil  // A violation: its cases report it.
    }
  }

  private static func parts(of subject: any ConformanceSubject) -> [Part] {
    let plays = { (roles: Set<Role>) in !subject.roles.isDisjoint(with: roles) }
    var parts: [Part] = []
    if let worker = subject as? any SendWorkerSubject, plays([.worker, .sending]) {
      parts.append(
        Part(areas: Role.worker.areas + Role.sending.areas) {
          try await WorkerChecks.trouble(of: worker, $0)
        })
    }
    if let engine = subject as? any SyncEngineSubject, plays([.engine, .syncing]) {
      parts.append(
        Part(areas: Role.engine.areas + Role.syncing.areas) {
          try await EngineChecks.trouble(of: engine, $0)
        })
    }
    if let worker = subject as? any DownloadWorkerSubject, plays([.fetching, .downloading]) {
      parts.append(
        Part(areas: Role.fetching.areas + Role.downloading.areas) {
          try await FetchChecks.trouble(of: worker, $0)
        })
    }
    if let watch = subject as? any ProgressWatchSubject, plays([.watching, .progress]) {
      parts.append(
        Part(areas: Role.watching.areas + Role.progress.areas) {
          try await WatchChecks.trouble(of: watch, $0)
        })
    }
    if let client = subject as? any WholeClientSubject, plays([.client]) {
      parts.append(
        Part(areas: Role.client.areas) { try await ClientChecks.trouble(of: client, $0) })
    }
    if let screen = subject as? any TimelineScreenSubject, plays([.screens, .timeline]) {
      parts.append(
        Part(areas: Role.screens.areas + Role.timeline.areas) { _ in
          try await ScreenChecks.trouble(of: screen)
        })
    }
    if let list = subject as? any ConversationListScreenSubject, plays([.screens, .conversations]) {
      parts.append(
        Part(areas: Role.screens.areas + Role.conversations.areas) { _ in
          try await ScreenChecks.trouble(of: list)
        })
    }
    return parts
  }

  /// What woke a part that should be at rest; `nil` if nothing does.
  ///
  /// - Parameter looks: how often to look, every 10 ms of real time.
  static func disturbance(of part: any Driven, _ noun: String, looks: Int) async throws -> String? {
    for _ in 0..<looks {
      if let trouble = part.trouble { return trouble }
      if part.wokeByItself {
        return "something other than its ports woke the \(noun): a sleep or a timer that does not "
          + "use ports.clock. \(advice)"
      }
      try await ContinuousClock().sleep(for: .milliseconds(10))
    }
    return nil
  }

  /// Why a part did not end its task. Only the wording depends on real time.
  ///
  /// - Parameters:
  ///   - task: what it had to do, as in `send a message`.
  ///   - time: how much time it had.
  static func reason(
    _ part: any Driven, _ noun: String, task: String, time: String = "in an hour on ports.clock"
  ) async throws -> String {
    if let seen = try await disturbance(of: part, noun, looks: 30) { return seen }
    if part.endedRuns > 0 {
      return "run() of the \(noun) returned before the \(noun) could \(task): its tasks are not "
        + "children of run(), or it does nothing yet. \(advice)"
    }
    return "the \(noun) did not \(task) \(time): it waits for something that is not one of its "
      + "ports (Task.sleep, a timer, a queue, a task that is not a child task of run()), or it "
      + "never tries again. \(advice)"
  }

  private static let advice =
    "Make its tasks children of run(), and wait on ports.clock: "
    + "Spec/decisions/workers-on-an-executor-of-our-own.md"
}
