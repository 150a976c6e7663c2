internal import SourceFaults

/// Which subjects of the suite and which unit tests are asked about a fault, by where it is.
public enum SubjectTable {
  /// The first row whose folder holds a file is the file's. A script that reaches the fault on
  /// several subjects is asked of the first of them: cheap ones come first, then those that store
  /// on a disk.
  static let rows: [(folder: String, subjects: [String])] = [
    ("Sources/MessagingTimeline", ["model", "screens"]),
    ("Sources/MessagingModel/Sending", ["model", "worker"]),
    ("Sources/MessagingModel/Syncing", ["model", "engine"]),
    ("Sources/MessagingModel/Downloading", ["model", "downloads"]),
    ("Sources/MessagingModel", ["memory", "model", "worker", "json", "sqlite"]),
    ("Sources/MessagingCore/Client", ["client"]),
    ("Sources/MessagingCore/Sending", ["worker", "drafts", "client"]),
    ("Sources/MessagingCore/Downloading", ["downloads"]),
    ("Sources/MessagingCore/Conversation", ["drafts"]),
    ("Sources/MessagingCore/Memory", ["memory"]),
    ("Sources/MessagingCore/Rollout", ["model"]),
    ("Sources/MessagingCore/Syncing", ["engine"]),
    ("Sources/MessagingCore/Timeline", ["screens"]),
    ("Sources/MessagingCore/ConversationList", ["screens", "named-index"]),
    ("Sources/MessagingCore/Concurrency", ["memory", "worker", "engine", "screens", "downloads"]),
    ("Sources/MessagingCore", ["memory", "worker", "json", "sqlite"]),
    ("Sources/MessagingSQLite", ["sqlite"]),
    // No subject reaches it: its unit tests alone are asked.
    ("Sources/MessagingMatrix", ["memory"]),
  ]

  /// The subjects for a file; none for a file that no subject runs.
  public static func subjects(for path: String) -> [String] {
    rows.first { path.hasPrefix($0.folder + "/") }?.subjects ?? []
  }

  /// Suites that run a whole adapter of a guide, for minutes: samples, not unit tests of a module.
  static let skippedTests = ["GRDBSampleTests"]

  /// The targets of unit tests for a file: those of its module.
  static func testTargets(for path: String) -> [String] {
    let modules = [
      "MessagingModel", "MessagingTimeline", "MessagingCore", "MessagingSQLite", "MessagingMatrix",
    ]
    return modules.filter { path.hasPrefix("Sources/\($0)/") }.map { $0 + "Tests" }
  }

  /// The targets of unit tests for some faults.
  static func testTargets(of faults: [Fault]) -> [String] {
    Set(faults.flatMap { testTargets(for: $0.name.path) }).sorted()
  }
}
