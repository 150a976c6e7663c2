/// How a run is made.
public struct RunOptions: Sendable {
  /// Where all randomness comes from, unless somebody says otherwise.
  public static let defaultSeed: UInt64 = 1

  /// The first seed.
  public var seed: UInt64
  /// How many seeds each property tries, from the first one on.
  public var seeds: Int
  /// What to run.
  public var selection: Selection
  /// A case that does nothing for so long, or takes ten times as long, is an `error`; in real time.
  public var patience: Duration
  /// The most histories or orders that one property tries for a seed; `nil` for all it asks for.
  public var historiesMax: Int?
  /// How many subjects are asked at once, at least 1; the cases of one run one after the other.
  public var jobs = 1
  /// Whether what builds on a violated requirement is run all the same, to see whether it holds.
  package var runsBlocked = true
  /// How one case of this run is run again.
  public var replay: ReplayHint
  /// Who knows which cases run now; nobody, unless somebody wants to know after a crash.
  package var witness: RunWitness?
  /// The signs of life of the case that runs with these options.
  var heartbeat = Heartbeat()

  /// Describes a run; by default of everything, with one seed.
  public init(
    seed: UInt64 = RunOptions.defaultSeed, seeds: Int = 1, selection: Selection = .everything,
    patience: Duration = .seconds(60), historiesMax: Int? = nil,
    replay: ReplayHint = .commandLine
  ) {
    self.seed = seed
    self.seeds = seeds
    self.selection = selection
    self.patience = patience
    self.historiesMax = historiesMax
    self.replay = replay
  }
}

/// The command that runs one case of a run again.
public enum ReplayHint: Sendable {
  /// `messaging-conformance run`, for subjects that the command line knows.
  case commandLine
  /// The same, for a program that speaks over its standard input and output.
  case command(String)
  /// `swift test`, for a subject in somebody's tests: of those whose names match the filter.
  case tests(filter: String)
}

extension RunOptions {
  /// What to type to run a case of this run again, with the same seeds.
  func replayText(for id: CaseID) -> String {
    let seed = seed == RunOptions.defaultSeed ? nil : "\(seed)"
    let seeds = seeds == 1 ? nil : "\(seeds)"
    let options = [("--seed", seed), ("--seeds", seeds)].compactMap { name, value in
      value.map { " \(name) \($0)" }
    }.joined()
    switch replay {
    case .commandLine:
      return "messaging-conformance run --subject \(id.subject) --select '\(id.path)'" + options
    case .command(let command):
      let quoted = command.split(separator: "'", omittingEmptySubsequences: false)
        .joined(separator: "'\\''")
      return "messaging-conformance run --command '\(quoted)' --select '\(id.path)'" + options
    case .tests(let filter):
      let variables = [("CONFORMANCE_SEED", seed), ("CONFORMANCE_SEEDS", seeds)]
        .compactMap { name, value in value.map { "\(name)=\($0) " } }.joined()
      return variables + "CONFORMANCE='\(id.path)' swift test --filter '\(filter)'"
    }
  }
}
