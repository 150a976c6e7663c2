internal import MessagingCore
internal import MessagingModel

// Whether the server, the store and every screen match the story, once everything is done.
extension SendStory {
  /// The first difference; `nil` if there is none.
  func verdict(in world: SendWorld) async throws -> String? {
    let outbox = try await world.repository.read(Query(.outbox, in: nil, limit: Limits.page))
    if let left = outbox.messages.first { return "unsent:\(SendStory.name(left.id))" }
    for conversation in Set(entries.map(\.key.conversation)).sorted() {
      let wrong =
        if let wrong = atServer(conversation, in: world) {
          wrong
        } else {
          try await onScreens(conversation, in: world)
        }
      if let wrong { return wrong }
    }
    if let left = entries.first(where: { $0.isGone && $0.leavesFiles(in: world) }) {
      return "files-left:\(SendStory.name(left.key.id))"
    }
    let known = Set(entries.map(\.key.id))
    let foreign = world.network.messages.first { !known.contains($0.key) }
    return foreign.map { "nobody-wrote:\(SendStory.name($0.key))" }
  }

  private func atServer(_ conversation: ConversationID, in world: SendWorld) -> String? {
    let shown = world.network.messages.filter { $0.conversation == conversation && !$0.isDeleted }
    let wanted = wanted(conversation, in: world)
    let (order, found) = (wanted.map(\.key.id), shown.map(\.key))
    if found != order {
      return "server-shows:\(SendStory.list(found)),wanted:\(SendStory.list(order))"
    }
    for (entry, kept) in zip(wanted, shown) {
      let name = SendStory.name(entry.key.id)
      let words = Words(kept.body)
      if words.text != entry.words.text { return "other-text:\(name)" }
      if words.kind != entry.words.kind { return "other-kind:\(name)" }
      if !refers(kept.original.replyTo, to: entry.replyTo, in: world) {
        return "answers-another:\(name)"
      }
      if !refers(kept.original.threadRoot, to: entry.threadRoot, in: world) {
        return "in-another-thread:\(name)"
      }
      if kept.reactions != entry.reactions { return "other-reactions:\(name)" }
      if kept.body.attachments.map(\.remote) != entry.remoteFiles { return "other-files:\(name)" }
    }
    return nil
  }

  /// Whether a reference at the server is the one that the user made, if that message is there to
  /// stay.
  private func refers(
    _ found: MessageReference?, to wanted: MessageReference?, in world: SendWorld
  ) -> Bool {
    guard case .id(let id) = wanted else { return found == wanted }
    if entries.contains(where: { $0.key.id == id && $0.isGone }) { return true }
    guard let target = world.network[id] else { return found == wanted }
    return found == .remote(target.position.remoteID)
  }

  /// Checks that every way to read the store shows what the server has, and that a page of the
  /// server changes nothing in it.
  private func onScreens(
    _ conversation: ConversationID, in world: SendWorld
  ) async throws -> String? {
    let wanted = wanted(conversation, in: world)
    let newest = Query(.newest, in: conversation, limit: Limits.page, crossesGaps: true)
    let page = try await world.repository.read(newest)
    let local = page.messages.filter { $0.body != .redacted && $0.isOutgoing }
    if local.map(\.id) != wanted.map(\.key.id) {
      return "store-shows:\(SendStory.list(local.map(\.id)))"
    }
    for (entry, shown) in zip(wanted, local) {
      let name = SendStory.name(entry.key.id)
      if !shown.delivery.isConfirmed || !shown.dependents.isEmpty { return "not-settled:\(name)" }
      if Words(shown.body) != entry.words { return "screen-says-otherwise:\(name)" }
      if shown.body.attachments.map(\.remote) != entry.remoteFiles {
        return "screen-has-other-files:\(name)"
      }
      if Set(shown.reactions.map(\.key)) != entry.reactions || shown.reactions.count > 1 {
        return "screen-has-other-reactions:\(name)"
      }
      let around = Query(.around(.id(shown.id)), in: conversation, limit: 1)
      if try await world.repository.read(around).messages != [shown] {
        return "another-screen-says-otherwise:\(name)"
      }
      if let quote = page.quote(for: shown),
        let quoted = page.messages.first(where: { $0.id == quote.id }),
        quote != quoted
      {
        return "quoted-otherwise:\(name)"
      }
    }
    let outbox = try await world.repository.read(Query(.outbox, in: conversation, limit: 1))
    if let left = outbox.retractions.first {
      return "not-taken-back:\(SendStory.name(left.key.id))"
    }
    if let left = outbox.filesToRemove.first { return "files-noted:\(SendStory.name(left.id))" }
    _ = try await world.repository.apply(world.pages(of: conversation))
    let after = try await world.repository.read(newest)
    let (before, now) = (page.messages.map(Shown.init), after.messages.map(Shown.init))
    if let changed = zip(before, now).first(where: { $0 != $1 }) {
      return "a-page-changes:\(SendStory.name(changed.0.id))"
    }
    return before.count == now.count ? nil : "a-page-brings-more"
  }

  private static func list(_ ids: [MessageID]) -> String {
    ids.map(ScriptNames.name).joined(separator: "+")
  }

  private static func name(_ id: MessageID) -> String { ScriptNames.name(of: id) }
}

/// What a screen shows of a message.
private struct Shown: Hashable {
  let id: MessageID
  let position: Position
  let body: Body
  let reactions: [Reaction]
  let delivery: DeliveryState

  init(_ message: Message) {
    id = message.id
    position = message.position
    body = message.body
    reactions = message.reactions
    delivery = message.delivery
  }
}

extension SendStory.Entry {
  /// The remote names of its files.
  fileprivate var remoteFiles: [ExactString?] { words.files.map(ScriptedUploads.name) }

  /// Whether the message is gone but its files were not removed.
  fileprivate func leavesFiles(in world: SendWorld) -> Bool {
    let hadFiles = !first.files.isEmpty || !words.files.isEmpty
    return hadFiles && !world.uploads.discarded.contains(key)
  }
}

extension SendWorld {
  /// Pages with everything that the server has of a conversation.
  func pages(of conversation: ConversationID) -> [Change] {
    let kept = network.messages.filter { $0.conversation == conversation }
    let messages = kept.map { kept in
      kept.original.with(body: kept.body, version: kept.version, key: kept.key)
    }
    return [
      .page(
        HistoryPage(
          conversation: conversation, messages: messages, reach: .live, reachesStart: true))
    ]
  }

  /// Makes somebody else delete a message at the server, and delivers the deletion to this device.
  ///
  /// - Returns: whether the server had the message.
  mutating func moderate(_ key: MessageID) async throws -> Bool {
    guard let deletion = network.moderate(key) else { return false }
    mark(.moderated)
    try await apply([.relate(deletion)])
    return true
  }
}
