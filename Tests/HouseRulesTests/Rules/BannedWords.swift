extension HouseRule {
  /// Flags each place at which one of the phrases stands, in the Swift files that `scope` accepts.
  ///
  /// - Parameter phrases: tokens, see `SourceFile.places(of:)`.
  private static func banned(
    _ name: String, _ phrases: [[String]], instead: String, flagged: Example, accepted: Example,
    scope: @escaping @Sendable (SourceFile) -> Bool = { _ in true }
  ) -> HouseRule {
    HouseRule(name, flagged: flagged, accepted: accepted) { file in
      guard scope(file) else { return [] }
      return phrases.flatMap { phrase in
        file.places(of: phrase).map { place in
          let shown = phrase.joined().replacing("~", with: "")
          return Violation(file.tokens[place].line, "`\(shown)`: \(instead)")
        }
      }
    }
  }

  static let uncheckedSendable = banned(
    "unchecked-sendable", [["@", "unchecked"]],
    instead: "let the compiler check it: a struct, `Locked<Value>`, or an actor.",
    flagged: Example("Tests/A.swift", "final class A: @unchecked Sendable {}"),
    accepted: Example("Tests/A.swift", "final class A: Sendable {}  // not @unchecked Sendable"))

  static let nonisolatedUnsafe = banned(
    "nonisolated-unsafe", [["nonisolated", "(", "unsafe"]],
    instead: "let the compiler check it: a constant, `Locked<Value>`, or an actor.",
    flagged: Example("Sources/A.swift", "nonisolated(unsafe) let a = A()"),
    accepted: Example("Sources/A.swift", "nonisolated(nonsending) func a() async {}"))

  static let forcedTry = banned(
    "forced-try", [["try", "~!"]],
    instead: "throw on; in a test make it `throws`, or write `try #require(…)`.",
    flagged: Example("Tests/A.swift", "let a = try! b()"),
    accepted: Example("Tests/A.swift", "let a = try !b()\nlet c = \"try! this\""))

  static let forcedCast = banned(
    "forced-cast", [["as", "~!"]],
    instead: "keep the type (a generic, an enum), or `as?` and say what to do otherwise.",
    flagged: Example("Sources/A.swift", "let a = b as! C"),
    accepted: Example("Sources/A.swift", "let a = b as? C  // as! would trap"))

  static let silentTrap = banned(
    "silent-trap",
    [
      ["fatalError", "(", ")"], ["preconditionFailure", "(", ")"], ["assertionFailure", "(", ")"],
    ],
    instead: "say in a sentence, with the values, what the programmer did wrong.",
    flagged: Example("Sources/A.swift", "fatalError()"),
    accepted: Example("Sources/A.swift", "fatalError(\"limit is \\(limit), must be above 0\")"))

  static let realTime = banned(
    "real-time",
    [["Task", ".", "sleep"], ["Thread", ".", "sleep"], ["usleep", "("], ["nanosleep", "("]],
    instead: "take `any Clock<Duration>`; in a test give a `ManualClock`, wait for its sleeper, "
      + "advance.",
    flagged: Example("Tests/A.swift", "try await Task.sleep(for: .seconds(1))"),
    accepted: Example("Tests/A.swift", "try await clock.sleep(for: .seconds(1))"))

  static let yielding = banned(
    "yield-and-hope", [["Task", ".", "yield"], ["sched_yield", "("]],
    instead: "wait for what you expect: a commit, a sleeper, a value of a stream.",
    flagged: Example("Tests/A.swift", "await Task.yield()"),
    accepted: Example("Tests/A.swift", "try await clock.waitForSleepers(1)"))

  static let lock = banned(
    "lock",
    [
      ["Mutex"], ["NSLock"], ["NSRecursiveLock"], ["OSAllocatedUnfairLock"], ["DispatchSemaphore"],
      ["import", "Synchronization"], ["import", "os"],
    ],
    instead: "use `Locked<Value>` (MessagingCore): `Mutex` needs iOS 18, other locks are checked "
      + "by nobody.",
    flagged: Example("Sources/A.swift", "let a = Mutex(0)"),
    accepted: Example("Sources/A.swift", "let a = Locked(0)  // not a Mutex"))

  static let looseTasks = banned(
    "loose-task",
    [
      ["Task", "{"], ["Task", "("], ["Task", "<"], ["Task", ".", "detached"],
      ["Task", ".", "immediate"],
    ],
    instead: "let the caller's task do it (`async`, a task group): nobody waits for a loose task, "
      + "nobody cancels it. Where it must be: an `Allowance` with the reason.",
    flagged: Example("Sources/MessagingCore/A.swift", "Task { await a() }"),
    accepted: Example("Sources/MessagingCore/A.swift", "if Task.isCancelled { return }")
  ) { $0.isUnder("Sources/MessagingCore") }

  static let pureModel = banned(
    "pure-model",
    [
      ["async"], ["await"], ["Task"], ["Clock"], ["ContinuousClock"], ["SuspendingClock"],
      ["hashValue"],
    ],
    instead: "the inner ring is values and pure functions; this belongs to MessagingCore.",
    flagged: Example("Sources/MessagingTimeline/A.swift", "func a() async {}"),
    accepted: Example("Sources/MessagingModel/A.swift", "func a() {}  // Not async.")
  ) { $0.isUnder("Sources/MessagingModel", "Sources/MessagingTimeline") }

  static let chanceAndTime = banned(
    "chance-and-time",
    [
      ["Date", "("], ["Date", ".", "now"], ["UUID", "("], ["SystemRandomNumberGenerator"],
      ["randomElement", "(", ")"], ["shuffled", "(", ")"], ["shuffle", "(", ")"],
      ["random", "(", ")"], ["random", "(", "in"],
    ],
    instead: "take it as a parameter (a timestamp, an id, `SeededRandom`), so that a run replays.",
    flagged: Example("Conformance/MessagingConformance/A.swift", "let a = UUID()"),
    accepted: Example(
      "Conformance/MessagingConformance/A.swift", "let a = random.shuffled(list)  // no UUID()")
  ) {
    $0.isUnder(
      "Sources/MessagingModel", "Sources/MessagingTimeline", "Conformance/MessagingConformance",
      "Conformance/ConformanceProof")
  }
}

extension HouseRule {
  static let unfinished = HouseRule(
    "unfinished",
    flagged: Example("Sources/A.swift", "let a = 1  // TODO: two"),
    accepted: Example("Sources/A.swift", "let a = \"TODO\"  // todos los santos, TODOS")
  ) { file in
    file.comments.flatMap { comment in
      comment.text.split { !$0.isLetter && !$0.isNumber }
        .filter { ["TODO", "FIXME", "XXX", "HACK"].contains($0) }
        .map { Violation(comment.line, "`\($0)`: do it now, or open an issue and name it.") }
    }
  }

  static let plainProse = HouseRule(
    "plain-prose",
    flagged: Example("Spec/requirements/a.md", "Good.\nThis is just a test.\n"),
    accepted: Example("Spec/requirements/a.md", "An unjust adjustment, justly named.\n")
  ) { file in
    guard file.isProse, file.isUnder("Spec") else { return [] }
    return file.lines.enumerated().flatMap { index, text in
      text.split { !$0.isLetter }
        .filter { ["simply", "just", "obviously"].contains($0.lowercased()) }
        .map { word in
          Violation(index + 1, "`\(word)`: leave it out; to the reader it may be none of that.")
        }
    }
  }
}
