internal import MessagingCore
internal import MessagingModel

extension Role {
  /// Makes messages of drafts, and keeps their files.
  public static let composing = Role(
    "composing", areas: [Area("DRAFT", "What somebody writes", place: 48)], kinds: [],
    checks: ComposerChecks.all.mapValues { Check($0, unexpected: ComposerChecks.words) },
    isPlayed: { $0 is any ComposerSubject })
}

extension ComposerChecks {
  /// What is wrong if a draft is refused that should not, or a file does not pass.
  static func words(of error: any Error) -> String? {
    if let refusal = error as? DraftRefusal {
      return "a draft is refused (\(refusal)), expected that it is accepted"
    }
    return (error as? SendError).map {
      "the check of a file fails (\($0.code.string)), expected that it is fine"
    }
  }
}
