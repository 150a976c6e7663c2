package import Foundation
internal import MessagingCore

/// Records which cases run now and what the earlier ones found, in case the process dies: in two
/// files beside the reports and, after a call of ``CrashNote/watch(restarting:)``, on the standard
/// error.
package final class RunWitness: Sendable {
  /// Crashes of earlier runs. A case that is known to crash does not run again.
  package let crashes: [Crash]
  /// The file that lists the running cases; `nil` for none.
  let file: URL?
  /// The results so far; `nil` for no file.
  let results: ResultsFile?
  private let running = Locked<[CaseID]>([])
  private let probe = Locked<PoolProbe?>(nil)

  /// - Parameters:
  ///   - folder: the folder of `running.txt`, which exists while cases run, and of `results.jsonl`;
  ///     `nil` for no files.
  ///   - crashes: the crashes of earlier runs.
  package init(folder: URL? = nil, crashes: [Crash] = []) {
    file = folder?.appendingPathComponent("running.txt")
    results = folder.map(ResultsFile.init)
    self.crashes = crashes
  }

  func began(_ id: CaseID) {
    note { $0.append(id) }
    probe.withLock { probe in
      guard probe == nil else { return }
      probe = PoolProbe { [running] in PoolProbe.endProcess(under: running.current) }
    }
  }

  func ended(_ id: CaseID) { note { $0.removeAll { $0 == id } } }

  /// Ends the record: no case runs any more.
  package func finish() {
    note { $0 = [] }
    probe.withLock { probe in
      probe?.stop()
      probe = nil
    }
    if let file { try? FileManager.default.removeItem(at: file) }
  }

  private func note(_ change: (inout [CaseID]) -> Void) {
    running.withLock { running in
      change(&running)
      CrashNote.prepare(running, after: crashes)
      guard let file else { return }
      let text = running.map { "\($0)\n" }.joined()
      try? Data(text.utf8).write(to: file)
    }
  }
}

/// A crash of the process while one case ran, or several.
package struct Crash: Hashable, Sendable, CustomStringConvertible {
  package let cases: [String]
  package let signal: Int32

  package init(cases: [String], signal: Int32) {
    self.cases = cases
    self.signal = signal
  }

  /// Reads `sqlite::REPO-001/a 11`; `nil` for anything else.
  package init?(_ text: some StringProtocol) {
    let words = String(text).split(separator: " ").map(String.init)
    guard words.count > 1, let signal = words.last.flatMap({ Int32($0) }) else { return nil }
    self.init(cases: words.dropLast(), signal: signal)
  }

  /// `sqlite::REPO-001/a 11`.
  package var description: String {
    cases.joined(separator: " ") + (signal < 10 ? " 0\(signal)" : " \(signal)")
  }

  /// The cause of the crash, in words.
  var words: String {
    let meaning =
      switch signal {
      case SIGILL, SIGTRAP: "a trap, such as a precondition, an overflow or a forced nil"
      case SIGSEGV, SIGBUS: "a bad access to memory"
      case SIGABRT: "a call of abort"
      case SIGFPE: "an arithmetic error"
      case _: "the cause is unknown"
      }
    return "signal \(signal): \(meaning)"
  }
}

extension RunWitness {
  /// The result of a case during which the process crashed, alone; `nil` if it did not.
  func verdict(on planned: PlannedCase, _ replay: String) -> CaseResult? {
    let name = planned.id.description
    guard let crash = crashes.first(where: { $0.cases == [name] }) else { return nil }
    var failure = Failure()
    failure.location = planned.block.location
    failure.script = planned.block.lines
    failure.replay = replay
    return CaseResult(
      planned.id, level: planned.requirement.level, .error,
      message: "the process crashed (\(crash.words))", failure: failure,
      interruption: .crashed)
  }

  /// Returns `inconclusive` for a case that passed alone after the process crashed while it ran
  /// beside others. Returns any other result unchanged, and also a pass if one of those cases is
  /// known to crash alone.
  func doubting(_ result: CaseResult) -> CaseResult {
    let name = result.id.description
    let crash = crashes.first { $0.cases.count > 1 && $0.cases.contains(name) }
    let isKnown = crash.map { crash in
      crashes.contains { $0.cases.count == 1 && crash.cases.contains($0.cases[0]) }
    }
    guard let crash, isKnown == false, result.outcome == .pass else { return result }
    var doubtful = result
    doubtful.outcome = .inconclusive
    let others = ReportWording.count(crash.cases.count - 1, "other")
    doubtful.message =
      "it passed alone; beside \(others) the process crashed (\(crash.words))"
    return doubtful
  }
}
