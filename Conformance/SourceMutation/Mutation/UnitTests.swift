internal import Foundation
internal import SourceFaults

/// The unit tests of the copy: asked about a fault that no case of the suite notices.
struct UnitTests {
  /// How a target went with no fault switched on.
  private struct Unchanged {
    let seconds: Double
    /// The numbers of the faults that its tests reach.
    let reached: Set<Int>
  }

  private let copy: ScratchCopy
  private let folder: URL
  private var unchanged: [String: Unchanged] = [:]

  /// A target is given so many times the time that it took, and at least a minute.
  private static let slowdown = 5.0

  init(of copy: ScratchCopy, in folder: URL) {
    self.copy = copy
    self.folder = folder
  }

  /// The first test that fails; `nil` if all pass or none reaches the fault.
  mutating func failure(of trial: Trial, tell: (String) -> Void) async throws -> String? {
    for target in SubjectTable.testTargets(for: trial.fault.name.path) {
      let known = try await unchanged(target, tell: tell)
      guard known.reached.contains(trial.number) else { continue }
      let seconds = max(60, known.seconds * Self.slowdown)
      let ending = try await copy.test(
        target,
        environment: [
          "MESSAGING_MUTATION": "\(trial.number)", "SWIFT_BACKTRACE": "enable=no",
          "MESSAGING_MUTATION_SECONDS": "\(Int(seconds.rounded(.up)))",
        ])
      if ending.status != 0 { return "\(target): \(Self.reason(ending))" }
    }
    return nil
  }

  /// Runs a target with no fault switched on, once: it has to pass.
  private mutating func unchanged(
    _ target: String, tell: (String) -> Void
  ) async throws -> Unchanged {
    if let known = unchanged[target] { return known }
    tell("running unchanged code on \(target)")
    let list = folder.appendingPathComponent("reached-by-tests.txt")
    try? FileManager.default.removeItem(at: list)
    let clock = ContinuousClock()
    let start = clock.now
    let ending = try await copy.test(
      target,
      environment: ["MESSAGING_MUTATION": "0", "MESSAGING_MUTATION_REACHED": list.path])
    guard ending.status == 0 else {
      throw MutationError(
        description: "unchanged code does not pass \(target):\n\(Self.reason(ending))")
    }
    let numbers = try String(contentsOf: list, encoding: .utf8).split(separator: "\n")
    let result = Unchanged(
      seconds: (clock.now - start) / .seconds(1), reached: Set(numbers.compactMap { Int($0) }))
    unchanged[target] = result
    return result
  }

  /// The line about the first test that failed, otherwise how the program ended.
  static func reason(_ ending: Tool.Ending) -> String {
    let lines = ending.output.split(separator: "\n")
    let issue = lines.first { $0.contains(" recorded an issue") }
    let failed = issue ?? lines.first { $0.contains("Fatal error") || $0.contains("signal code") }
    return String((failed ?? lines.last ?? "no output").prefix(200))
  }
}
