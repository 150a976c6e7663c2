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
  /// A case without an answer for so long is an `error`; in real time.
  public var patience: Duration
  /// The most histories or orders that one property tries for a seed; `nil` for all it asks for.
  public var historiesMax: Int?

  /// Describes a run; by default of everything, with one seed.
  public init(
    seed: UInt64 = RunOptions.defaultSeed, seeds: Int = 1, selection: Selection = .everything,
    patience: Duration = .seconds(60), historiesMax: Int? = nil
  ) {
    self.seed = seed
    self.seeds = seeds
    self.selection = selection
    self.patience = patience
    self.historiesMax = historiesMax
  }
}
