public import MessagingCore
internal import MessagingModel
public import MessagingTimeline

/// A type that decides which range of a conversation is shown, under test: the area WINDOW.
///
///     struct MyPaging: WindowSubject {
///       let name = "MyPaging"
///       func listWindow(_ options: WindowOptions) -> any ListWindowing { MyWindow(options) }
///     }
public protocol WindowSubject: ConformanceSubject {
  /// Returns a window that is not open yet. Called for each opening of a conversation.
  func listWindow(_ options: WindowOptions) -> any ListWindowing
}

extension Role {
  /// Decides which range of a conversation is shown.
  public static let window = Role(
    "window", areas: [Area("WINDOW", "The range that a screen shows", place: 90)],
    kinds: [.window], checks: WindowChecks.all.mapValues { Check($0) },
    isPlayed: { $0 is any WindowSubject })
}

extension BlockKind {
  /// The range of a conversation that a screen shows, as it grows.
  static let window = BlockKind("window", WindowLanguage.language) { subject, _, _ in
    WindowPlayer(subject)
  }
}
