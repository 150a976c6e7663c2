/// The settings of downloads, where products differ. All times are milliseconds, all sizes bytes.
public struct DownloadPolicy: Hashable, Sendable {
  /// When to try again after a failure. Its ages and codes are not used here.
  public var retry = RetryPolicy()
  /// How many downloads are in flight at once; at least 1.
  public var atOnce = 4
  /// The space for all downloaded files, including parts and downloads in flight.
  public var budget = 500_000_000
  /// The largest file whose size neither the message nor the server reports.
  public var unknownLimit = 10_000_000
  /// How long a download may go on without a byte. The total time of a download has no limit.
  public var silenceLimit: Int64 = 30_000
  /// The step in which progress is shown, in percent; 1…100.
  public var progressStep = 5
  /// After so many wrong lengths in a row a file is not requested any more.
  public var wrongLengths = 3
  /// For how many files without a wish the failures are remembered.
  public var remembered = 1_000

  public init() {}
}
