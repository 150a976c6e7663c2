internal import Foundation
internal import MessagingConformance
internal import Testing

extension ProcessLauncher {
  /// Starts the tests once more, for one process that writes a store and is killed: an exit test,
  /// so that the subject may be a type of the tests. Where there are none, whoever is there.
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
