internal import MessagingCore
internal import MessagingModel
internal import MessagingTimeline

/// A whole screen that is played like what decides.
protocol ScreenDriving: Driven {
  /// It does not run before ``begin()``.
  func holdBack()
  /// Begins another run.
  func begin()
  /// The tasks of its runs are cancelled.
  func cancel()
  /// Whether who takes its updates was told that no more come.
  var hasSeenEnd: Bool { get }
  /// How many of its tasks wait for time to pass.
  var sleeperCount: Int { get }
  /// How long it waits for time to pass, in milliseconds, if it does.
  var nextWait: Int64? { get }
  /// What somebody who begins to follow its state is told at once, by its name.
  func phaseForNewcomer() -> String?
  /// Of which commits it wanted to hear.
  var scopes: [Scope] { get }
  /// Whether it has read when it did not follow the store yet.
  var hasReadUnfollowed: Bool { get }
}

/// A whole conversation on a screen that is played like what decides.
protocol TimelineDriving: ScreenDriving, TimelineDeciding {
  /// Notes what the store said last; it comes with the next news, and with each page.
  func note(_ commit: Commit)
  /// Whether the store's first word is still to come; if not, it comes with the next event.
  func holdFirstWord(_ isHeld: Bool)
  /// It is stored that the owner has read up to a message.
  func marked(_ message: MessageReference) -> [TimelineAction]
  /// The conversations that the engine was told to be on a screen.
  var onScreen: [ConversationID] { get }
}

extension TimelineWorld {
  /// What it plays with, if that is a whole screen.
  var whole: (any TimelineDriving)? { rules as? any TimelineDriving }
}

extension ConversationListWorld {
  /// What it plays with, if that is a whole screen.
  var whole: (any ScreenDriving)? { rules as? any ScreenDriving }
}

/// What stands for a screen on a system that cannot drive it: nothing is asked of it, and the case
/// says why.
protocol UndrivenScreen: ScreenDriving {}

extension UndrivenScreen {
  var trouble: String? { "a whole screen needs macOS 15, iOS 18 or Linux to be checked" }
  var wokeByItself: Bool { false }
  var endedRuns: Int { 0 }
  var hasSeenEnd: Bool { false }
  var sleeperCount: Int { 0 }
  var nextWait: Int64? { nil }
  func phaseForNewcomer() -> String? { nil }
  func holdBack() {}
  var scopes: [Scope] { [] }
  var hasReadUnfollowed: Bool { false }
  func begin() {}
  func cancel() {}
}
