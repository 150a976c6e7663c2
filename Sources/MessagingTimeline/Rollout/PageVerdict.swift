public import MessagingModel

/// What came of reading a page in one of two ways.
public enum PageRead: Hashable, Sendable {
  case page(Snapshot)
  case failed(RepositoryError.Code)
}

/// What comes of comparing the contents of a page that was read in two ways. It names messages and
/// their parts, never what people wrote: it may go into logs.
public enum PageVerdict: Hashable, Sendable {
  case same
  /// Where they differ first, from the oldest message on.
  case different(PageDifference)
  /// Nobody knows (`ROLL-008`).
  case impossible(PageObstacle)

  /// As it is noted in a ``DiagnosticLog``.
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
  /// The other way; the new one did not fail.
  case oldFailed(RepositoryError.Code)
  /// The store moved between the two.
  case moved
}

/// Where two pages differ.
public struct PageDifference: Hashable, Sendable {
  public enum Part: String, Hashable, Sendable, CaseIterable {
    /// Another message stands there, or none.
    case message
    case position, sender, body, version, delivery, reactions
    /// What it answers to, or belongs to.
    case target
    /// Unsent changes, or what became of attempts.
    case unsent
    /// The message that it quotes, as the page has it.
    case quote
    /// After all messages: the gaps between them.
    case gaps
    /// After all messages: what lies past the oldest.
    case older
  }

  /// From the oldest message of the pages, 0; their number for what comes after all.
  public var index: Int
  /// Which message stands there; `nil` for none.
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
