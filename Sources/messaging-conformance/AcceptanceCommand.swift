internal import ArgumentParser
internal import BuiltInSubjects
internal import Foundation
internal import MessagingConformance
internal import MessagingCore
internal import MessagingTimeline

struct AcceptanceCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "acceptance",
    abstract: "Reads a long conversation on a simulated phone, and measures what the reader sees.",
    discussion: """
      Four scenarios: live messages while somebody reads history; page after page to the top; \
      messages that are sent again and again; rows of diverse heights, with photos that come late, \
      a keyboard and a device that is turned. Store, sync engine, send queue, timeline and scroll \
      anchor are those of this package, the server is simulated, and one clock is set by hand: the \
      same numbers each time.

      What moved is measured on the screen, not told by the anchor; only the work for a frame is \
      timed by a real clock. Status 1 if a threshold of the \
      acceptance table is not met, or one of ACC-1 to ACC-7 is not measured.

      EXAMPLES
        the table; the same for programs
          messaging-conformance acceptance
          messaging-conformance acceptance --json
        over SQLite, with all that was noted in a file
          messaging-conformance acceptance --store sqlite --log acceptance.jsonl
        with an anchor that is kept by index; without one, as before a rollout
          messaging-conformance acceptance --anchor index-arithmetic
          messaging-conformance acceptance --off anchor
        with each older page read by cursor and by number, and compared
          messaging-conformance acceptance --dual
      """)

  enum Store: String, CaseIterable, ExpressibleByArgument { case memory, sqlite }

  enum Anchor: String, CaseIterable, ExpressibleByArgument {
    case ours
    case indexArithmetic = "index-arithmetic"
  }

  @Option(help: ArgumentHelp("How many messages the conversation has.", valueName: "count"))
  var messages = AcceptanceReport.leastMessages

  @Option(help: ArgumentHelp("The store of the device.", valueName: "kind"))
  var store = Store.memory

  @Option(help: ArgumentHelp("What keeps the reader's place.", valueName: "kind"))
  var anchor = Anchor.ours

  enum Part: String, CaseIterable, ExpressibleByArgument {
    case identity, anchor, paging

    var flag: RolloutFlag {
      switch self {
      case .identity: .identity
      case .anchor: .anchorPreserving
      case .paging: .cursorPaging
      }
    }
  }

  @Option(help: ArgumentHelp("A flag of the rollout that is off.", valueName: "flag"))
  var off: [Part] = []

  @Flag(help: "Reads each older page by cursor and by number, and compares their contents.")
  var dual = false

  @Flag(help: "Prints a line of JSON for each threshold.")
  var json = false

  @Option(help: ArgumentHelp("Writes the recorded events, as lines of JSON.", valueName: "file"))
  var log: String?

  func validate() throws {
    guard messages >= 100 else {
      throw ValidationError("--messages is \(messages); it must be at least 100")
    }
  }

  func run() async throws {
    var parts = AcceptanceParts()
    switch store {
    case .memory: break
    case .sqlite: parts.stores = SQLiteSubject.disks()
    }
    switch anchor {
    case .ours: break
    case .indexArithmetic: parts.anchor = { IndexArithmeticSubject().scrollAnchoring($0) }
    }
    parts.flags = RolloutFlags(off: Set(off.map(\.flag)))
    parts.isDual = dual
    let clock = ContinuousClock()
    let start = clock.now
    parts.stopwatch = {
      let (seconds, attoseconds) = start.duration(to: clock.now).components
      return seconds * 1_000_000 + attoseconds / 1_000_000_000_000
    }
    let isTerminal = isatty(STDERR_FILENO) == 1
    let report = try await AcceptanceReport(
      LongConversation(count: messages, pendingCount: 25), parts
    ) { scenario in
      if isTerminal { Console.error("\(scenario.rawValue) …") }
    }
    for line in json ? report.jsonLines : report.table { print(line) }
    if let log {
      try Console.write(report.export.map { $0 + "\n" }.joined(), to: log)
    }
    if !report.isGo { throw ExitCode(Verdict.violated.exitCode) }
  }
}
