import BuiltInSubjects
import Foundation
import MessagingCore
import MessagingModel
import MessagingTimeline
import Testing

@testable import MessagingConformance

/// The roles scroll, window and sending over lines of JSON, against our own parts and worse ones:
/// the verdicts are those of the same parts in this process.
struct PureOverLinesTests {
  /// With members in another order and white space, as a library may write them.
  private static let reversed: ServedPeer.Bend = { line in
    (try? TestJSON(line).shuffled { $0.reversed() }.text) ?? line
  }

  /// Thousands of rows take minutes in a debug build; `Conformance/run --adapters` has them.
  private static let long = """
    WINDOW-034/offset-and-cursor,WINDOW-036/five-thousand,WINDOW-037/rows-asked-for,\
    SCROLL-009/hundred-pages,SCROLL-009/reading-session,SCROLL-061/every-short-history
    """

  @Test(arguments: ["SCROLL-*", "WINDOW-*", "SEND-*,MEDIA-*"])
  func `our own parts conform over lines`(_ selection: String) async throws {
    let subject = try await ServedPeer.subject(ModelSubject(), bend: Self.reversed)
    let results = try await results(of: subject, selection, skip: Self.long)
    let wrong = results.filter { $0.outcome != .pass && $0.outcome != .unsupported }
    #expect(wrong.isEmpty, "\(wrong.prefix(3).map { "\($0.id): \($0.message)" })")
    #expect(results.count > 40)
  }

  @Test func `each line of the three roles fits the schema`() async throws {
    let schema = try Transcript.schema()
    let faults = Locked<[String]>([])
    let count = Locked(0)
    let check: @Sendable (String) -> Void = { line in
      count.withLock { $0 += 1 }
      let fault = Result { try schema.fault(in: TestJSON(line)) }
      guard case .success(nil) = fault else {
        return faults.withLock { $0.append("\(fault): \(line.prefix(500))") }
      }
    }
    let subject = try await ServedPeer.subject(ModelSubject(), heard: check) { line in
      check(line)
      return line
    }
    let rules = """
      SCROLL-002,SCROLL-015,SCROLL-026,SCROLL-045,SCROLL-048,SCROLL-057,WINDOW-003,WINDOW-012,\
      WINDOW-016,SEND-010,SEND-017,SEND-025,MEDIA-003,MEDIA-020
      """
    _ = try await results(of: subject, rules)
    #expect(count.current > 500)
    #expect(faults.current.isEmpty, "\(faults.current.prefix(2))")
  }

  @Test(arguments: PureOverLinesTests.worse)
  func `a wrong part violates the same rules over lines`(_ worse: Worse) async throws {
    let direct = try await results(of: worse.subject, worse.rules)
    let served = try await results(of: ServedPeer.subject(worse.subject), worse.rules)
    func verdicts(_ results: [CaseResult]) -> [String] {
      results.map { "\($0.id.path) \($0.outcome.rawValue) \($0.message)" }
    }
    #expect(verdicts(served) == verdicts(direct))
    let failed = served.filter { $0.outcome == .fail }.map(\.id.requirement.description)
    #expect(failed.contains(worse.violated), "\(Set(failed))")
    #expect(!served.contains { $0.outcome == .error })
  }

  struct Worse: Sendable, CustomTestStringConvertible {
    let subject: any ConformanceSubject
    let rules: String
    let violated: String

    var testDescription: String { "\(subject.name) violates \(violated)" }
  }

  static let worse = [
    Worse(
      subject: IndexArithmeticSubject(), rules: "SCROLL-002,SCROLL-004,SCROLL-022",
      violated: "SCROLL-002"),
    Worse(subject: EvictingSubject(), rules: "WINDOW-012,WINDOW-017", violated: "WINDOW-017"),
    Worse(subject: HastySubject(), rules: "SEND-001,SEND-022", violated: "SEND-022"),
  ]

  private func results(
    of subject: any ConformanceSubject, _ selection: String, skip: String = ""
  ) async throws -> [CaseResult] {
    let options = RunOptions(
      selection: try Selection(selection, skip: skip), historiesMax: 2)
    let report = try await ConformanceRunner(spec: .bundled(), options: options).run([subject])
    return report.results.filter { $0.outcome != .notRun }
  }
}

/// A window that says that it evicted rows, and keeps its own opinion of what is loaded.
private struct EvictingSubject: WindowSubject {
  let name = "evicting"

  func listWindow(_ options: WindowOptions) -> any ListWindowing {
    var options = options
    options.cap = 10
    return Window(ListWindow(options))
  }

  private struct Window: ListWindowing {
    private var window: ListWindow

    init(_ window: ListWindow) { self.window = window }

    mutating func handle(_ event: WindowEvent, at now: Int64) -> WindowOutcome {
      window.handle(event, at: now)
    }

    var reading: WindowReading {
      var reading = window.reading
      reading.rows = reading.rows.suffix(15)
      return reading
    }
  }
}

/// A queue that never hears of being offline.
private struct HastySubject: SendSubject {
  let name = "hasty"

  func sendDeciding(_ policy: SendPolicy, seed: UInt64) -> any SendDeciding {
    Queue(queue: SendQueue(policy: policy, seed: seed))
  }

  private struct Queue: SendDeciding {
    var queue: SendQueue

    mutating func handle(_ event: SendEvent, at now: Int64) -> [SendAction] {
      if case .online(false) = event { return [] }
      return queue.handle(event, at: now)
    }

    var nextDeadline: Int64? { queue.nextDeadline }
  }
}
