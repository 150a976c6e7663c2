internal import MessagingModel

extension TimelineDiff.Aspects {
  /// The aspects in which two rows with the same id differ; empty if they are equal. Use it for
  /// differences of your own, too: an update has to name these aspects (`DIFF-014`).
  ///
  /// - Metadata (the height stays): delivery state, position and timestamp, attempts, unsent
  ///   changes, readers, a version that changes no mark of an edit, whether the server showed the
  ///   message, where references point, where the files of a message lie and how far their upload
  ///   is, the contents of the thread summary, the extent of a gap, and of a quote everything
  ///   except its sender, body and mark of an edit.
  /// - Grouping: ``MessageRow/grouping``.
  /// - Content: everything else.
  public init(from old: TimelineItem, to new: TimelineItem) {
    guard old != new else {
      self = []
      return
    }
    switch (old.content, new.content) {
    case (.message(let old), .message(let new)): self.init(from: old, to: new)
    case (.gap, .gap): self = .metadata
    case (.message, _), (.day, _), (.unreadDivider, _), (.gap, _), (.start, _), (.loading, _),
      (.typing, _):
      self = .content
    }
  }

  private init(from old: MessageRow, to new: MessageRow) {
    self = []
    if old.grouping != new.grouping { insert(.grouping) }
    let bodies = Difference(from: old.message.body, to: new.message.body)
    let quotes = Difference(from: old.quote, to: new.quote)
    if bodies == .said || quotes == .said || !old.message.says(new.message)
      || old.derived != new.derived || (old.thread == nil) != (new.thread == nil)
    {
      insert(.content)
    }
    if bodies == .noted || quotes == .noted || old.readers != new.readers
      || old.thread != new.thread
      || !old.message.stands(new.message)
    {
      insert(.metadata)
    }
  }

  /// How two values differ.
  private enum Difference {
    case none
    /// In metadata alone.
    case noted
    /// In content.
    case said

    init(from old: Body, to new: Body) {
      if old == new {
        self = .none
      } else if case .media(let old) = old, case .media(let new) = new,
        old.withoutTransfers == new.withoutTransfers
      {
        self = .noted
      } else {
        self = .said
      }
    }

    init(from old: Message?, to new: Message?) {
      if old == new {
        self = .none
      } else if let old, let new, old.sender == new.sender, old.isEdited == new.isEdited,
        Difference(from: old.body, to: new.body) != .said
      {
        self = .noted
      } else {
        self = .said
      }
    }
  }
}

extension Body.Media {
  /// The media without where the files lie and how far their upload is.
  var withoutTransfers: Body.Media {
    var media = self
    for index in media.attachments.indices {
      media.attachments[index].localPath = nil
      media.attachments[index].remote = nil
      media.attachments[index].placeholder = nil
      media.attachments[index].upload = .done
    }
    return media
  }
}

extension Message {
  /// Whether both have the same content, apart from their bodies.
  fileprivate func says(_ other: Message) -> Bool {
    id == other.id && conversation == other.conversation && sender == other.sender
      && isOutgoing == other.isOutgoing && isEdited == other.isEdited
      && (replyTo == nil) == (other.replyTo == nil)
      && (threadRoot == nil) == (other.threadRoot == nil) && reactions == other.reactions
  }

  /// Whether both have the same metadata, apart from their bodies.
  fileprivate func stands(_ other: Message) -> Bool {
    delivery == other.delivery && position == other.position && timestamp == other.timestamp
      && trial == other.trial && dependents == other.dependents && hasEcho == other.hasEcho
      && hasVersion(of: other)
      && points(replyTo, other.replyTo) && points(threadRoot, other.threadRoot)
  }

  private func hasVersion(of other: Message) -> Bool {
    version == other.version || isEdited != other.isEdited
  }

  /// Whether two references are equal, or at least one of them is `nil`.
  private func points(_ left: MessageReference?, _ right: MessageReference?) -> Bool {
    left == nil || right == nil || left == right
  }
}
