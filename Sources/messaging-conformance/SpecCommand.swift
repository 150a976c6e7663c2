internal import ArgumentParser
internal import ConformanceProof
internal import Foundation
internal import MessagingConformance

struct SpecCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "spec", abstract: "Maintains the Spec of this repository.",
    subcommands: [Check.self], defaultSubcommand: Check.self)

  struct Check: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Checks the rules of the Spec, and that what is generated from it is up to date.",
      discussion: """
        The rules: each requirement has exactly one obligation and has evidence, mutants are named \
        on both sides, ids are only added, and numbers in prose match the code. The generated \
        files: the index, the list of ids, the grammar, the tables, the architecture on one page, the \
        lists for programs, one Swift test for each requirement, and the drawings of scroll blocks.

        EXAMPLES
          messaging-conformance spec check           reports what is wrong or out of date; status 1
          messaging-conformance spec check --write   writes the generated files
        """)

    @Option(help: ArgumentHelp("The root of the repository.", valueName: "dir"))
    var root = "."

    @Flag(help: "Write the generated files instead of comparing them.")
    var write = false

    func run() async throws {
      let root = URL(fileURLWithPath: root, isDirectory: true)
      let spec = try load(root)
      let files = RepositoryFiles(root: root)
      let lock = files.read("Spec/ids.lock") ?? ""
      // Writing adds new ids to the lock. A missing id is an error nevertheless.
      let known = write ? spec.idsLock(extending: lock) : lock
      let problems = Lint.checkAll(spec, .current(idsLock: known))
      for problem in problems { print("Spec/requirements/\(problem)") }
      let isWritten = write && Lint.idsOnlyGrow.check(spec, .current(idsLock: known)).isEmpty
      let stale = await files.stale(GeneratedFile.all(of: spec, SourceTree(root: root)))
      if isWritten {
        for file in stale { print("\(try files.write(file)) \(file.path)") }
      } else {
        for file in stale {
          print("\(file.path): error: out of date; run 'messaging-conformance spec check --write'")
        }
      }
      let isFine = problems.isEmpty && (stale.isEmpty || isWritten)
      guard isFine else { throw ExitCode(Verdict.violated.exitCode) }
      let count = spec.requirements.filter { $0.withdrawn == nil }.count
      print("\(count) requirements; the generated files are up to date.")
    }

    private func load(_ root: URL) throws -> Spec {
      let directory = root.appendingPathComponent("Spec/requirements")
      do throws(SpecError) {
        return try Spec(directory: directory)
      } catch {
        Console.error("\(error)")
        Console.error(
          "error: '\(root.path)' seems not to be the root of the repository; name it with --root")
        throw ExitCode(Verdict.broken.exitCode)
      }
    }
  }
}

/// The generated files on the disk.
struct RepositoryFiles {
  let root: URL

  /// The files that differ from what they should be and, with an empty text, those that should not
  /// exist.
  func stale(_ wanted: [GeneratedFile]) -> [GeneratedFile] {
    let differing = wanted.filter { read($0.path) != $0.text }
    let paths = Set(wanted.map(\.path))
    let found = GeneratedFile.folders.flatMap { folder in
      let path = root.appendingPathComponent(folder).path
      let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
      return names.sorted().map { "\(folder)/\($0)" }
    }
    let leftOver = found.filter { GeneratedFile.isGenerated($0) && !paths.contains($0) }
    return differing + leftOver.map { GeneratedFile(path: $0, text: "") }
  }

  /// Writes a file, or removes it if its text is empty.
  ///
  /// - Returns: `written` or `removed`.
  func write(_ file: GeneratedFile) throws -> String {
    let place = root.appendingPathComponent(file.path)
    if file.text.isEmpty {
      try FileManager.default.removeItem(at: place)
      return "removed"
    }
    try FileManager.default.createDirectory(
      at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(file.text.utf8).write(to: place, options: .atomic)
    return "written"
  }

  func read(_ path: String) -> String? {
    try? String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
  }
}
