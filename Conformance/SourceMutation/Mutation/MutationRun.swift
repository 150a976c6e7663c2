package import Foundation
package import SourceFaults

/// What a run is asked for.
package struct MutationRequest: Sendable {
  /// Files or folders, from the root of the package.
  package var paths: [String]
  /// How many faults for each path.
  package var faults = 100
  package var seed: UInt64 = 1
  /// Only lines that changed since then.
  package var base: String?
  /// Only what survived last time.
  package var survivorsOnly = false
  /// Whom to ask, in place of the table.
  package var subjects: [String] = []
  package var jobs = ProcessInfo.processInfo.activeProcessorCount
  package var isFresh = false
  package var configuration = "debug"
  /// Whether unit tests run for what no case notices.
  package var asksTests = false
  /// A case is given at least so long, and more if it takes long on unchanged code.
  package var secondsMin = 10.0

  package init(paths: [String]) {
    self.paths = paths
  }
}

/// Plants faults, asks the suite about each, and says what became of them.
package struct MutationRun: Sendable {
  package let request: MutationRequest
  package let tree: SourceTree
  /// Where the copy, its build and the findings are.
  package let folder: URL
  package let equivalents: EquivalentFaults
  private let index: SourceIndex

  package init(
    _ request: MutationRequest, root: URL, folder: URL, equivalents: EquivalentFaults
  ) throws {
    self.request = request
    self.folder = folder
    self.equivalents = equivalents
    tree = try SourceTree(root: root, hasTests: request.asksTests)
    for path in request.paths where tree.sources(below: path).isEmpty {
      throw MutationError(
        description: "'\(path)' has no sources that the suite runs; try Sources/MessagingModel/Log",
        isUsage: true)
    }
    index = SourceIndex(tree.sources(below: "Sources").map(tree.text))
  }

  /// The faults of each path, in the order in which they are planted.
  package func candidates() async throws -> [(path: String, faults: [Fault])] {
    var changed: ChangedLines?
    if let base = request.base {
      changed = try await ChangedLines(since: base, in: tree.root.path)
    }
    var taken: Set<String> = []
    return request.paths.map { path in
      let files = tree.sources(below: path).filter { taken.insert($0).inserted }
      let faults = files.flatMap { file in
        FaultFinder.faults(in: file, text: tree.text(file), index: index)
      }.filter { fault in changed.map { $0.contain(fault.line, of: fault.name.path) } ?? true }
      return (path, FaultSample(seed: request.seed).order(faults))
    }
  }

  /// The entries of the list that name no fault any more.
  package func staleEntries() -> [EquivalentFaults.Entry] {
    let files = Set(equivalents.entries.map(\.name.path))
    let names = files.flatMap { FaultFinder.faults(in: $0, text: tree.text($0), index: index) }
      .map(\.name)
    return equivalents.stale(among: Set(names))
  }

  /// Runs all.
  ///
  /// - Parameter tell: is called with what is going on.
  package func run(
    tell: @escaping @Sendable (MutationProgress) -> Void
  ) async throws -> (parts: [MutationSummary.Part], cost: MutationCost) {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let fingerprint = "\(tree.fingerprint) \(request.configuration) \(request.subjects)"
    var journal = try Journal(
      folder.appendingPathComponent("findings.jsonl"), fingerprint: fingerprint,
      isFresh: request.isFresh)
    var parts = try await candidates()
    if request.survivorsOnly {
      parts = parts.map { path, faults in
        (path, faults.filter { journal.lastSurvivors.contains($0.name) })
      }
    }
    let sampler = Sampler(
      equivalents: equivalents, wanted: request.faults, asksTests: request.asksTests)
    let pending = sampler.pending(in: parts, known: journal.findings)
    var cost = MutationCost()
    if !pending.isEmpty {
      try await measure(pending, &journal, &cost, tell: tell)
    }
    let samples = parts.map { path, faults in
      MutationSummary.Part(
        path: path, findings: sampler.sample(of: faults, known: journal.findings))
    }
    return (samples, cost)
  }

  /// Builds, looks who reaches what, and asks.
  private func measure(
    _ pending: [Sampler.Pending], _ journal: inout Journal, _ cost: inout MutationCost,
    tell: @escaping @Sendable (MutationProgress) -> Void
  ) async throws {
    let clock = ContinuousClock()
    let start = clock.now
    let copy = ScratchCopy(
      of: tree, in: folder, configuration: request.configuration,
      tests: request.asksTests ? SubjectTable.testTargets(of: pending.flatMap(\.candidates)) : [])
    let planting = try await Planting(pending, in: copy, tree: tree) { tell(.note($0)) }
    for fault in planting.dropped {
      try journal.note(Finding(name: fault.name, answer: .uncompiled))
    }
    let program = try await copy.program()
    let built = clock.now
    let subjects = { (fault: Fault) in
      request.subjects.isEmpty ? SubjectTable.subjects(for: fault.name.path) : request.subjects
    }
    let asked = Set(planting.faults.flatMap(subjects)).sorted()
    tell(.note("running unchanged code on \(asked.joined(separator: " "))"))
    let coverage = try await Coverage(of: asked, with: program, jobs: request.jobs)
    let trials = planting.faults.enumerated().map { index, fault in
      Trial(
        number: index + 1, fault: fault,
        cases: coverage.cases(
          reaching: index + 1, of: subjects(fault), everybody: !request.subjects.isEmpty,
          isRunOnce: fault.isRunOnce),
        secondsMin: request.secondsMin)
    }
    let covered = clock.now
    // What is known, and only has to be asked of unit tests, is not asked again.
    let unknown = trials.filter { journal.findings[$0.fault.name] == nil }
    try await ask(unknown, with: program, &journal, tell: tell)
    let suiteDone = clock.now
    if request.asksTests {
      let open = trials.filter { journal.findings[$0.fault.name]?.answer.isOpen ?? false }
      try await askTests(open, in: copy, &journal, tell: tell)
    }
    cost = MutationCost(
      faults: trials.count, rounds: planting.rounds, dropped: planting.dropped.count,
      building: built - start, covering: covered - built, asking: suiteDone - covered,
      testing: clock.now - suiteDone)
  }

  /// Runs unit tests, one program at a time: each uses all cores.
  private func askTests(
    _ trials: [Trial], in copy: ScratchCopy, _ journal: inout Journal,
    tell: @escaping @Sendable (MutationProgress) -> Void
  ) async throws {
    var tests = UnitTests(of: copy, in: folder)
    for (done, trial) in trials.enumerated() {
      guard var finding = journal.findings[trial.fault.name] else { continue }
      if let failure = try await tests.failure(of: trial, tell: { tell(.note($0)) }) {
        finding.answer = .tested
        finding.seenBy = failure
      }
      finding.hasTests = true
      try journal.note(finding)
      tell(.tested(trial.fault, finding, done: done + 1, planned: trials.count))
    }
  }

  private func ask(
    _ trials: [Trial], with program: String, _ journal: inout Journal,
    tell: @escaping @Sendable (MutationProgress) -> Void
  ) async throws {
    let folder = folder
    var (done, survivors) = (0, 0)
    try await withThrowingTaskGroup(of: (Trial, Finding).self) { group in
      var waiting = trials.makeIterator()
      func start() {
        guard let trial = waiting.next() else { return }
        group.addTask { (trial, try await trial.run(with: program, in: folder)) }
      }
      for _ in 0..<max(1, request.jobs) { start() }
      while let (trial, finding) = try await group.next() {
        start()
        try journal.note(finding)
        done += 1
        if !finding.answer.isKill { survivors += 1 }
        tell(
          .asked(trial.fault, finding, done: done, planned: trials.count, survivors: survivors))
      }
    }
  }
}

/// What a run took.
package struct MutationCost: Sendable {
  package var faults = 0
  var rounds = 0
  var dropped = 0
  var building: Duration = .zero
  var covering: Duration = .zero
  var asking: Duration = .zero
  var testing: Duration = .zero

  /// A line for people; empty if nothing was asked.
  package var line: String {
    guard faults > 0 else { return "" }
    func seconds(_ duration: Duration) -> String { "\(Int((duration / .seconds(1)).rounded())) s" }
    return "\(faults) faults built in \(seconds(building)) (\(rounds) rounds, \(dropped) do not "
      + "compile), unchanged code \(seconds(covering)), asked in \(seconds(asking))"
      + (testing > .seconds(1) ? ", unit tests \(seconds(testing))" : "")
  }
}

/// What a run tells while it goes on.
package enum MutationProgress: Sendable {
  case note(String)
  case asked(Fault, Finding, done: Int, planned: Int, survivors: Int)
  case tested(Fault, Finding, done: Int, planned: Int)
}
