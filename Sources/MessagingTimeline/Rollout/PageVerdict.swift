public import MessagingModel

/// The result of reading a page in one of two ways.
public enum PageRead: Hashable, Sendable {
  case page(Snapshot)
  case failed(RepositoryError.Code)
}

/// The result of comparing the contents of a page that was read in two ways. It names messages and
/// their parts, never what people wrote, so it may be logged.
public enum PageVerdict: Hashable, Sendable {
  case same
  /// The pages differ. The value is the first difference, from the oldest message on.
  case different(PageDifference)
  /// The pages could not be compared (`ROLL-008`).
  case impossible(PageObstacle)

  /// The verdict as a ``DiagnosticLog`` records it.
  public var noted: PageComparison {
    switch self {
    case .same: .same
    case .different: .different
    case .impossible: .impossible
    }
  }
}

/// Why two pages could not be compared.
public enum PageObstacle: Hashable, Sendable {
  case newFailed(RepositoryError.Code)
  /// The old way failed, and the new one did not.
  case oldFailed(RepositoryError.Code)
  /// The store changed between the two reads.
  case moved
}

/// The first difference of two pages.
public struct PageDifference: Hashable, Sendable {
  public enum Part: String, Hashable, Sendable, CaseIterable {
    /// The messages at the index are not the same, or one page has none there.
    case message
    case position, sender, body, version, delivery, reactions
    /// The message that it replies to, or the root of its thread.
    case target
    /// Unsent changes, or the results of attempts.
    case unsent
    /// The quoted message, as the page has it.
    case quote
    /// The gaps between messages, compared after all messages.
    case gaps
    /// What lies past the oldest message, compared after all messages.
    case older
  }

  /// The index of the message, 0 for the oldest one of the pages. For what is compared after all
  /// messages, their number.
  public var index: Int
  /// The message at the index in the new page; `nil` for none. ``old`` is the one in the old page.
  public var new: MessageID?
  public var old: MessageID?
  public var part: Part

  public init(index: Int, new: MessageID? = nil, old: MessageID? = nil, part: Part) {
    self.index = index
    self.new = new
    self.old = old
    self.part = part
  }
}

extension PageVerdict {
  /// Compares the contents of two pages of one conversation.
  ///
  /// - Complexity: O(messages).
  public init(_ new: PageRead, _ old: PageRead) {
    switch (new, old) {
    case (.failed(let code), _): self = .impossible(.newFailed(code))
    case (.page, .failed(let code)): self = .impossible(.oldFailed(code))
    case (.page(let new), .page(let old)) where new.revision != old.revision:
      self = .impossible(.moved)
    case (.page(let new), .page(let old)):
      self = new.firstDifference(to: old).map(PageVerdict.different) ?? .same
    }
  }
}

extension Snapshot {
  fileprivate func firstDifference(to old: Snapshot) -> PageDifference? {
    let count = max(messages.count, old.messages.count)
    for index in 0..<count {
      let ours = index < messages.count ? messages[index] : nil
      let theirs = index < old.messages.count ? old.messages[index] : nil
      guard let part = part(of: ours, otherThan: theirs, in: old) else { continue }
      return PageDifference(index: index, new: ours?.id, old: theirs?.id, part: part)
    }
    if gaps != old.gaps { return PageDifference(index: count, part: .gaps) }
    if older != old.older { return PageDifference(index: count, part: .older) }
    return nil
  }

  private func part(
    of new: Message?, otherThan other: Message?, in old: Snapshot
  ) -> PageDifference.Part? {
    guard let new, let other, new.id == other.id else { return .message }
    if let part = new.part(otherThan: other) { return part }
    let targets = [new.replyTo, new.threadRoot].compactMap(\.self)
    return targets.contains { quotes[$0] != old.quotes[$0] } ? .quote : nil
  }
}

extension Message {
  fileprivate func part(otherThan other: Message) -> PageDifference.Part? {
    if self == other { return nil }
    if position != other.position || timestamp != other.timestamp { return .position }
    if sender != other.sender || isOutgoing != other.isOutgoing { return .sender }
    if body != other.body { return .body }
    if version != other.version { return .version }
    if delivery != other.delivery { return .delivery }
    if reactions != other.reactions { return .reactions }
    if replyTo != other.replyTo || threadRoot != other.threadRoot { return .target }
    return .unsent
  }
}
