internal import ArgumentParser
internal import Foundation
internal import SourceFaults
internal import SourceMutation

@main
struct MutateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "Conformance/mutate",
    abstract:
      "Plants faults in the sources and says which of them the conformance suite does not see.",
    discussion: """
      Mechanical faults (a boundary, a negation, a dropped statement, a swapped argument, …) are \
      planted in a copy of the sources, all behind one switch. The unchanged code has to pass \
      first. Then the cases that reach a fault are run against it, the cheapest first, up to the \
      first one that does not hold. What no case sees is listed, with file, line and fault.

      A fault is killed by a violation, an error, a crash, or a case that does not end in its time \
      (twenty times what it took, at least 10 s). A violated SHOULD is no kill, but is told. The \
      figure is that of the conformance suite. With --tests the unit tests of the module then run \
      for what no case notices, and the table has a second figure that counts them too.

      What is found is written to .build/mutation/findings.jsonl as it comes: a run that was \
      stopped goes on where it was. Faults that change nothing stand in \
      Conformance/equivalent-faults.txt, each with the reason.

      EXAMPLES
        a folder, or several; 200 faults of each
          Conformance/mutate Sources/MessagingModel/Log --faults 200 --seed 7
        what the suite says of the lines that you wrote
          Conformance/mutate Sources --base main
        whether a new block sees what survived
          Conformance/mutate Sources/MessagingModel/Log --faults 200 --seed 7 --survivors
        which faults there are; the tests of this tool
          Conformance/mutate Sources/MessagingModel/Log/Gap.swift --list
          Conformance/mutate --self-test

      EXIT STATUS
        0 every fault is seen (or --at-least percent of them), 1 faults survive, or the list of \
      equivalent faults names one that there is not, 3 the unchanged code does not pass, or the \
      tool broke, 64 wrong usage
      """)

  @Argument(help: "Files or folders below Sources.")
  var paths: [String]

  @Option(help: ArgumentHelp("How many faults of each path.", valueName: "count"))
  var faults = 100

  @Option(help: ArgumentHelp("Which faults are drawn.", valueName: "number"))
  var seed: UInt64 = 1

  @Option(help: ArgumentHelp("Only in lines that changed since then.", valueName: "revision"))
  var base: String?

  @Flag(help: "Only what survived last time.")
  var survivors = false

  @Option(
    help: ArgumentHelp(
      "Whom to ask; may be repeated. (default: by folder)", valueName: "name"))
  var subject: [String] = []

  @Flag(help: "Also run unit tests, for what no case notices.")
  var tests = false

  @Option(help: ArgumentHelp("How many processes at once.", valueName: "count"))
  var jobs = ProcessInfo.processInfo.activeProcessorCount

  @Option(
    name: .customLong("at-least"),
    help: ArgumentHelp("Be content with so many killed.", valueName: "percent"))
  var atLeast = 100.0

  @Flag(help: "Forget what was found before.")
  var fresh = false

  @Flag(help: "Say which faults would be drawn, and end. Some of them may not compile.")
  var list = false

  @Option(help: ArgumentHelp("How the copy is built: debug or release.", valueName: "name"))
  var build = "debug"

  func validate() throws {
    guard faults > 0, jobs > 0 else {
      throw ValidationError("--faults and --jobs must be at least 1")
    }
    guard ["debug", "release"].contains(build) else {
      throw ValidationError("--build is '\(build)'; it must be debug or release")
    }
  }

  func run() async throws {
    do {
      try await mutate()
    } catch let error as MutationError {
      Terminal.say("error: \(error)")
      throw ExitCode(error.isUsage ? 64 : 3)
    }
  }

  private func mutate() async throws {
    let root = URL(fileURLWithPath: FileManager.default.currentDirectoryPath)
    let folder = root.appendingPathComponent(".build/mutation")
    let equivalents = Self.equivalents(in: root)
    guard equivalents.problems.isEmpty else {
      throw MutationError(description: equivalents.problems.joined(separator: "\n"))
    }
    let run = try MutationRun(request, root: root, folder: folder, equivalents: equivalents)
    if list { return try await tell(run.candidates()) }
    let lock = try RunLock(folder)
    defer { lock.release() }
    let terminal = Terminal()
    let (parts, cost) = try await run.run { terminal.show($0) }
    terminal.finish()
    let summary = MutationSummary(parts, hasTests: tests)
    print(summary.survivors)
    print(summary.table)
    if !cost.line.isEmpty { print(cost.line) }
    let stale = run.staleEntries()
    for entry in stale {
      Terminal.say(
        "Conformance/equivalent-faults.txt:\(entry.line): error: no fault matches this entry; "
          + "remove or correct it")
    }
    if !stale.isEmpty || summary.percent < atLeast { throw ExitCode(1) }
  }

  private var request: MutationRequest {
    var request = MutationRequest(
      paths: paths.map { path in
        var path = path[...]
        while path.hasSuffix("/") { path.removeLast() }
        return String(path.trimmingPrefix("./"))
      })
    request.faults = faults
    request.seed = seed
    request.base = base
    request.survivorsOnly = survivors
    request.asksTests = tests
    request.subjects = subject
    request.jobs = jobs
    request.isFresh = fresh
    request.configuration = build
    return request
  }

  private func tell(_ parts: [(path: String, faults: [Fault])]) {
    for (path, all) in parts {
      for fault in all.prefix(faults) { print("\(fault.place)\n\(fault.listEntry)\n") }
      print("\(path): \(min(faults, all.count)) of \(all.count) faults")
    }
  }

  private static func equivalents(in root: URL) -> EquivalentFaults {
    let file = "Conformance/equivalent-faults.txt"
    let text = try? String(contentsOf: root.appendingPathComponent(file), encoding: .utf8)
    return EquivalentFaults(text ?? "", file: file)
  }
}
