internal import Foundation

/// Another program, run to its end.
struct Tool: Sendable {
  /// How a program ended.
  struct Ending: Sendable {
    /// The exit status; nil if a signal ended it.
    let status: Int32?
    /// The signal that ended it.
    let signal: Int32?
    /// What it wrote, on both channels.
    let output: String
  }

  var executable: String
  var arguments: [String]
  /// What is added to the environment.
  var environment: [String: String] = [:]
  /// The file that it reads.
  var input: String?

  init(
    _ executable: String, _ arguments: [String], environment: [String: String] = [:],
    input: String? = nil
  ) {
    self.executable = executable
    self.arguments = arguments
    self.environment = environment
    self.input = input
  }

  /// Runs it on a thread of its own.
  func run() async throws -> Ending {
    try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global().async {
        continuation.resume(with: Result { try runHere() })
      }
    }
  }

  private func runHere() throws -> Ending {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [executable] + arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.standardInput =
      try input.map { try FileHandle(forReadingFrom: URL(fileURLWithPath: $0)) }
      ?? FileHandle.nullDevice
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let isSignal = process.terminationReason == .uncaughtSignal
    return Ending(
      status: isSignal ? nil : process.terminationStatus,
      signal: isSignal ? process.terminationStatus : nil,
      output: String(decoding: data, as: UTF8.self))
  }
}

/// Why a run stops.
package struct MutationError: Error, Sendable, CustomStringConvertible {
  package let description: String
  /// Whether the command line is wrong, and nothing else.
  package let isUsage: Bool

  package init(description: String, isUsage: Bool = false) {
    self.description = description
    self.isUsage = isUsage
  }
}
