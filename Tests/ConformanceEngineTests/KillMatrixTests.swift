import ConformanceProof
import Foundation
import MessagingConformance
import Testing

/// The suite is tested, too: each fault is seen, by the requirement that it belongs to.
@Suite struct KillMatrixTests {
  /// That nothing else catches it is the business of `messaging-conformance mutants`, which takes a
  /// minute and is a step of its own of continuous integration.
  @Test func `Each mutant is caught by its requirement, and the file says so`() async throws {
    let matrix = try await KillMatrix(
      try .bundled(), width: ProcessInfo.processInfo.activeProcessorCount,
      evidence: .own)
    #expect(matrix.problems.isEmpty, "\(matrix.problems.joined(separator: "\n"))")
    let file = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Conformance/kill-matrix.txt")
    let columns = { (text: String) in
      text.split(separator: "\n").filter { !$0.hasPrefix("#") }
        .map { $0.split(separator: " ").prefix(2).joined(separator: " ") }
    }
    #expect(
      columns(try String(contentsOf: file, encoding: .utf8)) == columns(matrix.text),
      "run messaging-conformance mutants --write")
    let footer = matrix.footer(elapsed: .seconds(2)).split(separator: "\n")
    let (mutants, cases) = (matrix.rows.count, matrix.rows.map(\.caseCount).reduce(0, +))
    #expect(
      footer.first == "\(mutants) of \(mutants) mutants are caught by exactly their requirement")
    #expect(footer.last == "\(cases) cases: 2000 ms, \(cases / 2) cases per second")
  }
}
