internal import BuiltInSubjects
internal import Foundation
internal import MessagingConformance
internal import MutationSwitch

/// Runs cases of the suite over the copy of the sources that the faults are planted in. Compiled
/// with that copy, and nowhere else; `messaging-mutate` starts it.
///
///     mutation-cases cover memory    every case of a subject, one JSON line each: how it went,
///                                    how long it took, which faults it reached
///     mutation-cases try < cases     the cases named, each with the seconds it may take, up to
///                                    the first that does not hold
///
/// `MESSAGING_MUTATION` has the number of the fault that is switched on.
@main
struct CasesCommand {
  static func main() async throws {
    limitMemory()
    let words = CommandLine.arguments.dropFirst()
    let spec = try Spec.bundled()
    switch (words.first, words.last) {
    case ("cover", let name?): try await cover(name, spec)
    case ("try", _): try await attempt(spec)
    case (.some, _), (nil, _):
      FileHandle.standardError.write(Data("usage: mutation-cases cover SUBJECT | try\n".utf8))
      exit(Verdict.usageExitCode)
    }
  }

  /// A fault that fills the memory ends its own process, not the machine's.
  private static func limitMemory() {
    var limit = rlimit(rlim_cur: 4 << 30, rlim_max: 4 << 30)
    #if canImport(Darwin)
      setrlimit(RLIMIT_AS, &limit)
    #else
      setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit)
    #endif
  }

  private static func subject(_ name: String) -> any ConformanceSubject {
    guard let subject = BuiltInSubjects[name] else {
      FileHandle.standardError.write(Data("error: unknown subject '\(name)'\n".utf8))
      exit(Verdict.usageExitCode)
    }
    return subject
  }

  private static func cover(_ name: String, _ spec: Spec) async throws {
    let subject = subject(name)
    // What is reached before the first case is reached by all of them.
    try say(Covered(id: "", milliseconds: 0, reached: reached()))
    for id in ConformanceRunner(spec: spec).cases(for: [subject]) {
      mutation_clear()
      let clock = ContinuousClock()
      let start = clock.now
      let result = try await run(id, on: subject, spec, patience: 60)
      guard let result, result.isAsked else { continue }
      let elapsed = (clock.now - start).components
      let milliseconds =
        Double(elapsed.seconds) * 1e3 + Double(elapsed.attoseconds) / 1e15
      try say(
        Covered(
          id: id.description, milliseconds: milliseconds, reached: reached(),
          trouble: result.trouble, isWarning: result.isWarning))
    }
  }

  /// Each line of the input: a case, a blank, the seconds that it may take.
  private static func attempt(_ spec: Spec) async throws {
    let parent = getppid()
    while let line = readLine() {
      let words = line.split(separator: " ")
      guard words.count == 2, let id = CaseID(String(words[0])), let patience = UInt32(words[1])
      else {
        continue
      }
      // Nobody reads any more.
      if getppid() != parent { exit(Verdict.broken.exitCode) }
      tell("case \(id)")
      // What does not give way to the watchdog of the suite is ended by the signal.
      alarm(patience + 5)
      let result = try await run(id, on: subject(id.subject), spec, patience: Int(patience))
      alarm(0)
      guard let result else { continue }
      if let trouble = result.trouble {
        tell("\(result.isWarning ? "warning" : "seen") \(trouble.onOneLine)")
        if !result.isWarning { exit(Verdict.violated.exitCode) }
      }
    }
    tell("end")
  }

  private static func run(
    _ id: CaseID, on subject: any ConformanceSubject, _ spec: Spec, patience: Int
  ) async throws -> CaseResult? {
    var options = RunOptions(patience: .seconds(patience))
    options.selection = try Selection("\(id.scenario)@\(id.variant.rawValue)")
    return await ConformanceRunner(spec: spec, options: options)
      .report(of: id.requirement, on: subject).results.first
  }

  private static func reached() -> [Int32] {
    (1...max(1, mutation_count())).filter { mutation_was_reached($0) }
  }

  private static func say(_ line: Covered) throws {
    tell(String(decoding: try JSONEncoder().encode(line), as: UTF8.self))
  }

  /// What is said has to be read also if the process crashes next.
  private static func tell(_ line: String) {
    print(line)
    fflush(nil)
  }
}

/// A line of `cover`; `messaging-mutate` reads it.
private struct Covered: Encodable {
  let id: String
  let milliseconds: Double
  let reached: [Int32]
  var trouble: String?
  var isWarning = false
}

extension CaseResult {
  /// Whether the subject was asked anything.
  fileprivate var isAsked: Bool {
    switch outcome {
    case .unsupported, .untested, .notRun: false
    case .pass, .knownFail, .fail, .error, .inconclusive, .unexpectedPass, .blocked: true
    }
  }

  /// Why the case does not hold; `nil` if it holds or was not asked.
  fileprivate var trouble: String? {
    switch outcome {
    case .pass, .unsupported, .untested, .notRun, .knownFail: nil
    case .fail, .error, .inconclusive, .unexpectedPass, .blocked: "\(outcome.rawValue): \(message)"
    }
  }
}

extension String {
  fileprivate var onOneLine: String {
    String(split(whereSeparator: \.isNewline).joined(separator: " ").prefix(300))
  }
}
