// The merge rules for one message, without a store.
extension MessageRecord {
  /// Returns the message as it is shown to `owner`. Unsent local changes lie on top of the
  /// confirmed content, so a copy from the server never hides an edit that is in flight
  /// (`ORDER-011`).
  public func message(owner: ParticipantID) -> Message {
    // Most messages have neither, and need no copy.
    if reactions.isEmpty, dependents.isEmpty { return plainMessage }
    var message = plainMessage
    message.reactions = reactions.lazy.filter(\.isPresent).map(\.reaction)
    var files = KnownFiles(body.attachments, parked: parkedFiles)
    for dependent in dependents { message.show(dependent.action, by: owner, keeping: &files) }
    // A deletion wins over every other unsent change, earlier or later.
    if dependents.contains(where: { $0.action == .delete }) {
      message.body = .redacted
      message.reactions = []
    }
    return message
  }

  /// Takes the server's copy if it is newer than the stored one; a deletion stays (`REPO-017`).
  mutating func take(_ received: ReceivedMessage) {
    point(to: received.replyTo, received.threadRoot)
    guard body != .redacted else { return }
    if !hasEcho { hasEcho = true }
    guard version.map({ received.version > $0 }) ?? true else { return }
    replaceBody(with: received.body, received.version)
  }

  /// Takes the reply target and the thread root of a copy, whatever its version. Of all names that
  /// were ever given for one target, always the same one stays (`ORDER-019`).
  private mutating func point(to reply: MessageReference?, _ root: MessageReference?) {
    replyTo = MessageReference.preferred(replyTo, reply)
    threadRoot = MessageReference.preferred(threadRoot, root)
  }

  /// Takes a version. What this device knows of the files stays, even while the body has fewer
  /// (`REPO-043`).
  private mutating func replaceBody(with newBody: Body, _ newVersion: Version) {
    var files = KnownFiles(body.attachments, parked: parkedFiles)
    body = files.take(newBody)
    parkedFiles = files.parked
    version = newVersion
  }

  /// Takes an edit if it is newer than the stored version (`ORDER-010`).
  mutating func edit(to newBody: Body, version newVersion: Version) {
    guard body != .redacted, version.map({ newVersion > $0 }) ?? true else { return }
    replaceBody(with: newBody, newVersion)
  }

  /// Takes an edit of the owner that the server took. A body that the server returned under the
  /// same version is older than this edit (`SEND-070`).
  mutating func settleEdit(to newBody: Body, version newVersion: Version) {
    guard body != .redacted else { return }
    guard version.map({ newVersion >= $0 }) ?? true else { return park(newBody.filesHere) }
    replaceBody(with: newBody, newVersion)
  }

  /// Keeps the files of unsent edits that come to nothing: they go with the message (`REPO-070`).
  mutating func parkFiles(of abandoned: [Dependent]) {
    for case .edit(let body) in abandoned.map(\.action) { park(body.filesHere) }
  }

  /// Takes the position that the server gave. Of two positions for one remote id the lower one
  /// stays.
  mutating func confirm(at place: ServerPosition) {
    if let known = position.confirmed, known <= place { return }
    position = .confirmed(place)
    timestamp = place.timestamp
    delivery = delivery.advanced(to: .sent)
    trial = .none
  }

  /// Empties the message; the row stays. The version and `hasEcho` are cleared, so that the row is
  /// the same whether an edit or a copy came before the deletion or after it.
  mutating func redact() {
    body = .redacted
    parkedFiles = []
    version = nil
    reactions = []
    dependents = []
    hasEcho = false
  }

  /// Takes a reaction or its removal if it is newer; at equal versions the removal stays.
  mutating func set(_ reaction: Reaction, isPresent: Bool, version: Version) {
    guard body != .redacted else { return }
    guard let index = reactions.firstIndex(where: { $0.reaction == reaction }) else {
      reactions.append(ReactionRecord(reaction: reaction, version: version, isPresent: isPresent))
      reactions.sort { Reaction.precedes($0.reaction, $1.reaction) }
      return
    }
    let known = reactions[index]
    guard version > known.version || (version == known.version && !isPresent) else { return }
    reactions[index].version = version
    reactions[index].isPresent = isPresent
  }

  /// Merges the row of the same message under the id derived from its remote id. It exists if the
  /// server's echo came before the acknowledgement and without the id that this device minted
  /// (`ORDER-009`).
  mutating func absorb(_ echo: MessageRecord) {
    if let position = echo.position.confirmed { confirm(at: position) }
    delivery = delivery.advanced(to: echo.delivery)
    point(to: echo.replyTo, echo.threadRoot)
    if body == .redacted || echo.body == .redacted { return redact() }
    if echo.hasEcho { hasEcho = true }
    if let echoVersion = echo.version, version.map({ echoVersion > $0 }) ?? true {
      replaceBody(with: echo.body, echoVersion)
    }
    for known in echo.reactions {
      set(known.reaction, isPresent: known.isPresent, version: known.version)
    }
    park(echo.parkedFiles)
    let others = echo.dependents.filter { one in !dependents.contains { $0.id == one.id } }
    dependents = (dependents + others).sorted { $0.sequence < $1.sequence }
  }

