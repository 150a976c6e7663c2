import Foundation
import MessagingConformance
import Testing

/// The suite is tested, too: each fault is seen, by the requirement that it belongs to.
@Suite struct KillMatrixTests {
  @Test func `Each mutant is caught by exactly its requirement`() async throws {
    let matrix = try await KillMatrix(
      try .bundled(), width: ProcessInfo.processInfo.activeProcessorCount,
      evidence: .withoutSweeps)
    #expect(matrix.problems.isEmpty, "\(matrix.problems.joined(separator: "\n"))")
    let file = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Conformance/kill-matrix.txt")
    #expect(
      try String(contentsOf: file, encoding: .utf8) == matrix.text,
      "run messaging-conformance mutants --write")
    let footer = matrix.footer(elapsed: .seconds(2)).split(separator: "\n")
    let (mutants, cases) = (matrix.rows.count, matrix.rows.map(\.caseCount).reduce(0, +))
    #expect(
      footer.first == "\(mutants) of \(mutants) mutants are caught by exactly their requirement")
    #expect(footer.last == "\(cases) cases: 2000 ms, \(cases / 2) cases per second")
  }
}
