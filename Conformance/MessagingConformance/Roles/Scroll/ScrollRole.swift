public import MessagingCore
internal import MessagingModel
public import MessagingTimeline

/// A model that keeps the read row in its place, under test: the area SCROLL.
public protocol ScrollSubject: ConformanceSubject {
  /// A list of which nothing is known yet; asked at each opening of a conversation.
  func scrollAnchoring(_ options: ScrollOptions) -> any ScrollAnchoring
}

extension Role {
  /// Keeps the row that somebody reads where it is.
  public static let scroll = Role(
    "scroll", areas: [Area("SCROLL", "Where the reader's eye stays", place: 120)],
    kinds: [.scroll], checks: ScrollChecks.all.mapValues { Check($0) },
    isPlayed: { $0 is any ScrollSubject })
}

extension BlockKind {
  /// A list that scrolls: rows with heights, what happens to them, and what is seen.
  static let scroll = BlockKind("scroll", ScrollLanguage.language) { subject, _, _ in
    ScrollPlayer(subject)
  }.drawn(by: { ScrollPlayer($0) }, { player, title in player.film.svg(title: title) })
}
