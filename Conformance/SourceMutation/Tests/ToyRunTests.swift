import Foundation
import SourceFaults
import Testing

@testable import SourceMutation

@Suite("A whole run, over a toy", .serialized)
struct ToyRunTests {
  private static let folder = "Sources/MessagingTimeline/Scrolling"
  private static let list = """
    Sources/MessagingTimeline/Scrolling/Toy.swift boundary 1
    - a < b
    + a <= b
    because of two equal numbers either is the least
    """

  private func run(
    _ toy: ToyPackage, faults: Int = 100, fresh: Bool = false, tests: Bool = false
  ) async throws -> (answers: [Fault.Name: Finding.Answer], asked: Int) {
    var request = MutationRequest(paths: [Self.folder])
    request.faults = faults
    request.isFresh = fresh
    request.asksTests = tests
    request.secondsMin = 1
    request.seed = 7
    let run = try MutationRun(
      request, root: toy.root, folder: toy.root.appendingPathComponent(".build/mutation"),
      equivalents: EquivalentFaults(Self.list))
    let (parts, cost) = try await run.run { _ in }
    let answers = Dictionary(
      uniqueKeysWithValues: parts.flatMap(\.findings).map { ($0.fault.name, $0.finding.answer) })
    return (answers, cost.faults)
  }

  /// The answer about the only fault with a text.
  private func answer(
    _ text: String, _ kind: FaultKind, in answers: [Fault.Name: Finding.Answer]
  ) -> Finding.Answer? {
    answers.first { $0.key.kind == kind && $0.key.faulty == text }?.value
  }

  @Test("Each kind of ending is told; a planted hole survives; what does not compile is left out")
  func answers() async throws {
    let toy = try ToyPackage(named: "answers")
    defer { toy.remove() }
    let answers = try await run(toy).answers
    #expect(answer("a >= b", .comparison, in: answers) == .seen)
    #expect(answer("index <= numbers.count", .boundary, in: answers) == .crash)
    #expect(answer("index -= 1", .arithmetic, in: answers) == .crash)
    #expect(
      answers.first { $0.key.original == "index += 1" && $0.key.kind == .statement }?.value == .time
    )
    #expect(answer("a / 3", .arithmetic, in: answers) == .survived)
    #expect(answer("a + 1", .arithmetic, in: answers) == .unreached)
    #expect(answer("a <= b", .boundary, in: answers) == .equivalent)
    #expect(answer("\"to \" - name", .arithmetic, in: answers) == nil)
    #expect(answer("\"to \"", .operand, in: answers) == .seen)
  }

  @Test("Unit tests are asked about what no case notices, and about nothing else")
  func unitTests() async throws {
    let toy = try ToyPackage(named: "tests")
    defer { toy.remove() }
    let answers = try await run(toy, tests: true).answers
    #expect(answer("a / 3", .arithmetic, in: answers) == .tested)
    #expect(answer("a >= b", .comparison, in: answers) == .seen)
    #expect(answer("a + 1", .arithmetic, in: answers) == .unreached)
  }

  @Test("Two runs with one seed agree; one that was stopped goes on; a smaller one knows all")
  func again() async throws {
    let toy = try ToyPackage(named: "again")
    defer { toy.remove() }
    let first = try await run(toy, faults: 12).answers
    #expect(first.count == 12)
    // The header, and half of what was found.
    let journal = toy.root.appendingPathComponent(".build/mutation/findings.jsonl")
    let lines = try String(contentsOf: journal, encoding: .utf8).split(separator: "\n")
    let half = lines.prefix(lines.count / 2).joined(separator: "\n") + "\n"
    try Data(half.utf8).write(to: journal)
    let continued = try await run(toy, faults: 12)
    #expect(continued.answers == first)
    #expect(continued.asked > 0 && continued.asked < 12)
    let fewer = try await run(toy, faults: 5)
    #expect(fewer.answers.count == 5)
    #expect(fewer.answers.allSatisfy { first[$0.key] == $0.value })
    #expect(fewer.asked == 0)
    #expect(try await run(toy, faults: 12, fresh: true).answers == first)
  }

  @Test("Unchanged code that does not pass ends the run before any fault is asked about")
  func unchanged() async throws {
    let toy = try ToyPackage(holds: false, named: "unchanged")
    defer { toy.remove() }
    let error = await #expect(throws: MutationError.self) { try await run(toy, faults: 3) }
    #expect(error?.description.contains("TOY-004/hole") == true)
    let journal = toy.root.appendingPathComponent(".build/mutation/findings.jsonl")
    let lines = try String(contentsOf: journal, encoding: .utf8).split(separator: "\n")
    // What does not compile may be known; nothing was asked.
    #expect(lines.dropFirst().allSatisfy { $0.contains("uncompiled") })
  }
}
