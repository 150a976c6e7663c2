package import MessagingModel

/// The oracle: a repository so simple that it can be read and believed.
///
/// It keeps every change that it was told, in an array, and the story that they tell one after the
/// other: who says what about which message, and what follows from all of it. No rows, no merging,
/// no index; it shares no rule with the code under test.
///
///     var log = NaiveLog(owner: "me")
///     log.apply([.enqueue(message)])
///     log.read(Query(.newest, in: "k1", limit: 10)).messages
package struct NaiveLog: Sendable {
  package let owner: ParticipantID
  /// Every change of every batch that was not refused.
  package private(set) var changes: [Change] = []
  /// Everything that follows from the changes. It is told on with each batch: telling it again from
  /// the first change on leads to the same, and takes most of the time of long histories.
  package private(set) var story: NaiveStory

  package init(owner: ParticipantID) {
    self.owner = owner
    story = NaiveStory(owner: owner)
  }

  /// Takes a batch, or refuses all of it: when one of its changes means nothing, or is about a
  /// message that is not there.
  ///
  /// - Parameter look: called before each change with the story so far.
  /// - Returns: why it was refused; `nil` if it was taken.
  /// - Complexity: O(all that is there) for each change.
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

  /// What a repository should answer, but for the revision, which is zero.
  ///
  /// - Complexity: O(all that is there), squared where that is simpler.
  package func read(_ query: Query) -> Snapshot { story.read(query) }

  /// How far each stream of the server is stored.
  package var syncTokens: [StreamID: SyncToken] { story.syncTokens }
}

extension Change {
  /// Whether anybody could mean it, whatever is stored. Limits are not the oracle's subject.
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
    case .advance(_, let from, let to): from != nil || to != nil
    case .reported(_, let place): place.hasName
    case .read(_, .remote(let name), _): !name.text.string.isEmpty
    case .amend, .settle, .fail, .tried, .retry, .cancel, .upload, .read, .resetHistory, .forget:
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
