internal import MessagingModel

/// A message in the model: everything that was ever said about it.
struct OracleMessage: Hashable, Sendable {
  struct Said: Hashable { let version: Version, body: Body }
  struct Reacted: Hashable { let reaction: Reaction, version: Version, isPresent: Bool }

  let id: MessageID
  let sender: ParticipantID
  /// All places that the server ever gave it.
  var places: [ServerPosition] = []
  var sequence: Int64?
  var writtenAt: Timestamp
  /// What its owner wrote, if this device did.
  var draft: Body?
  var said: [Said] = []
  var reacted: [Reacted] = []
  var states: [DeliveryState] = []
  /// `sending` or `failed`, as long as the server does not have it.
  var waitingState = DeliveryState.sending
  var dependents: [Dependent] = []
  var isDeleted = false
  var replyTo: MessageReference?
  var threadRoot: MessageReference?

  var place: ServerPosition? { places.min() }
  var isOutgoing: Bool { sender == ScriptNames.owner }

  var position: Position {
    if let place { return .confirmed(place) }
    return .unconfirmed(sequence: sequence ?? 0)
  }

  var unsentSequence: Int64? {
    place == nil ? sequence : dependents.map(\.sequence).min()
  }

  /// Of several things said with the greatest version the first.
  private var greatest: Said? {
    let newest = said.map(\.version).max()
    return said.first { $0.version == newest }
  }

  var body: Body {
    if isDeleted { return .redacted }
    return greatest?.body ?? draft ?? .redacted
  }

  var countsAsUnread: Bool { !isOutgoing && place != nil && body.countsAsUnread }

  /// A reaction is there if the greatest version says so, and of equal ones none takes it back.
  private var reactions: [Reaction] {
    guard !isDeleted else { return [] }
    return Set(reacted.map(\.reaction)).filter { reaction in
      let about = reacted.filter { $0.reaction == reaction }
      let newest = about.map(\.version).max()
      return about.filter { $0.version == newest }.allSatisfy(\.isPresent)
    }.sorted { first, second in
      first.participant == second.participant
        ? first.key < second.key : first.participant < second.participant
    }
  }

  private var delivery: DeliveryState {
    guard place != nil else { return waitingState }
    if states.contains(.read) { return .read }
    return states.contains(.delivered) ? .delivered : .sent
  }

  /// As a page shows it, local changes on top.
  func shown(in conversation: ConversationID) -> Message {
    var message = Message(
      id: id, conversation: conversation, sender: sender, isOutgoing: isOutgoing,
      position: position, timestamp: place?.timestamp ?? writtenAt, body: body,
      version: isDeleted ? nil : greatest?.version, replyTo: replyTo, threadRoot: threadRoot,
      reactions: reactions, delivery: delivery, dependents: dependents)
    for dependent in dependents {
      let own = { (key: ExactString) in Reaction(participant: ScriptNames.owner, key: key) }
      switch dependent.action {
      case .edit(let body): message.body = body
      case .delete:
        message.body = .redacted
        message.reactions = []
      case .react(let key):
        let isNew = message.body != .redacted && !message.reactions.contains(own(key))
        if isNew { message.reactions.append(own(key)) }
      case .unreact(let key): message.reactions.removeAll { $0 == own(key) }
      }
    }
    return message
  }
}
