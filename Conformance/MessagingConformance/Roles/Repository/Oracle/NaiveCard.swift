internal import MessagingModel

/// One message in the oracle: all facts about it, in the order in which they came.
///
/// Adding a fact decides nothing. The properties derive what the message looks like from all facts.
struct NaiveCard: Sendable {
  enum Fact: Sendable {
    /// The server returned the message.
    case copy(ReceivedMessage)
    /// The message's author edited it. An edit by the owner counts once the server took it.
    case edit(Body, Version)
    /// The server took an edit of the owner.
    case taken(Body, Version)
    case reaction(Reaction, isAdded: Bool, Version)
    /// Somebody with the right to do so deleted the message and left a row.
    case deletion
    case status(DeliveryState)
    /// The owner's sending continued or failed.
    case sending(DeliveryState)
    /// The result of the owner's attempts to send it.
    case tried(SendTrial)
    case upload(RelativePath, UploadState, remote: ExactString?)
    /// An edit of the owner came to nothing: it was given up, or replaced before it was sent.
    case givenUp(Body)
  }

  let id: MessageID
  let conversation: ConversationID
  let sender: ParticipantID
  /// The message as the owner wrote it, with its sequence in this device's order; `nil` if it was
  /// not written on this device.
  var own: (message: OutgoingMessage, sequence: Int64)?
  /// Every position that the server gave.
  var places: [ServerPosition] = []
  var facts: [Fact] = []
  /// The facts that were told of another card before that turned out to be this message, and what
  /// they made of its body and of the files that it had before.
  var joined: [(facts: Range<Int>, body: Body, others: [Attachment])] = []
  /// Unsent changes of the owner.
  var dependents: [Dependent] = []

  /// The lowest position that the server gave; `nil` until it gave one.
  var place: ServerPosition? {
    places.min { NaiveOrder.precedes($0, $1) }
  }

  /// The message's position: the server's if there is one, otherwise unconfirmed, by this device's
  /// order.
  var position: Position {
    place.map(Position.confirmed) ?? .unconfirmed(sequence: own?.sequence ?? 0)
  }

  var isDeleted: Bool {
    facts.contains { fact in
      switch fact {
      case .deletion: true
      case .copy(let copy): copy.body == .redacted
      case .edit, .taken, .reaction, .status, .sending, .tried, .upload, .givenUp: false
      }
    }
  }

  /// Whether somebody other than the owner reported the message. Always `false` for a deleted
  /// message of the owner.
  func hasEcho(owner: ParticipantID) -> Bool {
    if sender != owner { return true }
    let copies = facts.filter { if case .copy = $0 { true } else { false } }
    return !copies.isEmpty && !isDeleted
  }

  /// The unsent changes; empty for a deleted message.
  var waitingDependents: [Dependent] { isDeleted ? [] : dependents }

  /// The sequence at which the oldest unsent part of it was accepted; `nil` if nothing is unsent.
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

  /// Every name of the message.
  var names: [MessageReference] {
    [.id(id)] + Set(places.map(\.remoteID)).map(MessageReference.remote)
  }

  /// The fact with the greatest version, and its index in ``facts``. Of several equal ones, the
  /// last edit of the owner that the server took counts; if there is none, the first fact.
  private var newest: (body: Body, version: Version, index: Int)? { newest(among: facts[...]) }

  private func newest(
    among facts: ArraySlice<Fact>
  ) -> (body: Body, version: Version, index: Int)? {
    var newest: (body: Body, version: Version, index: Int)?
    for (index, fact) in facts.enumerated() {
      let (body, version): (Body, Version)
      var isTaken = false
      switch fact {
      case .copy(let copy): (body, version) = (copy.body, copy.version)
      case .edit(let edited, let order): (body, version) = (edited, order)
      case .taken(let edited, let order): (body, version, isTaken) = (edited, order, true)
      case .reaction, .deletion, .status, .sending, .tried, .upload, .givenUp: continue
      }
      if let known = newest?.version {
        let isOlder = NaiveOrder.precedes(version, known)
        let isNewer = NaiveOrder.precedes(known, version)
        guard isNewer || isTaken && !isOlder else { continue }
      }
      newest = (body, version, index)
    }
    return newest
  }

