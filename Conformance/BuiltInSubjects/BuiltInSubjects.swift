public import MessagingConformance

/// The repositories of this package, as subjects.
public enum BuiltInSubjects {
  /// What `Conformance/run` checks, by name.
  public static let all: [any ConformanceSubject] = [
    MemorySubject(), SQLiteSubject(), JSONSubject(), ReferenceSubject(),
  ]

  /// The subject with a name.
  public static subscript(name: String) -> (any ConformanceSubject)? {
    all.first { $0.name == name }
  }
}
