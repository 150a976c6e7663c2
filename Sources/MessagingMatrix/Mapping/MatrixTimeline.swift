internal import MessagingModel

/// Turns a list of events of one room into sync items, in the list's order.
struct MatrixTimeline {
  /// A deleted edit: its message gets back the body from before.
  struct Reverted: Hashable, Sendable {
    let target: RemoteID
    /// Who made the edit; `nil` if the book is older than that.
    let editor: ParticipantID?
    /// A version after that of the edit, and not before that of its deletion: the clocks of two
    /// servers may differ.
    let version: Version
  }

  let room: ConversationID
  let owner: ParticipantID
  /// The targets of earlier reactions and edits. Those of this list are added.
  let book: MatrixBook
  private(set) var items: [SyncItem] = []
  private(set) var reverted: [Reverted] = []
  /// Whether the room begins in this list.
  private(set) var begins = false

  init(_ room: ConversationID, owner: ParticipantID, book: MatrixBook) {
    self.room = room
    self.owner = owner
    self.book = book
  }

  /// - Parameter list: the events in the server's order.
  mutating func read(_ list: [JSON]) {
    for json in list {
      guard let event = MatrixEvent(json) else {
        items.append(.unreadable(room))
        continue
      }
      if event.type == "m.room.create", event.isState { begins = true }
      if let item = item(of: event) { items.append(item) }
    }
  }

  /// Reads receipts.
  mutating func read(receipts content: JSON?) {
    for (event, kinds) in (content?.object ?? [:]).sorted(by: { $0.key < $1.key }) {
      guard let target = MatrixNames.event(.string(event)) else { continue }
      for kind: ExactString in ["m.read", "m.read.private"] {
        for (name, what) in (kinds[kind]?.object ?? [:]).sorted(by: { $0.key < $1.key }) {
          guard let user = MatrixNames.user(.string(name)) else { continue }
          // A receipt of a thread says nothing about the conversation.
          if let thread = what["thread_id"]?.string, thread != "main" { continue }
          let time = Timestamp(milliseconds: what["ts"]?.count ?? 0)
          items.append(relation(to: target, by: user, .receipt(time)))
        }
      }
    }
  }

  /// - Returns: `nil` for an event without a message or relation: state, and deleted edits and
  ///   reactions.
  private mutating func item(of event: MatrixEvent) -> SyncItem? {
    if event.isState { return nil }
    switch event.type {
    case "m.room.redaction": return event.redacts.flatMap { redaction(of: $0, event) }
    case "m.reaction":
      guard let (target, key) = event.reaction, !event.isRedacted else { return nil }
      book.note(event.id, in: room, .reaction(target, key, event.sender, event.version))
      return relation(to: target, by: event.sender, .react(key), event.version)
    default:
      guard let target = event.replaces, !event.isRedacted else {
        let isEdit = event.isRedacted && book.entry(for: event.id, in: room) != nil
        return isEdit ? nil : message(event)
      }
      guard let body = event.newBody else { return .unreadable(room) }
      book.note(event.id, in: room, .edit(target, event.sender, event.version))
      return relation(to: target, by: event.sender, .edit(body), event.version)
    }
  }

  private mutating func redaction(of target: RemoteID, _ event: MatrixEvent) -> SyncItem? {
    switch book.entry(for: target, in: room) {
    case .reaction(let message, let key, let author, let version):
      // At equal versions the removal wins, whatever the clocks say.
      return relation(to: message, by: author, .unreact(key), version)
    case .edit(let message, let editor, let edited):
      let after = version(of: event, removing: edited, by: editor, from: message)
      // What is shown then is a version of the message as well: what is removed next is above it.
      book.note(event.id, in: room, .edit(message, editor, after))
      reverted.append(Reverted(target: message, editor: editor, version: after))
      return nil
    case nil:
      // The server checks who may delete.
      return relation(to: target, by: event.sender, .delete(isModerator: true, leavesRow: true))
    }
  }

  /// The version of a message of which an edit was removed: just above all that is known of it,
  /// whatever the clock of the moderator says. A later edit counts.
  private func version(
    of redaction: MatrixEvent, removing edited: Version?, by editor: ParticipantID?,
    from message: RemoteID
  ) -> Version {
    if case .edit(_, _, let known?) = book.entry(for: redaction.id, in: room) { return known }
    guard edited != nil, let last = book.lastEdit(of: message, by: editor, in: room) else {
      return redaction.version
    }
    return Version(order: last + 1, id: redaction.id.text)
  }

  private func message(_ event: MatrixEvent) -> SyncItem {
    let edit = event.edit
    // Its own event may be in a part of the list that this device never gets.
    if let edit { book.note(edit.id, in: room, .edit(event.id, edit.sender, edit.version)) }
    let body = edit?.newBody ?? Body(matrix: event.content, type: event.type)
    return .message(
      ReceivedMessage(
        conversation: room, position: event.position,
        id: event.sender == owner ? event.key : nil, sender: event.sender,
        version: edit?.version ?? .original, body: event.isRedacted ? .redacted : body,
        replyTo: event.replyTo.map(MessageReference.remote),
        threadRoot: event.threadRoot.map(MessageReference.remote)))
  }

  private func relation(
    to target: RemoteID, by author: ParticipantID, _ action: Relation.Action,
    _ version: Version = .original
  ) -> SyncItem {
    .relation(
      Relation(
        conversation: room, target: .remote(target), author: author, version: version,
        action: action))
  }
}