  /// Adds files of this device that no version here has.
  private mutating func park(_ files: [Attachment]) {
    let known = Set((body.attachments + parkedFiles).map(\.localPath))
    let others = files.filter { !known.contains($0.localPath) }
    parkedFiles = Array((parkedFiles + others).prefix(Limits.attachments))
  }

  /// Retries the failed changes that the server may have, if `change` replaces them or they replace
  /// `change`. Before `change` is sent, it must be certain whether the server has them
  /// (`SEND-102`).
  mutating func retryDoubts(beside change: Dependent) {
    for index in dependents.indices
    where dependents[index].state.isFailed && dependents[index].trial.isInDoubt
      && (dependents[index].isReplaced(by: change) || change.isReplaced(by: dependents[index]))
    {
      dependents[index].state = .sending
      dependents[index].trial.beginAnew()
    }
  }

  /// Returns the kinds of data that differ between two states of one message, as its owner sees it.
  func changes(from old: MessageRecord, owner: ParticipantID) -> ChangeKinds {
    if position != old.position { return .all }
    var kinds: ChangeKinds = []
    if delivery != old.delivery || hasOtherTrials(than: old) { kinds.insert(.metadata) }
    var (new, before) = (withoutTrials, old.withoutTrials)
    (new.delivery, before.delivery) = (.sent, .sent)
    if new == before { return kinds }
    var (shown, shownBefore) = (new.message(owner: owner), before.message(owner: owner))
    // A screen shows neither `hasEcho` nor the version, only whether the message was edited.
    if shown.isEdited == shownBefore.isEdited { shown.version = shownBefore.version }
    shown.hasEcho = shownBefore.hasEcho
    let (uploads, uploadsBefore) = (shown.takeUploads(), shownBefore.takeUploads())
    if uploads.count == uploadsBefore.count, uploads != uploadsBefore { kinds.insert(.metadata) }
    if shown != shownBefore { kinds.insert(.content) }
    return kinds
  }
}

extension Body {
  /// The files that lie on this device, each without what the server says of it.
  fileprivate var filesHere: [Attachment] {
    attachments.filter { $0.localPath != nil }.map(\.localPart)
  }
}

extension MessageRecord {
  /// Whether the stored attempts differ, of the message or of a change that both states have.
  private func hasOtherTrials(than old: MessageRecord) -> Bool {
    trial != old.trial
      || dependents.contains { new in
        old.dependents.contains { $0.id == new.id && $0.trial != new.trial }
      }
  }

  private var withoutTrials: MessageRecord {
    var record = self
    if trial != .none { record.trial = .none }
    for index in dependents.indices where dependents[index].trial != .none {
      record.dependents[index].trial = .none
    }
    return record
  }
}

extension Message {
  fileprivate mutating func show(
    _ action: Dependent.Action, by owner: ParticipantID, keeping files: inout KnownFiles
  ) {
    switch action {
    case .edit(let newBody):
      body = files.take(newBody, hasUploads: false)
    case .delete: break
    case .react(let key):
      let reaction = Reaction(participant: owner, key: key)
      guard !reactions.contains(reaction) else { return }
      reactions.append(reaction)
      reactions.sort(by: Reaction.precedes)
    case .unreact(let key):
      reactions.removeAll { $0 == Reaction(participant: owner, key: key) }
    }
  }
}

extension Dependent {
  /// Returns the same change with another action: the files of an edit change with their uploads.
  func with(_ action: Action) -> Dependent {
    Dependent(id: id, action: action, sequence: sequence, state: state, trial: trial)
  }

  /// Returns whether a later change of the same message makes this one redundant: an edit after
  /// this edit, or a later change of the same reaction.
  func isReplaced(by later: Dependent) -> Bool {
    guard sequence < later.sequence else { return false }
    if case (.edit, .edit) = (action, later.action) { return true }
    return action.reaction != nil && action.reaction == later.action.reaction
  }
}

extension Dependent.Action {
  /// The reaction that the change adds or removes; `nil` for edits and deletions.
  var reaction: ExactString? {
    switch self {
    case .react(let key), .unreact(let key): key
    case .edit, .delete: nil
    }
  }
}

extension MessageReference {
  /// Returns one of two names for a message, the same one in either order: a remote id before an
  /// identity, then the lesser one, and any name before `nil`.
  static func preferred(_ left: Self?, _ right: Self?) -> Self? {
    switch (left, right) {
    case (nil, let only), (let only, nil): only
    case (.remote(let first), .remote(let second)): .remote(min(first, second))
    case (.id(let first), .id(let second)): .id(min(first, second))
    case (.remote, .id): left
    case (.id, .remote): right
    }
  }
}

extension Reaction {
  /// Sorts by participant, then by key.
  fileprivate static func precedes(_ left: Reaction, _ right: Reaction) -> Bool {
    left.participant != right.participant
      ? left.participant < right.participant : left.key < right.key
  }
}
