internal import MessagingModel

/// Whether a queue has read what is unsent, or tried to, since its run began. Before that, it knows
/// of nothing.
struct FirstLook {
  private var hasBegun = false
  private var openReads = 0
  private(set) var isOver = false

  /// Notes an event that the queue has handled.
  mutating func note(_ event: SendEvent, causing actions: [SendAction]) {
    switch event {
    case .moved: hasBegun = true
    case .found, .findFailed, .loaded, .loadFailed: openReads -= 1
    case .answered, .progressed, .uploaded, .committed, .notCommitted, .online, .signedIn, .paused,
      .wallClock, .clock:
      break
    }
    openReads += actions.count(where: \.isRead)
    isOver = isOver || (hasBegun && openReads == 0)
  }
}

extension SendAction {
  fileprivate var isRead: Bool {
    switch self {
    case .find, .load: true
    case .send, .abandon, .upload, .abort, .discard, .commit: false
    }
  }
}
