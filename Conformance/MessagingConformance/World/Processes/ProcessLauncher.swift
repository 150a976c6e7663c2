internal import Dispatch
internal import Foundation

/// Starts a process of this program that plays a ``ProcessScript`` and is killed.
package struct ProcessLauncher: Sendable {
  /// The subcommand of `messaging-conformance` that plays a script.
  package static let subcommand = "die"

  /// Starts a process that plays the script in a file. Returns when the process and everything it
  /// started has ended.
  private let start: @Sendable (_ path: String) async throws -> Void

  package init(_ start: @escaping @Sendable (_ path: String) async throws -> Void) {
    self.start = start
  }

  /// The launcher for the running cases; `nil` if there is no program to start.
  @TaskLocal package static var current: ProcessLauncher? = beside

  /// Plays a script in a new process.
  func run(_ script: ProcessScript) async throws -> ProcessRecord {
    let folder = CaseFolder()
    let file = folder.url.appendingPathComponent("script.json")
    try JSONEncoder().encode(script).write(to: file)
    try await start(file.path)
    let notes = URL(fileURLWithPath: ProcessScript.notes(of: file.path))
    guard let said = try? Data(contentsOf: notes) else {
      throw SubjectError(description: "a started process did not open its store")
    }
    let record = ProcessRecord(said)
    if let trouble = record.trouble {
      throw SubjectError(description: "in a process of its own: \(trouble)")
    }
    return record
  }

  /// The program `messaging-conformance`: this one, or the one in the same folder.
  private static let beside: ProcessLauncher? = {
    let name = "messaging-conformance"
    guard let own = Bundle.main.executablePath.map(URL.init(fileURLWithPath:)) else { return nil }
    let path = own.deletingLastPathComponent().appendingPathComponent(name).path
    guard FileManager.default.isExecutableFile(atPath: path) else { return nil }
    return ProcessLauncher { script in try await spawn(path, [name, subcommand, script]) }
  }()
}

#if os(macOS) || os(Linux)
  /// Starts a program, and waits until it is killed. Its output is not shown.
  private func spawn(_ path: String, _ arguments: [String]) async throws {
    let environment = ProcessInfo.processInfo.environment.map { "\($0.key)=\($0.value)" }
    let status = await withCheckedContinuation { continuation in
      // Wait on a thread of its own, not on a thread of the cooperative pool.
      DispatchQueue.global(qos: .userInitiated).async {
        continuation.resume(returning: wait(path, arguments, environment))
      }
    }
    // The lowest bits contain the signal.
    guard let status, status & 0x7F == SIGKILL else {
      throw SubjectError(
        description: "\(arguments[0]) should have been killed, but "
          + (status.map { "it ended with status \($0)" } ?? "it could not be started"))
    }
  }

  /// - Returns: the status of the ended process; `nil` if it could not be started.
  private func wait(_ path: String, _ arguments: [String], _ environment: [String]) -> CInt? {
    let texts = arguments.map { strdup($0) } + [nil]
    let variables = environment.map { strdup($0) } + [nil]
    defer { for text in texts + variables { free(text) } }
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = posix_spawn_file_actions_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
    var process: pid_t = 0
    guard posix_spawn(&process, path, &actions, nil, texts, variables) == 0 else { return nil }
    var status: CInt = 0
    while waitpid(process, &status, 0) < 0 {
      guard errno == EINTR else { return nil }
    }
    return status
  }
#else
  private func spawn(_ path: String, _ arguments: [String]) async throws {
    throw SubjectError(description: "a program cannot start another one on this system")
  }
#endif
