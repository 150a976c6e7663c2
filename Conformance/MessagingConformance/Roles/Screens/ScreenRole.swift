extension Role {
  /// Shows a conversation, or the list of conversations: the complete screen with its tasks.
  public static let screens = Role(
    "screens", areas: [Area("SCREEN", "A whole screen", place: 117)], kinds: [],
    checks: ScreenChecks.all.mapValues { Check($0) },
    isPlayed: { subject in
      (subject is any TimelineScreenSubject || subject is any ConversationListScreenSubject)
        && WorkerDrive.isPossible
    })
}
