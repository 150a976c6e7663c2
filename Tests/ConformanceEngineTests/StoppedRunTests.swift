#if os(macOS) || os(Linux)
  import Foundation
  import Testing

  @testable import MessagingConformance

  /// What is left of a run of the command line whose process crashes or is stopped.
  @Suite(.enabled(if: Program.path != nil, "no program stands beside this one"))
  struct StoppedRunTests {
    /// Runs three requirements of which the second ends the process.
    ///
    /// - Parameter word: what the second one's message says.
    private static func run(_ word: String, in folder: URL) async throws -> Program.Ending {
      let spec = folder.appendingPathComponent("spec")
      let reports = folder.appendingPathComponent("reports")
      for url in [spec, reports] {
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
      }
      for (id, text) in [("REPO-001", "a"), ("REPO-002", word), ("REPO-003", "b")] {
        let lines = "receive s1@1 \"\(text)\"\n? timeline = | s1"
        let block = "```scenario one not redeliver\n\(lines)\n```"
        let file = spec.appendingPathComponent("\(id).md")
        try Data(SpecSamples.requirement(id: id, evidence: block).utf8).write(to: file)
      }
      for name in ["index.html", "results.jsonl"] {
        try Data("old".utf8).write(to: reports.appendingPathComponent(name))
      }
      return try await Program.run([
        "run", "--spec", spec.path, "--subject", "unruly", "--report", reports.path,
      ])
    }

    /// The lines of a requirement that holds, in the variants of the block.
    private static func verdicts(on id: String) -> ArraySlice<String> {
      let name = "unruly::\(id)/one"
      return [
        "\(name) pass ", "\(name)@idle pass ", "\(name)@restart-each-step unsupported durable",
      ]
    }

    private static func inFolder(_ body: (URL) async throws -> Void) async throws {
      let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("stopped-\(UUID().uuidString)")
      defer { try? FileManager.default.removeItem(at: folder) }
      try await body(folder)
    }

    @Test(arguments: ["trap", "signal 11"])
    func `a crash is the verdict on the case that ran, and the others are checked`(
      word: String
    ) async throws {
      try await Self.inFolder { folder in
        let ending = try await Self.run(word, in: folder)
        #expect(ending.status == Verdict.broken.exitCode)
        #expect(!ending.isSignal)
        #expect(ending.errors.contains("\nThe process crashed under unruly::REPO-002/one.\n"))
        let run = try SavedRun(path: folder.appendingPathComponent("reports").path)
        #expect(run.isComplete)
        #expect(run.lines.prefix(3) == Self.verdicts(on: "REPO-001"))
        #expect(run.lines.suffix(3) == Self.verdicts(on: "REPO-003"))
        // It crashes in each variant.
        let crashed = run.lines.filter { $0.contains(" error the process crashed (signal ") }
        #expect(
          crashed.map { $0.prefix { $0 != " " } } == [
            "unruly::REPO-002/one", "unruly::REPO-002/one@idle",
          ])
        let left = try FileManager.default.contentsOfDirectory(
          atPath: folder.appendingPathComponent("reports").path)
        #expect(left.contains("index.html") && !left.contains("running.txt"), "\(left)")
      }
    }

    @Test(arguments: [SIGTERM, SIGINT, SIGKILL])
    func `a run that is stopped leaves the results of the cases that had ended`(
      signal: Int32
    ) async throws {
      try await Self.inFolder { folder in
        let ending = try await Self.run("signal \(signal)", in: folder)
        #expect(ending.isSignal)
        #expect(ending.status == signal)
        let reports = folder.appendingPathComponent("reports")
        let left = try FileManager.default.contentsOfDirectory(atPath: reports.path)
        #expect(left.sorted() == ["results.jsonl", "running.txt"], "the report of before is gone")
        let running = reports.appendingPathComponent("running.txt")
        #expect(try String(contentsOf: running, encoding: .utf8) == "unruly::REPO-002/one\n")
        let run = try SavedRun(path: reports.path)
        #expect(!run.isComplete)
        #expect(run.lines[...] == Self.verdicts(on: "REPO-001"))
      }
    }

    @Test func `a list of known failures with a mistake ends the run before it begins`()
      async throws
    {
      try await Self.inFolder { folder in
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let list = folder.appendingPathComponent("list.txt")
        try Data("REPO-001/one fails\n".utf8).write(to: list)
        var environment = ProcessInfo.processInfo.environment
        environment["CI"] = nil
        let arguments = ["run", "--record", list.path, "--report", folder.path]
        for subjects in [["memory"], ["memory", "json"]] {
          let ending = try await Program.run(
            arguments + subjects.flatMap { ["--subject", $0] }, environment)
          #expect(ending.status == Verdict.usageExitCode)
          #expect(ending.errors.contains("error: "))
          #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["list.txt"])
        }
      }
    }
  }

  extension SavedRun {
    /// The cases, each with its outcome and its message.
    var lines: [String] {
      cases.map { "\($0) \($1.outcome.rawValue) \($1.message)" }.sorted()
    }
  }

  /// The command line that was built beside the tests.
  enum Program {
    struct Ending: Sendable {
      /// The exit status, or the signal.
      let status: Int32
      let isSignal: Bool
      /// What it wrote to the standard error.
      let errors: String
    }

    static let path: String? = {
      let own = Bundle.main.executablePath.map(URL.init(fileURLWithPath:))
      let path = own?.deletingLastPathComponent().appendingPathComponent("messaging-conformance")
        .path
      return path.flatMap { FileManager.default.isExecutableFile(atPath: $0) ? $0 : nil }
    }()

    static func run(
      _ arguments: [String],
      _ environment: [String: String] = ProcessInfo.processInfo.environment
    ) async throws -> Ending {
      let file = FileManager.default.temporaryDirectory
        .appendingPathComponent("errors-\(UUID().uuidString)")
      try Data().write(to: file)
      defer { try? FileManager.default.removeItem(at: file) }
      let process = Process()
      process.executableURL = URL(fileURLWithPath: try #require(path))
      process.arguments = arguments
      process.environment = environment
      process.standardOutput = FileHandle.nullDevice
      process.standardError = try FileHandle(forWritingTo: file)
      try await withCheckedThrowingContinuation { (ended: CheckedContinuation<Void, any Error>) in
        process.terminationHandler = { _ in ended.resume() }
        do { try process.run() } catch { ended.resume(throwing: error) }
      }
      return Ending(
        status: process.terminationStatus, isSignal: process.terminationReason == .uncaughtSignal,
        errors: try String(contentsOf: file, encoding: .utf8))
    }
  }
#endif
