import BuiltInSubjects
import Foundation
import MessagingCore
import MessagingModel
import Testing

@testable import MessagingConformance

/// What is left of a run that dies, and of the run before it.
@Suite struct CrashTests {
  private static func spec() throws -> Spec {
    let block = "```scenario one\nreceive s1@1 \"a\"\n? timeline = | s1\n```"
    return try Spec(texts: [
      "A.md": SpecSamples.requirement(id: "REPO-002", evidence: block),
      "B.md": SpecSamples.requirement(id: "REPO-003", evidence: block),
    ])
  }

  private static func run(_ witness: RunWitness) async throws -> [String] {
    var options = RunOptions()
    options.witness = witness
    let subject = WatchedSubject(file: witness.file)
    let report = try await ConformanceRunner(spec: spec(), options: options).run([subject])
    return report.results.filter { $0.outcome != .unsupported }.map {
      "\($0.id.path) \($0.outcome.rawValue)" + ($0.message.isEmpty ? "" : ": \($0.message)")
    }
  }

  private static func folder() throws -> ReportFolder {
    try ReportFolder(
      path: FileManager.default.temporaryDirectory
        .appendingPathComponent("crash-\(UUID().uuidString)").path)
  }

  @Test func `a case that took the process with it has the crash as its verdict`() async throws {
    let crash = try #require(Crash("watched::REPO-002/one@idle 11"))
    #expect(crash.description == "watched::REPO-002/one@idle 11")
    let seen = try await Self.run(RunWitness(crashes: [crash]))
    #expect(
      seen == [
        "REPO-002/one pass", "REPO-002/one@redeliver pass",
        "REPO-002/one@idle error: the process crashed (signal 11: a bad access to memory)",
        "REPO-003/one pass", "REPO-003/one@redeliver pass", "REPO-003/one@idle pass",
      ])
  }

  @Test func `after three crashes nothing more is asked`() async throws {
    let paths = ["one", "one@redeliver", "one@idle"]
    let crashes = paths.map { Crash(cases: ["watched::REPO-002/\($0)"], signal: 4) }
    let seen = try await Self.run(RunWitness(crashes: crashes))
    #expect(
      seen.suffix(4) == [
        "REPO-003/one not-run: the process crashed under 3 cases before it",
        "REPO-003/one@restart-each-step not-run: the process crashed under 3 cases before it",
        "REPO-003/one@redeliver not-run: the process crashed under 3 cases before it",
        "REPO-003/one@idle not-run: the process crashed under 3 cases before it",
      ])
  }

  @Test func `who passes alone after a crash beside others is in doubt`() async throws {
    let crash = Crash(cases: ["watched::REPO-002/one", "other::REPO-002/one"], signal: 6)
    #expect(
      try await Self.run(RunWitness(crashes: [crash])).first
        == "REPO-002/one inconclusive: it passed alone; beside 1 other the process crashed "
        + "(signal 6: a call of abort)")
  }

  #if compiler(>=6.3) && (os(macOS) || os(Linux))
    @Test func `without a second process the case stands on the standard error and in the file`()
      async throws
    {
      let folder = try Self.folder()
      defer { try? FileManager.default.removeItem(at: folder.url) }
      let result = await #expect(
        processExitsWith: .failure, observing: [\.standardErrorContent]
      ) { [path = folder.url.path as String] in
        let witness = RunWitness(folder: URL(fileURLWithPath: path))
        CrashNote.watch(restarting: false)
        try await CrashTests.runIntoTrap(witness)
      }
      let errors = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(errors.contains("The process crashed under unruly::REPO-003/one.\n"))
      let running = folder.url.appendingPathComponent("running.txt")
      #expect(try String(contentsOf: running, encoding: .utf8) == "unruly::REPO-003/one\n")
      let run = try SavedRun(path: folder.url.path)
      #expect(run.lines.first == "unruly::REPO-002/one pass ")
      #expect(!run.isComplete)
    }

    /// The second requirement ends the process.
    private static func runIntoTrap(_ witness: RunWitness) async throws {
      let block = "```scenario one\nreceive s1@1 \"trap\"\n? timeline = | s1\n```"
      var spec = ["A.md": SpecSamples.requirement(id: "REPO-003", evidence: block)]
      spec["B.md"] = SpecSamples.requirement(id: "REPO-002")
        .replacing("? timeline = s1", with: "? timeline = | s1")
      var options = RunOptions()
      options.witness = witness
      _ = try await ConformanceRunner(spec: Spec(texts: spec), options: options)
        .run([UnrulySubject()])
    }
  #endif

  @Test func `the case that runs stands in a file, which goes in the end`() async throws {
    let folder = try Self.folder()
    defer { try? FileManager.default.removeItem(at: folder.url) }
    let file = folder.url.appendingPathComponent("running.txt")
    let witness = RunWitness(folder: folder.url)
    _ = try await Self.run(witness)
    #expect(WatchedSubject.seen.current.first == "watched::REPO-002/one\n")
    witness.finish()
    #expect(!FileManager.default.fileExists(atPath: file.path))
  }

  @Test func `the reports of the run before are gone before this one begins`() throws {
    let folder = try Self.folder()
    defer { try? FileManager.default.removeItem(at: folder.url) }
    try folder.write(ReportSamples.report())
    try Data("mine".utf8).write(to: folder.url.appendingPathComponent("notes.txt"))
    let files = { try FileManager.default.contentsOfDirectory(atPath: folder.url.path) }
    #expect(try files().count == 3 + 2 + 1, "three forms, two badges, the notes")
    _ = try ReportFolder(path: folder.url.path)
    #expect(try files() == ["notes.txt"])
    #expect(throws: (any Error).self) { try ReportFolder(path: "/dev/null/reports") }
  }

  @Test func `a list is checked before anything runs`() throws {
    let list = try KnownFailures(file: "known.txt", text: "REPO-002/two fail - issue:1\n")
    let cases = ConformanceRunner(spec: try Self.spec()).cases(for: [WatchedSubject(file: nil)])
    #expect {
      try list.check(against: cases, conditions: [])
    } throws: { error in
      "\(error)" == "known.txt:1: error: 'REPO-002/two' matches no case; remove the line"
    }
  }
}

/// Looks into the file of the case that runs.
private struct WatchedSubject: RepositorySubject {
  static let seen = Locked<[String]>([])
  let name = "watched"
  let capabilities: Set<Capability> = [.virtualTime]
  let file: URL?

  func repository(
    in environment: ConformanceEnvironment
  ) async throws -> any MessageRepository {
    if let file, let text = try? String(contentsOf: file, encoding: .utf8) {
      WatchedSubject.seen.withLock { $0.append(text) }
    }
    return try await InMemoryRepository(
      owner: environment.owner, announcing: environment.announcements)
  }
}
