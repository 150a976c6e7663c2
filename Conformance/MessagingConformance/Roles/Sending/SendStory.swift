internal import MessagingCore
internal import MessagingModel

/// What the user wants, remembered without any of the rules of sending: the oracle of histories.
struct SendStory: Sendable {
  private struct Entry {
    let key: MessageKey
    var text: ExactString
    var isGone = false
    var reactions: Set<ExactString> = []
  }

  /// In the order in which they were accepted.
  private var entries: [Entry] = []

  /// Takes what the store accepted.
  mutating func accept(_ change: Change, _ commit: Commit, in world: SendWorld) {
    switch change {
    case .enqueue(let message):
      guard !entries.contains(where: { $0.key == message.key }) else { return }
      entries.append(Entry(key: message.key, text: SendStory.text(message.body)))
    case .amend(let key, _, let action): amend(key, action)
    case .cancel(let key) where key.dependent == nil:
      // Too late is too late: the message stays.
      let target = MessageReference.id(key.message.id)
      guard !commit.notices.contains(where: { $0.target == target }) else { return }
      edit(key.message) { $0.isGone = true }
    case .cancel, .acknowledge, .settle, .fail, .tried, .retry, .upload, .receive, .page, .relate,
      .openGap,
      .giveUp,
      .advance, .resetHistory, .forget:
      break
    }
  }

  private mutating func amend(_ key: MessageKey, _ action: Dependent.Action) {
    edit(key) { entry in
      switch action {
      case .edit(let body): entry.text = SendStory.text(body)
      case .delete: entry.isGone = true
      case .react(let reaction): entry.reactions.insert(reaction)
      case .unreact(let reaction): entry.reactions.remove(reaction)
      }
    }
  }

  private mutating func edit(_ key: MessageKey, _ body: (inout Entry) -> Void) {
    if let index = entries.firstIndex(where: { $0.key == key }) { body(&entries[index]) }
  }

  /// What is wrong now that all is done; `nil` if nothing is.
  func verdict(in world: SendWorld) async throws -> String? {
    let outbox = try await world.repository.read(Query(.outbox, in: nil, limit: Limits.page))
    if let left = outbox.messages.first { return "unsent:\(ScriptNames.name(of: left.id))" }
    for conversation in Set(entries.map(\.key.conversation)).sorted() {
      if let wrong = try await verdict(of: conversation, in: world) { return wrong }
    }
    let known = Set(entries.map(\.key.id))
    let foreign = world.server.messages.first { !known.contains($0.key) }
    return foreign.map { "nobody-wrote:\(ScriptNames.name(of: $0.key))" }
  }

  private func verdict(
    of conversation: ConversationID, in world: SendWorld
  ) async throws -> String? {
    let wanted = entries.filter { $0.key.conversation == conversation && !$0.isGone }
    let shown = world.server.messages.filter { $0.conversation == conversation && !$0.isDeleted }
    let (order, found) = (wanted.map(\.key.id), shown.map(\.key))
    if found != order {
      return "server-shows:\(SendStory.list(found)),wanted:\(SendStory.list(order))"
    }
    for (entry, kept) in zip(wanted, shown) {
      let name = ScriptNames.name(of: entry.key.id)
      if SendStory.text(kept.body) != entry.text { return "other-text:\(name)" }
      if kept.reactions != entry.reactions { return "other-reactions:\(name)" }
    }
    let query = Query(.newest, in: conversation, limit: Limits.page, crossesGaps: true)
    let page = try await world.repository.read(query)
    let local = page.messages.filter { $0.body != .redacted }
    if local.map(\.id) != order { return "store-shows:\(SendStory.list(local.map(\.id)))" }
    if let odd = local.first(where: { !$0.delivery.isConfirmed || !$0.dependents.isEmpty }) {
      return "not-settled:\(ScriptNames.name(of: odd.id))"
    }
    let isTaken = try await world.repository.read(Query(.outbox, in: conversation, limit: 1))
    return isTaken.retractions.first.map { "not-taken-back:\(ScriptNames.name(of: $0.key.id))" }
  }

  private static func list(_ ids: [MessageID]) -> String {
    ids.map(ScriptNames.name).joined(separator: "+")
  }

  private static func text(_ body: Body) -> ExactString {
    switch body {
    case .text(let text): text
    case .media(let media): media.caption
    case .payment, .system, .redacted, .unknown: ""
    }
  }
}
