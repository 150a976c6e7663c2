internal import MessagingModel

/// One message in the oracle: everything that was ever said about it, in the order of saying.
///
/// Nothing is decided when something is said; what the message looks like is derived when it is
/// shown, from all of it.
struct NaiveCard: Sendable {
  enum Fact: Sendable {
    /// The server showed the message.
    case copy(ReceivedMessage)
    /// Its author edited it; an edit of the owner counts once the server took it.
    case edit(Body, Version)
    /// The server took an edit of the owner.
    case taken(Body, Version)
    case reaction(Reaction, isAdded: Bool, Version)
    /// Somebody who may deleted it and left a row.
    case deletion
    case status(DeliveryState)
    /// The owner's sending went on or failed.
    case sending(DeliveryState)
    /// The owner's sender told how its attempts ended.
    case tried(SendTrial)
    case upload(RelativePath, UploadState, remote: ExactString?)
  }

  let id: MessageID
  let conversation: ConversationID
  let sender: ParticipantID
  /// What the owner wrote, if it was written here, and when in the order of this device.
  var own: (message: OutgoingMessage, sequence: Int64)?
  /// Every place that the server gave.
  var places: [ServerPosition] = []
  var facts: [Fact] = []
  /// Local changes that wait.
  var dependents: [Dependent] = []

  /// The earliest place that the server gave.
  var place: ServerPosition? {
    places.min { NaiveOrder.precedes($0, $1) }
  }

  /// Where it stands: among the server's, or behind all of them in the order of this device.
  var position: Position {
    place.map(Position.confirmed) ?? .unconfirmed(sequence: own?.sequence ?? 0)
  }

  var isDeleted: Bool {
    facts.contains { fact in
      switch fact {
      case .deletion: true
      case .copy(let copy): copy.body == .redacted
      case .edit, .taken, .reaction, .status, .sending, .tried, .upload: false
      }
    }
  }

  /// Whether anybody but the owner said that it is there; of a deleted one nothing is shown.
  func hasEcho(owner: ParticipantID) -> Bool {
    if sender != owner { return true }
    let copies = facts.filter { if case .copy = $0 { true } else { false } }
    return !copies.isEmpty && !isDeleted
  }

  /// Nothing waits on a deleted message.
  var waitingDependents: [Dependent] { isDeleted ? [] : dependents }

  /// When the oldest unsent thing of it was accepted.
  var unsentSince: Int64? {
    guard place != nil else { return own?.sequence }
    return waitingDependents.map(\.sequence).min()
  }

  func has(_ name: MessageReference) -> Bool {
    switch name {
    case .id(let id): id == self.id
    case .remote(let remoteID): places.contains { $0.remoteID == remoteID }
    }
  }

  /// Every name that it has.
  var names: [MessageReference] {
    [.id(id)] + Set(places.map(\.remoteID)).map(MessageReference.remote)
  }

  /// The greatest version of what was told, the first teller of it (if the owner said it here, the
  /// last one), and its place among the facts.
  private var newest: (body: Body, version: Version, index: Int)? {
    let told = facts.enumerated().compactMap { index, fact -> (Body, Version, Int)? in
      switch fact {
      case .copy(let copy): (copy.body, copy.version, index)
      case .edit(let body, let version), .taken(let body, let version): (body, version, index)
      case .reaction, .deletion, .status, .sending, .tried, .upload: nil
      }
    }
    let greatest = told.filter { candidate in
      told.allSatisfy { !NaiveOrder.precedes(candidate.1, $0.1) }
    }
    let own = greatest.last { if case .taken = facts[$0.2] { true } else { false } }
    return own ?? greatest.first
  }

  /// What the server confirmed, or what the owner wrote as long as it did not.
  var confirmedBody: Body {
    if isDeleted { return .redacted }
    let base = newest
    var body = base?.body ?? own?.message.body ?? .redacted
    if let mine = own?.message.body { body = body.withFiles(of: mine) }
    for case .upload(let file, let state, let remote) in facts.dropFirst((base?.index ?? -1) + 1) {
      body = body.hearing(of: file, state, remote: remote)
    }
    return body
  }

  var version: Version? { isDeleted ? nil : newest?.version }

  /// The greatest version of each participant's each reaction decides; of equals the removal.
  var confirmedReactions: Set<Reaction> {
    if isDeleted { return [] }
    let told = facts.compactMap { fact -> (Reaction, isAdded: Bool, Version)? in
      if case .reaction(let reaction, let isAdded, let version) = fact {
        return (reaction, isAdded, version)
      }
      return nil
    }
    let standing = told.filter { one in
      told.allSatisfy { other in
        guard other.0 == one.0 else { return true }
        return NaiveOrder.precedes(other.2, one.2) || other.2 == one.2 && other.isAdded
      }
    }
    return Set(standing.filter(\.isAdded).map(\.0))
  }

