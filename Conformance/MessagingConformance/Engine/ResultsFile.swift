internal import Foundation
internal import MessagingCore

/// A `results.jsonl` that grows while cases run, so that a run that is killed or stopped leaves
/// what it knows. In the end the complete report replaces it.
///
/// The results are those of the cases alone. What depends on the whole run is not in them: laws
/// that are reported once, and the list of known failures.
final class ResultsFile: Sendable {
  private let file: URL
  private let handle = Locked<FileHandle?>(nil)

  /// - Parameter folder: the folder of the reports.
  init(folder: URL) { file = folder.appendingPathComponent("results.jsonl") }

  deinit { try? handle.current?.close() }

  /// Creates the file with the header of a report.
  func begin(_ report: Report) {
    handle.withLock { handle in
      try? Data(report.jsonHeader.utf8).write(to: file)
      handle = try? FileHandle(forWritingTo: file)
    }
  }

  /// Appends the result of a case that has ended. Each line is one write, so that it is there as a
  /// whole or not at all.
  func append(_ result: CaseResult) {
    handle.withLock { handle in
      _ = try? handle?.seekToEnd()
      try? handle?.write(contentsOf: Data(result.jsonLine.utf8))
    }
  }
}
