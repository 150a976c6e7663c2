internal import MessagingCore
internal import MessagingModel
internal import MessagingTimeline

/// A complete screen that is played like its rules.
protocol ScreenDriving: Driven {
  /// Keeps it from running until ``begin()``.
  func holdBack()
  /// Begins another run.
  func begin()
  /// Cancels the tasks of its runs.
  func cancel()
  /// Cancels the caller that waits for an update; another one asks in its place.
  func replaceCaller()
  /// Whether the caller that takes its updates has received the end.
  var hasSeenEnd: Bool { get }
  /// The number of its tasks that wait for time to pass.
  var sleeperCount: Int { get }
  /// How long it waits for time to pass, in milliseconds; `nil` if it does not wait.
  var nextWait: Int64? { get }
  /// The name of the phase that a new observer of its status receives first; `nil` if none.
  func phaseForNewcomer() -> String?
  /// The scopes of commits that it observes.
  var scopes: [Scope] { get }
  /// Whether it read before it observed the store.
  var hasReadUnfollowed: Bool { get }
}

/// A complete conversation on a screen that is played like its rules.
protocol TimelineDriving: ScreenDriving, TimelineDeciding {
  /// Records the store's last commit. It arrives with the next report, and with each page.
  func note(_ commit: Commit)
  /// Holds back the store's first report, or lets it arrive with the next event.
  func holdFirstWord(_ isHeld: Bool)
  /// Answers that a reading up to a message is stored.
  func marked(_ message: MessageReference) -> [TimelineAction]
  /// What the screen told the engine, in order: `open k1`, `close k1`.
  var toldEngine: [String] { get }
}

extension TimelineWorld {
  /// The complete screen that it plays; `nil` if it plays rules.
  var whole: (any TimelineDriving)? { rules as? any TimelineDriving }
}

extension ConversationListWorld {
  /// The complete screen that it plays; `nil` if it plays rules.
  var whole: (any ScreenDriving)? { rules as? any ScreenDriving }
}

/// Stands for a screen on a system that cannot drive it. The case reports the reason in
/// ``trouble``.
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
  func replaceCaller() {}
}
