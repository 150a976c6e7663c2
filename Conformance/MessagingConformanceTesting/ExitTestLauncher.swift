internal import Foundation
internal import MessagingConformance
internal import Testing

extension ProcessLauncher {
  /// Starts the tests again in a process that writes a store and is killed. It is an exit test, so
  /// the subject may be a type of the tests. Without exit tests, the current launcher.
  static var ofTests: ProcessLauncher? {
    #if compiler(>=6.3) && (os(macOS) || os(Linux))
      ProcessLauncher { script in
        await #expect(processExitsWith: .signal(SIGKILL)) { [script = script as String] in
          await ProcessScript.play(script)
        }
      }
    #else
      current
    #endif
  }
}
