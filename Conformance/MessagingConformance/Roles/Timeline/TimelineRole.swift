public import MessagingCore
internal import MessagingModel
public import MessagingTimeline

/// A type that decides what a conversation on a screen shows, under test: the areas OPEN and
/// THREAD.
///
///     struct MyScreens: TimelineSubject {
///       let name = "MyScreens"
///       func timelineDeciding(_ options: TimelineOptions) -> any TimelineDeciding {
///         MyTimeline(options)
///       }
///     }
///
/// The suite plays the store, the network and the screen.
public protocol TimelineSubject: ConformanceSubject {
  /// Returns a conversation that is not open yet. Called for each opening.
  func timelineDeciding(_ options: TimelineOptions) -> any TimelineDeciding
}

extension Role {
  /// Decides what a conversation shows, and when the screen gets an update.
  public static let timeline = Role(
    "timeline",
    areas: [
      Area("OPEN", "A conversation on a screen", place: 110),
      Area("THREAD", "A thread on a screen", place: 112),
    ],
    kinds: [.open], checks: TimelineChecks.all.mapValues { Check($0) },
    isPlayed: { subject in
      subject is any TimelineSubject
        && (!(subject is any TimelineScreenSubject) || WorkerDrive.isPossible)
    })
}

extension BlockKind {
  /// What is stored and what arrives, and the updates that a screen takes of it.
  static let open = BlockKind("open", TimelineLanguage.language) { subject, _, _ in
    TimelinePlayer(subject)
  }
}
