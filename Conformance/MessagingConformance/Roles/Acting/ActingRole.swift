internal import MessagingModel

extension Role {
  /// Does to a message what a person wants, and says what became of it.
  public static let acting = Role(
    "acting", areas: [Area("ACT", "What a person does to a message", place: 49)], kinds: [],
    checks: ActingChecks.all.mapValues { Check($0, unexpected: ActingChecks.words) },
    isPlayed: { $0 is any ActionsSubject })
}

extension ActingChecks {
  /// What is wrong if an action fails that should not.
  static func words(of error: any Error) -> String? {
    (error as? RepositoryError).map { "an action fails (\($0.code)), expected an outcome" }
  }
}
