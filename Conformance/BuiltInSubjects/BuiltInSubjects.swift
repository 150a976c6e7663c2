public import MessagingConformance

/// What this package has to check, as subjects.
public enum BuiltInSubjects {
  /// What is checked unless somebody names subjects.
  public static let all: [any ConformanceSubject] = [
    MemorySubject(), SQLiteSubject(), JSONSubject(), ModelSubject(), WorkerSubject(),
    ReferenceSubject(),
  ]

  /// Other people's ways of doing it, to be compared with; each violates what its list of known
  /// failures says (`Conformance/expectations`).
  public static let peers: [any ConformanceSubject] = [
    CollectionDifferenceSubject(), IndexArithmeticSubject(),
  ]

  /// The subject with a name.
  public static subscript(name: String) -> (any ConformanceSubject)? {
    (all + peers).first { $0.name == name }
  }
}
