internal import ArgumentParser
internal import BuiltInSubjects
internal import Foundation
internal import MessagingConformance
internal import MessagingCore
internal import MessagingTimeline

struct AcceptanceCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "acceptance",
    abstract: "Measures the screen of a simulated phone while a user reads a long conversation.",
    discussion: """
      Four scenarios: live messages while the user reads history; page after page to the top; \
      messages that are sent again and again; rows of different heights, with photos that arrive \
      late, a keyboard and a rotated device. The store, sync engine, send queue, timeline and \
      scroll anchor are those of this package. The server is simulated, and one clock is set by \
      hand, so the numbers are the same each time.

      Movement is measured on the screen, not reported by the anchor. Only the work for a frame \
      is timed with a real clock. Status 1 if a threshold of the acceptance table is not met, or \
      if one of ACC-1 to ACC-7 is not measured.

      EXAMPLES
        the table; the same as lines of JSON
          messaging-conformance acceptance
          messaging-conformance acceptance --json
        over SQLite, with the recorded events in a file
          messaging-conformance acceptance --store sqlite --log acceptance.jsonl
        with an anchor by index arithmetic; without an anchor, as before a rollout
          messaging-conformance acceptance --anchor index-arithmetic
          messaging-conformance acceptance --off anchor
        with each older page read by cursor and by offset, and compared
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

  @Option(help: ArgumentHelp("The scroll anchor.", valueName: "kind"))
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

  @Option(help: ArgumentHelp("Turns off a flag of the rollout.", valueName: "flag"))
  var off: [Part] = []

  @Flag(help: "Reads each older page by cursor and by offset, and compares their contents.")
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
