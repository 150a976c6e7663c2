import Foundation
package import SourceFaults

/// What became of one fault.
package struct Finding: Sendable, Codable, Hashable {
  /// How the suite answered.
  package enum Answer: String, Sendable, Codable, CaseIterable {
    /// A case is violated, broken or undecided.
    case seen
    /// The process crashed.
    case crash
    /// A case did not end in its time.
    case time
    /// No case notices it, and a unit test fails.
    case tested = "unit test"
    /// Every case that reaches the fault holds.
    case survived
    /// No case reaches it.
    case unreached = "not reached"
    /// The list of equivalent faults has it.
    case equivalent
    /// It does not compile.
    case uncompiled

    package var isKill: Bool {
      switch self {
      case .seen, .crash, .time: true
      case .tested, .survived, .unreached, .equivalent, .uncompiled: false
      }
    }

    /// Whether nothing notices it.
    package var isOpen: Bool { self == .survived || self == .unreached }
  }

  package let name: Fault.Name
  package var answer: Answer
  /// How many cases reach it.
  package var reachedBy = 0
  /// The case or the unit test that saw it.
  package var seenBy: String?
  /// What that case said; for a survivor, the rules that only SHOULD hold and did not.
  package var message: String?
  package var seconds: Double = 0
  /// Whether unit tests ran; `nil` if nobody asked for them.
  package var hasTests: Bool?
}

/// Asks the suite about one fault.
struct Trial: Sendable {
  let number: Int
  let fault: Fault
  /// Those that reach it, the cheapest first.
  let cases: [Coverage.Line]

  /// A case is given at least so many seconds.
  let secondsMin: Double

  /// And so many times the time that it took.
  private static let slowdown = 20.0

  func run(with program: String, in folder: URL) async throws -> Finding {
    guard !cases.isEmpty else { return Finding(name: fault.name, answer: .unreached) }
    let lines = cases.map { line in
      let limit = max(secondsMin, line.milliseconds / 1000 * Self.slowdown)
      return "\(line.id) \(Int(limit.rounded(.up)))\n"
    }
    let input = folder.appendingPathComponent("cases-\(number).txt")
    try Data(lines.joined().utf8).write(to: input)
    defer { try? FileManager.default.removeItem(at: input) }
    let clock = ContinuousClock()
    let start = clock.now
    let ending = try await Tool(
      program, ["try"],
      environment: ["MESSAGING_MUTATION": "\(number)", "SWIFT_BACKTRACE": "enable=no"],
      input: input.path
    ).run()
    var finding = Trial.read(ending, of: fault.name)
    finding.reachedBy = cases.count
    finding.seconds = (clock.now - start) / .seconds(1)
    return finding
  }

  /// What the program said.
  static func read(_ ending: Tool.Ending, of name: Fault.Name) -> Finding {
    let lines = ending.output.split(separator: "\n")
    let last = lines.last { $0.hasPrefix("case ") }?.dropFirst(5)
    let seen = lines.last { $0.hasPrefix("seen ") }?.dropFirst(5)
    let answer: Finding.Answer
    if seen != nil {
      answer = .seen
    } else if ending.status == 0, lines.contains("end") {
      answer = .survived
    } else {
      answer = ending.signal == SIGALRM ? .time : .crash
    }
    var finding = Finding(name: name, answer: answer)
    switch answer {
    case .survived:
      let warnings = lines.filter { $0.hasPrefix("warning ") }
      if !warnings.isEmpty { finding.message = warnings.joined(separator: "; ") }
    case .seen, .crash, .time, .tested, .unreached, .equivalent, .uncompiled:
      finding.seenBy = last.map(String.init)
      finding.message = (seen ?? lines.first { $0.contains("Fatal error") }).map(String.init)
    }
    return finding
  }
}
