import MessagingConformance
import MessagingCore
import MessagingModel
import Testing

/// A worker that keeps its table is judged by what it asks of the network, and by the states in its
/// table.
@Suite struct OwnOutboxTests {
  private static let rules =
    "SEND-001,SEND-003,SEND-004,SEND-006,SEND-007,SEND-015,SEND-016,SEND-018,SEND-021,SEND-022,"
    + "SEND-027,SEND-028,SEND-033,SEND-034,SEND-035,SEND-036,SEND-051,SEND-052,"
    + "WORKER-003,WORKER-004"

  private func failing(_ report: Report) -> Set<String> {
    Set(report.results.filter(\.isBad).map { "\($0.id.requirement)/\($0.id.slug)" })
  }

  private func report(
    _ subject: any ConformanceSubject, _ rules: String, _ spec: Spec? = nil
  ) async throws -> Report {
    let options = RunOptions(selection: try Selection(rules), historiesMax: 4)
    return try await ConformanceRunner(spec: spec ?? .bundled(), options: options).run([subject])
  }

  @Test func `the worker with a table of the guide keeps the rules about messages`() async throws {
    guard #available(macOS 15, *) else { return }
    let report = try await report(MyTableSending(), Self.rules)
    #expect(failing(report) == [])
    let kept = Set(report.results.filter { $0.outcome == .pass }.map { "\($0.id.requirement)" })
    #expect(kept == Set(Self.rules.split(separator: ",").map(String.init)))
  }

  @Test func `a crash between any two steps loses nothing and repeats nothing`() async throws {
    guard #available(macOS 15, *) else { return }
    let report = try await report(MyTableSending(), "SEND-002", Self.crashes())
    #expect(failing(report) == [])
    #expect(report.results.count { $0.outcome == .pass } == 96)
  }

  @Test func `a table that a crash empties is seen`() async throws {
    guard #available(macOS 15, *) else { return }
    let subject = FaultyTableSending(fault: .isInMemory)
    let report = try await report(subject, "SEND-002", Self.crashes())
    #expect(report.results.count { $0.outcome == .fail } > 0)
    #expect(report.results.count { $0.outcome == .error } == 0)
  }

  @Test(arguments: [
    (FaultyTable.Fault.ignoresCancels, "SEND-034"), (.hidesFailures, "SEND-024"),
  ])
  func `a table with a fault breaks the rule`(
    fault: FaultyTable.Fault, rule: String
  ) async throws {
    guard #available(macOS 15, *) else { return }
    let report = try await report(FaultyTableSending(fault: fault), rule)
    #expect(!failing(report).isEmpty)
    #expect(report.results.count { $0.outcome == .error } == 0)
  }

  /// Two stories, with a crash after each number of steps; what is in flight is lost, or arrives.
  private static func crashes() throws -> Spec {
    let stories = [
      "send c1 \"one\"\nsend c2 \"two\"", "hold\nsend c1 \"one\"\nstep all\ncancel c1",
    ]
    var blocks: [String] = []
    for (story, text) in stories.enumerated() {
      for count in 0..<24 {
        for (slug, crash) in [("lost", "crash"), ("arrived", "crash arriving")] {
          let steps = String(repeating: "step 0\n", count: count)
          blocks.append(
            """
            ```send \(slug)-\(story)-\(count)
            loose
            \(text)
            \(steps)\(crash)
            heal
            ? story = told
            ```
            """)
        }
      }
    }
    return try Spec(texts: ["A.md": requirement(blocks.joined(separator: "\n\n"))])
  }

  private static func requirement(_ evidence: String) -> String {
    """
    # A — One

    <a id="SEND-002"></a>
    ### SEND-002 — It is sent

    `must` · since `0.1` · mutants `none`

    A message MUST be sent.

    > Why: somebody wrote it.
    > If this fails: look for it.

    \(evidence)

    """
  }
}

private struct FaultyTableSending: OwnOutboxSubject {
  let fault: FaultyTable.Fault
  var name: String { "\(fault)" }

  func sendWorker(
    _ ports: SendPorts, policy: SendPolicy, seed: UInt64, in environment: ConformanceEnvironment
  ) -> any SendWorker {
    let kept = environment.shelf.value("outbox") { OutboxTable() }
    let table = fault == .isInMemory ? OutboxTable() : kept
    return OutboxMirror(
      ports, FaultyTable(table: table, fault: fault), worker: TableSender(ports, table))
  }
}

/// A table that does not do one thing that the mirror relies on.
struct FaultyTable: OwnOutbox {
  enum Fault: Sendable { case ignoresCancels, hidesFailures, isInMemory }

  let table: OutboxTable
  let fault: Fault

  func rows() -> [OwnOutboxRow] {
    table.rows().map { row in
      guard fault == .hidesFailures, case .failed = row.state else { return row }
      return OwnOutboxRow(row.key, .waiting)
    }
  }

  func take(_ orders: [OutboxOrder]) {
    table.take(
      orders.filter { order in
        if fault == .ignoresCancels, case .cancel = order { false } else { true }
      })
  }

  func changes() -> AsyncStream<Void> { table.changes() }
}
