public import MessagingConformance

/// What this package has to check, as subjects.
public enum BuiltInSubjects {
  /// What is checked unless somebody names subjects; without those that this system cannot ask
  /// anything.
  public static let all: [any ConformanceSubject] = ours.filter { !$0.roles.isEmpty }

  private static let ours: [any ConformanceSubject] = [
    MemorySubject(), NamedIndexSubject(), SQLiteSubject(), JSONSubject(), ModelSubject(),
    WorkerSubject(), EngineSubject(), ScreensSubject(),
    ReferenceSubject(), OracleSubject(),
  ]

  /// Other people's ways of doing it, to be compared with; each violates what its list of known
  /// failures says (`Conformance/expectations`).
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
