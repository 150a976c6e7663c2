public import MessagingCore
internal import MessagingModel
public import MessagingTimeline

/// A model that keeps the row that is read in place, under test: the area SCROLL.
public protocol ScrollSubject: ConformanceSubject {
  /// Returns a list without rows. Called at each opening of a conversation.
  func scrollAnchoring(_ options: ScrollOptions) -> any ScrollAnchoring
}

extension Role {
  /// Keeps the row that the user reads in place.
  public static let scroll = Role(
    "scroll", areas: [Area("SCROLL", "Where the reader's eye stays", place: 120)],
    kinds: [.scroll], checks: ScrollChecks.all.mapValues { Check($0) },
    isPlayed: { $0 is any ScrollSubject })
}

extension BlockKind {
  /// A list that scrolls: rows with heights, their changes, and what is visible.
  static let scroll = BlockKind("scroll", ScrollLanguage.language) { subject, _, _ in
    ScrollPlayer(subject)
  }.drawn(by: { ScrollPlayer($0) }, { player, title in player.film.svg(title: title) })
}
