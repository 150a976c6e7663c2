public import MessagingConformance

/// The subjects of this package.
public enum BuiltInSubjects {
  /// The subjects that are checked by default, without those that have no role on this system.
  public static let all: [any ConformanceSubject] = ours.filter { !$0.roles.isEmpty }

  private static let ours: [any ConformanceSubject] = [
    MemorySubject(), NamedIndexSubject(), SQLiteSubject(), JSONSubject(), ModelSubject(),
    WorkerSubject(), EngineSubject(), ScreensSubject(), DownloadsSubject(), ClientSubject(),
    DraftsSubject(),
    ReferenceSubject(), OracleSubject(),
  ]

  /// Common other implementations, for comparison. Each violates what its list of known failures
  /// names (`Conformance/expectations`).
  public static let peers: [any ConformanceSubject] = [
    ByIDDifferenceSubject(), CollectionDifferenceSubject(), IndexArithmeticSubject(),
    PollingWorkerSubject(), PublishThreeTimesSubject(),
  ]

  /// What only the tests of the suite name.
  private static let unruly: [any ConformanceSubject] = [UnrulySubject()]

  /// The subject with a name.
  public static subscript(name: String) -> (any ConformanceSubject)? {
    (ours + peers + unruly).first { $0.name == name }
  }
}
