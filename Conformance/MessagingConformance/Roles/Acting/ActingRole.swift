internal import MessagingModel

extension Role {
  /// Does to a message what a person wants, and says what became of it.
  public static let acting = Role(
    "acting", areas: [Area("ACT", "What a person does to a message", place: 49)], kinds: [],
    checks: ActingChecks.all.mapValues { check in Check { try await unfailing(check, $0) } },
    isPlayed: { $0 is any ActionsSubject })

  /// Runs a check. An error that it does not expect is a violation, not an error of the suite.
  private static func unfailing(
    _ check: (ActingDesk.Context) async throws -> Void, _ context: ActingDesk.Context
  ) async throws {
    do {
      try await check(context)
    } catch let error as RepositoryError {
      throw Violation("an action fails (\(error.code)), expected an outcome")
    }
  }
}
