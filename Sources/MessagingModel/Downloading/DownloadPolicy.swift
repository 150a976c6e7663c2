/// How downloads behave where products differ. All times are milliseconds, all sizes bytes.
public struct DownloadPolicy: Hashable, Sendable {
  /// When to ask again for what came to nothing; ages and codes do not matter here.
  public var retry = RetryPolicy()
  /// How many files are on their way at once; at least 1.
  public var atOnce = 4
  /// What all downloaded files may take, parts and what is on its way included.
  public var budget = 500_000_000
  /// The most that a file may have whose size neither the message nor the server says.
  public var unknownLimit = 10_000_000
  /// How long a download may go on without a byte; however long it takes as a whole, it is not
  /// given up.
  public var silenceLimit: Int64 = 30_000
  /// In what steps progress is shown, in percent; 1…100.
  public var progressStep = 5
  /// After so many wrong lengths in a row a file is not asked for any more.
  public var wrongLengths = 3
  /// Of how many files that are not wished for the failures are remembered.
  public var remembered = 1_000

  public init() {}
}