  /// The body that the server confirmed, or the owner's own text until the server confirms one.
  var confirmedBody: Body { confirmed.body }

  /// The same, and the files that this device knows: all that was told is gone through once more.
  var confirmed: (body: Body, files: NaiveFiles) {
    if isDeleted { return (.redacted, NaiveFiles(nil)) }
    var body = own?.message.body
    var files = NaiveFiles(body)
    for (index, fact) in facts.enumerated() {
      let other = joined.first { $0.facts.contains(index) }
      switch fact {
      case .upload(let file, let state, let remote):
        guard let known = body else { break }
        let heard = known.hearing(of: file, state, remote: remote)
        files.hear(from: heard)
        body = heard
      case .copy, .edit, .taken:
        let told = other?.facts ?? index..<(index + 1)
        if let next = newest(among: facts[..<told.upperBound]), next.index == index {
          body = files.next(other?.body ?? next.body, isSent: true)
        } else if case .taken(let late, _) = fact, other == nil {
          files.keep(late.filesHere)
        }
      case .givenUp(let edited):
        if other == nil { files.keep(edited.filesHere) }
      case .reaction, .deletion, .status, .sending, .tried: break
      }
      if let other, index + 1 == other.facts.upperBound { files.keep(other.others) }
    }
    return (body ?? .redacted, files)
  }

  /// Whether people can read it: it is neither deleted nor a service line.
  var isReadable: Bool {
    if isDeleted { return false }
    switch newest?.body ?? own?.message.body {
    case .system, .redacted, nil: return false
    case .text, .media, .payment, .unknown: return true
    }
  }

  var version: Version? { isDeleted ? nil : newest?.version }

  /// The reactions that stand. For each participant and reaction the greatest version decides; of
  /// equal versions the removal wins.
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

  /// The furthest delivery state that any fact reported.
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

  /// The message that this one refers to. Of all references from the server's copies and from the
  /// owner, the smallest remote id counts. If there are only identities, the smallest identity
  /// counts.
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
  /// The files that lie on this device, each without what the server says of it.
  fileprivate var filesHere: [Attachment] {
    attachments.filter { $0.localPath != nil }.map {
      Attachment(localPath: $0.localPath, remote: $0.remote, placeholder: $0.placeholder)
    }
  }

  /// Returns this body with the new upload state of a file. A file that is already on the network
  /// stays there.
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
  /// Records the upload state of a file, for the message and for its unsent edits.
  mutating func hear(of path: RelativePath, _ state: UploadState, remote: ExactString?) {
    facts.append(.upload(path, state, remote: remote))
    for (place, waiting) in dependents.enumerated() {
      guard case .edit(let body) = waiting.action else { continue }
      dependents[place] = Dependent(
        id: waiting.id, action: .edit(body.hearing(of: path, state, remote: remote)),
        sequence: waiting.sequence, state: waiting.state, trial: waiting.trial)
    }
  }

  /// Records that an unsent change came to nothing.
  mutating func giveUp(_ change: Dependent) {
    if case .edit(let body) = change.action { facts.append(.givenUp(body)) }
  }

  /// Retries a failed unsent change that the server may have taken, before another change replaces
  /// it.
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

  /// Returns the action with the known upload state of each file that is already mentioned.
  func knowing(_ action: Dependent.Action) -> Dependent.Action {
    guard case .edit(.media(var media)) = action else { return action }
    var mentioned = confirmedBody.attachments
    for case .edit(let body) in dependents.map(\.action) { mentioned += body.attachments }
    mentioned += confirmed.files.others.filter { $0.remote != nil }
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
  /// Whether the message or one of its edits ever had files on this device.
  var hasFilesHere: Bool {
    if isDeleted { return false }
    var bodies = [confirmedBody] + [own?.message.body].compactMap(\.self)
    for waiting in dependents {
      if case .edit(let body) = waiting.action { bodies.append(body) }
    }
    for case .taken(let body, _) in facts { bodies.append(body) }
    for case .givenUp(let body) in facts { bodies.append(body) }
    return bodies.flatMap(\.attachments).contains { $0.localPath != nil }
  }
}