  /// As far as anything said it has come.
  var delivery: DeliveryState {
    guard place != nil else {
      for case .sending(let state) in facts.reversed() { return state }
      return .sending
    }
    let told = facts.compactMap { fact -> DeliveryState? in
      if case .status(let state) = fact { return state }
      return nil
    }
    return told.contains(.read) ? .read : told.contains(.delivered) ? .delivered : .sent
  }

  /// Of all that the server's copies and the owner ever pointed at the remote id that comes first;
  /// if only identities were given, the first of those.
  func pointer(
    _ copied: (ReceivedMessage) -> MessageReference?,
    _ written: (OutgoingMessage) -> MessageReference?
  ) -> MessageReference? {
    var given = own.flatMap { written($0.message) }.map { [$0] } ?? []
    for case .copy(let copy) in facts {
      if let target = copied(copy) { given.append(target) }
    }
    var names: [ExactString] = []
    for case .remote(let remoteID) in given { names.append(remoteID.text) }
    names.sort { NaiveOrder.precedes($0, $1) }
    if let first = names.first { return .remote(RemoteID(first)) }
    let digits = { (target: MessageReference) in
      if case .id(let id) = target { id.description } else { "" }
    }
    return given.min { digits($0) < digits($1) }
  }
}

extension Body {
  /// With the paths and placeholders that this device has for the files.
  func withFiles(of local: Body) -> Body {
    guard case .media(var media) = self, case .media(let mine) = local else { return self }
    for (index, file) in mine.attachments.enumerated() where index < media.attachments.count {
      if media.attachments[index].localPath == nil {
        media.attachments[index].localPath = file.localPath
      }
      if media.attachments[index].placeholder == nil {
        media.attachments[index].placeholder = file.placeholder
      }
    }
    return .media(media)
  }

  /// After news of the upload of a file; what is on the network stays there.
  func hearing(of path: RelativePath, _ state: UploadState, remote: ExactString?) -> Body {
    guard case .media(var media) = self else { return self }
    for (place, file) in media.attachments.enumerated() where file.localPath == path {
      if file.remote != nil && remote == nil { continue }
      media.attachments[place].upload = state
      if let remote { media.attachments[place].remote = remote }
    }
    return .media(media)
  }
}

extension NaiveCard {
  /// Takes news of the upload of a file, for the message and for the edits that wait.
  mutating func hear(of path: RelativePath, _ state: UploadState, remote: ExactString?) {
    facts.append(.upload(path, state, remote: remote))
    for (place, waiting) in dependents.enumerated() {
      guard case .edit(let body) = waiting.action else { continue }
      dependents[place] = Dependent(
        id: waiting.id, action: .edit(body.hearing(of: path, state, remote: remote)),
        sequence: waiting.sequence, state: waiting.state, trial: waiting.trial)
    }
  }

  /// What failed, but may be at the server, is asked for again before something else is said in its
  /// place.
  mutating func askAgain(beside other: Dependent) {
    for (place, waiting) in dependents.enumerated() {
      guard waiting.id != other.id, waiting.state != .sending,
        waiting.trial.mayBeTaken || waiting.trial.isInFlight
      else {
        continue
      }
      let words = [waiting.action, other.action].map { action -> ExactString? in
        switch action {
        case .edit: "edit"
        case .delete: nil
        case .react(let word), .unreact(let word): ExactString("reaction \(word.string)")
        }
      }
      guard let word = words[0], word == words[1] else { continue }
      dependents[place].state = .sending
      dependents[place].trial = SendTrial(
        mayBeTaken: waiting.trial.mayBeTaken, isInFlight: waiting.trial.isInFlight)
    }
  }

  /// An edit says of a file that is mentioned already how far its upload is.
  func knowing(_ action: Dependent.Action) -> Dependent.Action {
    guard case .edit(.media(var media)) = action else { return action }
    var mentioned = confirmedBody.files
    for case .edit(let body) in dependents.map(\.action) { mentioned += body.files }
    for (place, file) in media.attachments.enumerated() where file.remote == nil {
      guard file.localPath != nil,
        let known = mentioned.first(where: { $0.localPath == file.localPath })
      else { continue }
      media.attachments[place].remote = known.remote
      media.attachments[place].upload = known.upload
    }
    return .edit(.media(media))
  }
}

extension NaiveCard {
  /// Whether it, or an edit of it, ever had files on this device.
  var hasFilesHere: Bool {
    if isDeleted { return false }
    var bodies = [confirmedBody] + [own?.message.body].compactMap(\.self)
    for waiting in dependents {
      if case .edit(let body) = waiting.action { bodies.append(body) }
    }
    for case .taken(let body, _) in facts { bodies.append(body) }
    return bodies.flatMap(\.files).contains { $0.localPath != nil }
  }
}

extension Body {
  fileprivate var files: [Attachment] {
    if case .media(let media) = self { media.attachments } else { [] }
  }
}
