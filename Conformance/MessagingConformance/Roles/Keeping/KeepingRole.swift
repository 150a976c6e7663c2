internal import MessagingModel

extension Role {
  /// Keeps downloaded files in a directory.
  public static let keeping = Role(
    "keeping", areas: [Area("KEEP", "The directory of downloads", place: 59)], kinds: [],
    checks: KeepingChecks.all.mapValues { check in Check { try await unfailing(check, $0) } },
    isPlayed: { $0 is any DownloadFolderSubject })

  /// Runs a check. An error that it does not expect is a violation, not an error of the suite.
  private static func unfailing(
    _ check: (KeepingDesk.Context) async throws -> Void, _ context: KeepingDesk.Context
  ) async throws {
    do {
      try await check(context)
    } catch let error as DownloadError {
      throw Violation("a call fails (\(error.code.string)), expected that it is carried out")
    }
  }
}
