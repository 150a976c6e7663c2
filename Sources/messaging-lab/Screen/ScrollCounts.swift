internal import MessagingTimeline

/// How often the scroll anchor wrote the offset, and how often it refused an event.
struct ScrollCounts {
  private(set) var corrections = 0
  private(set) var programmatic = 0
  private(set) var rejections = 0

  mutating func add(_ outcome: ScrollOutcome) {
    if outcome.rejection != nil { rejections += 1 }
    switch outcome.command {
    case .compensation?: corrections += 1
    case .programmatic?: programmatic += 1
    case nil: break
    }
  }
}
