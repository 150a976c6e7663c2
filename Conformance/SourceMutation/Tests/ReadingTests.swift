import Foundation
import SourceFaults
import Testing

@testable import SourceMutation

@Suite("What other programs say")
struct ReadingTests {
  private let name = Fault.Name(
    path: "A.swift", kind: .boundary, original: "a < b", faulty: "a <= b", ordinal: 1)

  @Test("An error of the compiler is read once, with its place")
  func compilerErrors() {
    let output = """
      [1/2] Compiling
      /tmp/copy/Sources/A.swift:12:7: error: no such thing: it is gone
      /tmp/copy/Sources/A.swift:12:7: note: here
      /tmp/copy/Sources/A.swift:12:7: error: no such thing: it is gone
      /elsewhere/B.swift:1:1: error: not ours
      """
    let errors = CompilerError.all(in: output, below: ["/tmp/copy"])
    #expect(errors.map(\.path) == ["Sources/A.swift"])
    #expect(errors.first?.line == 12)
    #expect(errors.first?.column == 7)
    #expect(errors.first?.message == "no such thing: it is gone")
  }

  @Test("The lines that changed are those of the new side")
  func changedLines() {
    let changed = ChangedLines(
      diff: """
        diff --git a/Sources/A.swift b/Sources/A.swift
        --- a/Sources/A.swift
        +++ b/Sources/A.swift
        @@ -3,0 +4,2 @@ struct A {
        +one
        +two
        @@ -9 +11 @@
        -old
        +new
        @@ -20,3 +21,0 @@
        """)
    let lines = (1...30).filter { changed.contain($0, of: "Sources/A.swift") }
    #expect(lines == [4, 5, 11])
    #expect(!changed.contain(4, of: "Sources/B.swift"))
  }

  private func answer(_ output: String, status: Int32? = nil, signal: Int32? = nil) -> Finding {
    Trial.read(Tool.Ending(status: status, signal: signal, output: output), of: name)
  }

  @Test("A violation, a crash, a case without an end and a survivor are told apart")
  func endings() {
    let seen = answer("case memory::A-001/a\ncase memory::A-001/b\nseen fail: no", status: 1)
    #expect(seen.answer == .seen)
    #expect(seen.seenBy == "memory::A-001/b")
    #expect(seen.message == "fail: no")
    let crash = answer("case memory::A-001/a\nA.swift:1: Fatal error: Index", signal: SIGTRAP)
    #expect(crash.answer == .crash)
    #expect(crash.message == "A.swift:1: Fatal error: Index")
    #expect(answer("case memory::A-001/a\n", signal: SIGALRM).answer == .time)
    #expect(answer("case memory::A-001/a\n", status: 0).answer == .crash)
    let survivor = answer("case memory::A-001/a\nwarning fail: late\nend\n", status: 0)
    #expect(survivor.answer == .survived)
    #expect(survivor.message == "warning fail: late")
  }

  @Test("A journal keeps what was found for the same sources, and what survived in others")
  func journal() throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent(
      "journal-\(ProcessInfo.processInfo.processIdentifier).jsonl")
    defer { try? FileManager.default.removeItem(at: file) }
    var first = try Journal(file, fingerprint: "1", isFresh: true)
    try first.note(Finding(name: name, answer: .survived))
    // A run that was stopped while it wrote leaves half a line.
    let handle = try FileHandle(forWritingTo: file)
    try handle.seekToEnd()
    try handle.write(contentsOf: Data("{\"answer\":\"se".utf8))
    let again = try Journal(file, fingerprint: "1", isFresh: false)
    #expect(again.findings[name]?.answer == .survived)
    let changed = try Journal(file, fingerprint: "2", isFresh: false)
    #expect(changed.findings.isEmpty)
    #expect(changed.lastSurvivors == [name])
  }

  @Test("The table counts by folder, and leaves the equivalent ones out of the figure")
  func table() throws {
    let faults = ["B/C.swift", "B/D/E.swift"].flatMap { path in
      FaultFinder.faults(in: "A/\(path)", text: "let a = b < c\nlet d = true")
    }
    let answers: [Finding.Answer] = [.seen, .survived, .equivalent, .crash, .time, .unreached]
    let findings = zip(faults, answers).map {
      (fault: $0, finding: Finding(name: $0.name, answer: $1))
    }
    try #require(findings.count == 6)
    let summary = MutationSummary([.init(path: "A", findings: findings)])
    #expect(summary.percent == 60)
    #expect(
      summary.table.split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }
        == [
          "planted killed survived not reached equivalent of non-equivalent",
          "A/B 3 1 1 0 1 50 %", "A/B/D 3 2 0 1 0 66 %", "A 6 3 1 1 1 60 %",
        ])
  }
}
