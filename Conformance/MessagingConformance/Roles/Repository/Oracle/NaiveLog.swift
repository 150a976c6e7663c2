package import MessagingModel

/// The oracle: a repository so simple that it can be read and believed.
///
/// It keeps every change in an array, and the story that follows from them: who did what to which
/// message, and the resulting state. It has no rows, no merging and no index. It shares no rule
/// with the code under test.
///
///     var log = NaiveLog(owner: "me")
///     log.apply([.enqueue(message)])
///     log.read(Query(.newest, in: "k1", limit: 10)).messages
package struct NaiveLog: Sendable {
  package let owner: ParticipantID
  /// Every change of every batch that was not refused.
  package private(set) var changes: [Change] = []
  /// The state that follows from the changes. Each batch continues it. Replaying from the first
  /// change gives the same result, but would take most of the time of long histories.
  package private(set) var story: NaiveStory

  package init(owner: ParticipantID) {
    self.owner = owner
    story = NaiveStory(owner: owner)
  }

  /// Applies a batch, or refuses all of it: when one of its changes is malformed, or is about a
  /// message that does not exist.
  ///
  /// - Parameter look: called before each change with the story so far.
  /// - Returns: why it was refused; `nil` if it was applied.
  /// - Complexity: O(everything stored) for each change.
  @discardableResult
  package mutating func apply(
    _ batch: [Change], look: (NaiveStory, Change) -> Void = { _, _ in }
  ) -> RepositoryError.Code? {
    guard batch.allSatisfy(\.meansSomething) else { return .malformedChange }
    var story = story
    for change in batch {
      look(story, change)
      if let refusal = story.tell(change) { return refusal }
    }
    changes += batch
    self.story = story
    return nil
  }

  /// What a repository should return, except for the revision, which is zero.
  ///
  /// - Complexity: O(everything stored), squared where that is simpler.
  package func read(_ query: Query) -> Snapshot { story.read(query) }

  /// The sync token that is stored for each stream of the server.
  package var syncTokens: [StreamID: SyncToken] { story.syncTokens }
}

extension Change {
  /// Whether the change is well formed, whatever is stored. The oracle does not check limits.
  fileprivate var meansSomething: Bool {
    switch self {
    case .enqueue(let message): message.body != .text("") && !message.body.isWithoutFiles
    case .acknowledge(_, let place): place.hasName
    case .receive(let message): message.position.hasName
    case .page(let page): page.meansSomething
    case .relate(let relation):
      switch relation.action {
      case .status(let state): [.sent, .delivered, .read].contains(state)
      case .edit, .delete, .react, .unreact, .receipt: true
      }
    case .openGap(_, let gap), .giveUp(_, let gap):
      if let after = gap.after, let before = gap.before {
        NaiveOrder.precedes(after, before)
      } else {
        true
      }
    case .upload(_, _, .uploading(let percent), _): percent >= 0 && percent <= 100
    case .reported(_, let place): place.hasName
    case .read(_, .remote(let name), _): !name.text.string.isEmpty
    case .amend, .settle, .fail, .tried, .retry, .cancel, .upload, .read, .advance, .resetHistory,
      .forget:
      true
    }
  }
}

extension HistoryPage {
  fileprivate var meansSomething: Bool {
    messages.allSatisfy { message in
      var isBelowReach = true
      if case .position(let place) = reach {
        isBelowReach = !NaiveOrder.precedes(place, message.position)
      }
      return isBelowReach && message.position.hasName && message.conversation == conversation
    }
  }
}

extension ServerPosition {
  fileprivate var hasName: Bool { !remoteID.text.string.isEmpty }
}

extension Body {
  fileprivate var isWithoutFiles: Bool {
    if case .media(let media) = self { return media.attachments.isEmpty }
    return false
  }
}
