internal import MessagingCore
internal import MessagingModel

/// What the user wants, recorded without any rules of sending. It is the oracle of histories.
struct SendStory: Sendable {
  /// The text of a message, the kind of its files, and the files on this device.
  struct Words: Hashable, Sendable {
    let text: ExactString
    /// `nil` for a message that is no media.
    let kind: Body.Media.Kind?
    let files: [RelativePath]

    init(_ body: Body) {
      switch body {
      case .text(let text): (self.text, kind) = (text, nil)
      case .media(let media): (text, kind) = (media.caption, media.kind)
      case .payment, .system, .redacted, .unknown: (text, kind) = ("", nil)
      }
      files = body.attachments.compactMap(\.localPath)
    }
  }

  struct Entry: Sendable {
    let key: MessageKey
    let first: Words
    let replyTo: MessageReference?
    let threadRoot: MessageReference?
    /// Whether it or any edit of it has brought files.
    var everHadFiles: Bool
    /// The changes of it that were not given up, in the order in which they were made.
    var changes: [(id: MessageID, action: Dependent.Action)] = []
    var isCancelled = false

    init(_ message: OutgoingMessage) {
      key = message.key
      first = Words(message.body)
      (replyTo, threadRoot) = (message.replyTo, message.threadRoot)
      everHadFiles = !message.body.attachments.isEmpty
    }

    /// The messages that it refers to, as a reply or in a thread.
    var references: Set<MessageReference> { Set([replyTo, threadRoot].compactMap(\.self)) }

    var isGone: Bool { isCancelled || changes.contains { $0.action == .delete } }

    var words: Words {
      changes.reduce(first) { words, change in
        if case .edit(let body) = change.action { Words(body) } else { words }
      }
    }

    var reactions: Set<ExactString> {
      changes.reduce(into: []) { reactions, change in
        switch change.action {
        case .react(let reaction): reactions.insert(reaction)
        case .unreact(let reaction): reactions.remove(reaction)
        case .edit, .delete: break
        }
      }
    }
  }

  /// The messages, in the order in which the store accepted them.
  private(set) var entries: [Entry] = []

  /// Records a change that the store accepted.
  ///
  /// - Returns: the events in it that histories must cover.
  mutating func accept(_ change: Change, _ commit: Commit) -> [SendMark] {
    switch change {
    case .enqueue(let message):
      guard !entries.contains(where: { $0.key == message.key }) else { return [] }
      entries.append(Entry(message))
    case .amend(let key, let id, let action):
      guard let index = index(of: key) else { return [] }
      defer { entries[index].changes.append((id, action)) }
      guard case .edit(let body) = action else { return [] }
      if !body.attachments.isEmpty { entries[index].everHadFiles = true }
      let isStacked = entries[index].changes.contains { $0.action.isEdit }
      return (isStacked ? [.editStacked] : []) + (body.attachments.isEmpty ? [] : [.editWithFiles])
    case .cancel(let key):
      guard let index = index(of: key.message) else { return [] }
      let target = MessageReference.id(key.message.id)
      let notices = commit.notices.filter { $0.target == target }.map(\.code)
      guard let dependent = key.dependent else {
        // If it was too late to cancel, the message stays.
        if notices.isEmpty { entries[index].isCancelled = true }
        return []
      }
      if notices.contains(.tooLate) { return [.changeTooLate] }
      guard notices.isEmpty else { return [] }
      entries[index].changes.removeAll { $0.id == dependent }
      return [.changeCancelled]
    case .acknowledge, .settle, .fail, .tried, .retry, .upload, .receive, .page, .relate, .openGap,
      .giveUp, .advance, .read, .reported, .resetHistory,
      .forget:
      break
    }
    return []
  }

  /// Records that somebody else deleted a message at the server.
  mutating func moderated(_ key: MessageID) {
    for index in entries.indices where entries[index].key.id == key {
      entries[index].isCancelled = true
    }
  }

  private func index(of key: MessageKey) -> Int? { entries.firstIndex { $0.key == key } }
}

extension Dependent.Action {
  fileprivate var isEdit: Bool { if case .edit = self { true } else { false } }
}
