internal import Foundation
internal import SourceFaults
internal import SourceMutation

/// What is told while a run goes on: on a terminal one line that changes, otherwise the
/// survivors and the stages, one line each.
struct Terminal: Sendable {
  private let isTerminal = isatty(STDERR_FILENO) == 1

  static func say(_ text: String) {
    FileHandle.standardError.write(Data((text + "\n").utf8))
  }

  func show(_ progress: MutationProgress) {
    switch progress {
    case .note(let text): isTerminal ? line(text) : Terminal.say(text)
    case .tested(let fault, let finding, let done, let planned):
      line("unit tests \(done)/\(planned)  \(finding.answer.rawValue)  \(fault.place)")
    case .asked(let fault, let finding, let done, let planned, let survivors):
      line("\(done)/\(planned), \(survivors) not seen  \(finding.answer.rawValue)  \(fault.place)")
    }
  }

  /// Takes the line away.
  func finish() {
    if isTerminal { FileHandle.standardError.write(Data("\r\u{1B}[K".utf8)) }
  }

  private func line(_ text: String) {
    guard isTerminal else { return }
    FileHandle.standardError.write(Data("\r\u{1B}[K\(text.prefix(79))".utf8))
  }
}

/// Holds the folder of the copy for one run at a time.
struct RunLock {
  private let descriptor: Int32

  init(_ folder: URL) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    descriptor = open(folder.appendingPathComponent("lock").path, O_CREAT | O_RDWR, 0o644)
    guard descriptor >= 0, flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      throw MutationError(
        description: "another Conformance/mutate runs in this folder; wait until it ends")
    }
  }

  func release() { close(descriptor) }
}
