/// The options of a run.
public struct RunOptions: Sendable {
  /// The seed that is used if none is given.
  public static let defaultSeed: UInt64 = 1

  /// The first seed.
  public var seed: UInt64
  /// The number of seeds that each property tries, starting with ``seed``.
  public var seeds: Int
  /// The cases to run.
  public var selection: Selection
  /// How long a case may show no progress, in real time, for each seed. A case that exceeds this,
  /// or takes ten times as long in total, ends as `error`.
  public var patience: Duration
  /// The maximum number of histories or orders that one property tries for a seed; `nil` for as
  /// many as the property requests.
  public var historiesMax: Int?
  /// How many subjects run at the same time, at least 1. The cases of one subject run one after
  /// another.
  public var jobs = 1
  /// Whether to run cases that build on a violated requirement, to see whether they hold.
  package var runsBlocked = true
  /// How a report says to run one case again.
  public var replay: ReplayHint
  /// Records which cases run now, for use after a crash; `nil` if nothing is recorded.
  package var witness: RunWitness?
  /// The heartbeat of the case that runs with these options.
  var heartbeat = Heartbeat()

  /// Creates options; by default for all cases, with one seed.
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
  /// `messaging-conformance run --command`, for a program that speaks over its standard input and
  /// output.
  case command(String)
  /// `swift test`, for a subject in an adopter's tests. It runs the tests whose names match the
  /// filter.
  case tests(filter: String)
}

extension RunOptions {
  /// Returns the command that runs a case of this run again, with the same seeds.
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
