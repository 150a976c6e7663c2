internal import MessagingModel
internal import MessagingTimeline

/// Who has to be shown as typing, by the order of what a screen heard (`OPEN-016`).
struct NaiveTyping: Sendable {
  /// The number of the event with which each of those who type now began.
  private var began: [ParticipantID: Int] = [:]
  private var lastCommit = 0
  private var events = 0

  mutating func hear(_ event: TimelineEvent) {
    events += 1
    switch event {
    case .typing(let people):
      began = Dictionary(uniqueKeysWithValues: people.map { ($0, began[$0] ?? events) })
    case .committed: lastCommit = events
    case .opened, .ready, .looked, .jumped, .jumpedToEnd, .held, .active, .sent, .shown, .closed,
      .storeClosed, .read, .notRead, .notMarked, .syncing, .filled, .notFilled, .clock:
      break
    }
  }

  /// Checks whom the rows of an update name. Whoever began before the last commit may have written
  /// what it stored: then either is right.
  func law(of timeline: Timeline, _ input: TimelineInput) -> Law? {
    let mayBeNamed = Set(began.keys).subtracting(input.hidden).subtracting([input.owner])
    let named = Set(timeline.writers)
    if !named.isSubset(of: mayBeNamed) {
      return Law("somebody is shown as typing who does not type", of: .screenAtRest)
    }
    guard timeline.reachesEnd, !input.isThread else { return nil }
    let isMissing = mayBeNamed.contains { (began[$0] ?? 0) > lastCommit && !named.contains($0) }
    return isMissing
      ? Law("somebody types since the last commit, and is not shown", of: .screenAtRest) : nil
  }
}
