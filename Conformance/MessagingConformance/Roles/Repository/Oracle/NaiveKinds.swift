internal import MessagingModel

/// Everything that can be seen of a conversation at one moment, and how it differs from another
/// moment.
struct NaiveView: Equatable, Sendable {
  /// The newest messages, across gaps.
  let page: Snapshot
  private let outbox: Snapshot

  /// - Parameter limit: how many of the newest messages it includes.
  init(of chat: ConversationID, in story: NaiveStory, limit: Int = 100) {
    page = story.read(Query(.newest, in: chat, limit: limit, crossesGaps: true))
    outbox = story.read(Query(.outbox, in: chat, limit: limit))
  }

  /// The kinds of things that changed (`REPO-028`).
  func kinds(since before: NaiveView) -> ChangeKinds {
    var kinds: ChangeKinds = []
    if rows != before.rows || missing != before.missing { kinds.insert(.structure) }
    let changed = zip(shared(with: before), before.shared(with: self)).filter { $0 != $1 }
    if changed.contains(where: { $0.saying != $1.saying }) { kinds.insert(.content) }
    if changed.contains(where: State.differs) || isKnownElse(than: before) {
      kinds.insert(.metadata)
    }
    // If rows, texts or gaps changed too, a changed unread count is not a change of its own.
    if kinds.isEmpty, page.unread != before.page.unread { kinds.insert(.metadata) }
    return kinds
  }

  /// Whether anything known about the conversation differs, apart from its rows.
  private func isKnownElse(than before: NaiveView) -> Bool {
    page.receipts != before.page.receipts || outbox.retractions != before.outbox.retractions
      || outbox.readings != before.outbox.readings
      || outbox.filesToRemove != before.outbox.filesToRemove
  }

  /// The rows' ids and positions.
  private var rows: [Row] { page.messages.map { Row(id: $0.id, position: $0.position) } }

  private struct Row: Equatable {
    let id: MessageID
    let position: Position
  }

  private var missing: [Edge] { page.gaps.map(Edge.gap) + [page.older, page.newer] }

  /// The rows that both views contain.
  private func shared(with other: NaiveView) -> [Message] {
    let ids = Set(other.page.messages.map(\.id))
    return page.messages.filter { ids.contains($0.id) }
  }
}

/// Compares the metadata of a row.
private enum State {
  /// Whether the metadata of a row differs from before.
  static func differs(_ now: Message, _ before: Message) -> Bool {
    let uploads = [now, before].map { $0.body.attachments.map(\.upload) }
    return now.delivery != before.delivery || now.trial != before.trial
      || now.saying == before.saying && uploads[0] != uploads[1]
      || now.dependents.contains { waiting in
        before.dependents.contains { $0.id == waiting.id && $0.trial != waiting.trial }
      }
  }
}

extension Message {
  /// The message without its metadata.
  fileprivate var saying: Message {
    var message = self
    message.delivery = .sent
    message.hasEcho = false
    // The version itself is not visible; only the mark of an edit is.
    message.version = isEdited ? Version(order: 1) : nil
    message.trial = .none
    message.dependents = dependents.map { waiting in
      Dependent(
        id: waiting.id, action: waiting.action.saying, sequence: waiting.sequence,
        state: waiting.state)
    }
    message.body = body.saying
    return message
  }
}

extension Dependent.Action {
  fileprivate var saying: Dependent.Action {
    if case .edit(let body) = self { .edit(body.saying) } else { self }
  }
}

extension Body {
  fileprivate var saying: Body {
    guard case .media(var media) = self else { return self }
    for place in media.attachments.indices { media.attachments[place].upload = .done }
    return .media(media)
  }
}
