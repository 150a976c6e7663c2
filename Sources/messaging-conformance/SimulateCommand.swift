internal import ArgumentParser
internal import BuiltInSubjects
internal import Foundation
internal import MessagingConformance

struct SimulateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "simulate",
    abstract: "Runs several devices and a server through random histories with many faults.",
    discussion: """
      Each device is a store, a send queue, a sync state, a screen and a list of conversations; \
      its users write, edit, delete, react, reply, read, scroll, jump, clear histories and move \
      to new stores, while requests, answers, updates, connections, processes, stores and clocks \
      fail. Once nothing fails any more, every device must show what the server has, every screen \
      and list must show what its store holds, and the server must have what the users wanted.

      One number, the seed, decides everything in a history: the same seed gives the same \
      history. A failure is shrunk to the steps that it needs. Status 1 if a history failed, or \
      if many histories together did not meet every kind of trouble.

      EXAMPLES
        20 histories with each family of servers
          messaging-conformance simulate
        many, with three devices whose stores are SQLite files
          messaging-conformance simulate --devices 3 --seeds 2000 --store sqlite
        one history again; the first 40 of its steps; some of them
          messaging-conformance simulate --family polled --seed 7 --seeds 1
          messaging-conformance simulate --family polled --seed 7 --steps 40
          messaging-conformance simulate --family polled --seed 7 --only 3,9,12
        with a trace of everything that the devices receive and do
          messaging-conformance simulate --family polled --seed 7 --only 3,9,12 --trace
      """)

  enum Store: String, CaseIterable, ExpressibleByArgument { case memory, sqlite }

  @Option(help: ArgumentHelp("How many devices there are.", valueName: "count"))
  var devices = 3

  @Option(help: ArgumentHelp("How many histories with each family.", valueName: "count"))
  var seeds = 20

  @Option(help: ArgumentHelp("The seed of the first history.", valueName: "number"))
  var seed: UInt64 = 1

  @Option(help: ArgumentHelp("The store of the devices.", valueName: "kind"))
  var store = Store.memory

  @Option(
    help: ArgumentHelp(
      "numbered, polled, pushed or lists; may be repeated. (default: all)", valueName: "name"))
  var family: [String] = []

  @Option(help: ArgumentHelp("Only the first steps of one history.", valueName: "count"))
  var steps: Int?

  @Option(help: ArgumentHelp("Only these steps of one history.", valueName: "numbers"))
  var only: String?

  @Flag(
    inversion: .prefixedNo,
    help: "Whether devices have screens and lists; the rest of a history stays the same.")
  var screens = true

  @Flag(help: "Prints everything that happens; with --steps or --only.")
  var trace = false

  func validate() throws {
    guard !trace || steps != nil || only != nil else {
      throw ValidationError("--trace prints one history; choose it with --steps or --only")
    }
    guard (1...64).contains(devices) else {
      throw ValidationError("--devices is \(devices); it must be 1 to 64")
    }
    guard seeds > 0 else { throw ValidationError("--seeds is \(seeds); it must be at least 1") }
  }

  func run() async throws {
    let families = try chosenFamilies()
    let chosen = try chosenSteps()
    let seeds = chosen == nil && steps == nil ? seeds : 1
    let isTerminal = isatty(STDERR_FILENO) == 1
    var line = ProgressLine(isTerminal: isTerminal)
    var report = SimulationReport()
    let clock = ContinuousClock()
    let start = clock.now
    for family in families {
      var setting = Simulation.Setting(family, devices: devices)
      setting.hasScreens = screens
      if trace { setting.trace = { print($0) } }
      let run = SimulationRun(setting) { try disks() }
      for number in 0..<UInt64(seeds) {
        let seed = seed &+ number
        let current = "\(family.rawValue), seed \(seed)"
        Console.show(
          line.update(
            done: report.count, planned: seeds * families.count, bad: report.findings.count,
            current: current))
        try await report.play(run, seed: seed, first: steps, only: chosen)
      }
    }
    Console.show(line.finish())
    tell(report, families, planned: seeds, elapsed: clock.now - start)
    if !report.holds { throw ExitCode(Verdict.violated.exitCode) }
  }

  private func tell(
    _ report: SimulationReport, _ families: [SimulationFamily], planned: Int, elapsed: Duration
  ) {
    for (family, finding) in report.findings {
      for line in finding.lines(family: family, devices: devices, hasScreens: screens) {
        print(line)
      }
      print("")
    }
    for line in report.markLines { print(line) }
    for family in families {
      print("\(family.rawValue): \(report.clean[family] ?? 0) of \(planned) clean")
    }
    let seconds = max(0.001, elapsed / .seconds(1))
    let rate = String(format: "%.1f", Double(report.count) / seconds)
    let last = seed &+ UInt64(planned - 1)
    print(
      "\(report.count) histories of \(devices) devices (\(store.rawValue)), seeds \(seed)…\(last), "
        + "\(rate) histories a second")
    guard !report.notMet.isEmpty else { return }
    let names = report.notMet.map(\.rawValue).joined(separator: "; ")
    let isFew = report.count < SimulationReport.enoughForMarks
    print("not met\(isFew ? " (no failure, because few histories ran)" : ""): \(names)")
  }

  private func chosenFamilies() throws -> [SimulationFamily] {
    guard !family.isEmpty else { return SimulationFamily.allCases }
    return try family.map { name in
      guard let family = SimulationFamily(rawValue: name) else {
        throw Console.unknown(
          "family", name, known: SimulationFamily.allCases.map(\.rawValue))
      }
      return family
    }
  }

  /// The numbers of the requested steps; `nil` for all.
  private func chosenSteps() throws -> Set<Int>? {
    guard let only else { return nil }
    let words = only.split(separator: ",")
    let numbers = words.compactMap { Int($0) }
    guard numbers.count == words.count else {
      Console.error("error: --only is '\(only)'; write numbers with commas, such as 3,9,12")
      throw ExitCode(Verdict.usageExitCode)
    }
    return Set(numbers)
  }

  private func disks() throws -> SimulatedStores {
    switch store {
    case .memory: MemoryDisks.fresh()
    case .sqlite: SQLiteSubject.disks()
    }
  }
}
