internal import MessagingCore
internal import MessagingModel

extension Role {
  /// Makes messages of drafts, and keeps their files.
  public static let composing = Role(
    "composing", areas: [Area("DRAFT", "What somebody writes", place: 48)], kinds: [],
    checks: ComposerChecks.all.mapValues { check in Check { try await unrefused(check, $0) } },
    isPlayed: { $0 is any ComposerSubject })

  /// Runs a check. A refusal that it does not expect is a violation, not an error of the suite.
  private static func unrefused(
    _ check: (ComposerDesk.Context) async throws -> Void, _ context: ComposerDesk.Context
  ) async throws {
    do {
      try await check(context)
    } catch let refusal as DraftRefusal {
      throw Violation("a draft is refused (\(refusal)), expected that it is accepted")
    } catch let error as SendError {
      throw Violation("the check of a file fails (\(error.code.string)), expected that it is fine")
    }
  }
}
