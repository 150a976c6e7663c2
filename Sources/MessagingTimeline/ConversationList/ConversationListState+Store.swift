internal import MessagingModel

// The answers of the store.
extension ConversationListState {
  /// Takes the answer to which conversations changed.
  mutating func take(_ answer: ChangedConversations, of ticket: TimelineTicket) {
    guard round?.question == .inFlight(ticket) else { return }
    round?.question = .answered
    problem = nil
    asked = max(asked ?? .zero, answer.revision)
    if answer.isWhole {
      let there = answer.conversations
      known = known.filter { there[$0.key] != nil }
      unreadable = unreadable.filter { there[$0.key] != nil }
      round?.drop { there[$0] == nil }
    }
    let changed = answer.conversations.filter { id, revision in
      known[id].map { $0.revision < revision } ?? true
    }
    round?.add(changed.keys)
  }

  /// Takes the newest messages of a conversation.
  mutating func take(_ page: Snapshot, of ticket: TimelineTicket) {
    guard var round else { return }
    defer { self.round = round }
    guard let reading = round.end(ticket) else { return }
    let conversation = reading.conversation
    let preview = ConversationPreview(of: page, in: conversation, input)
    if preview == nil, page.older == .more, reading.limit < Limits.page {
      return round.lookFurther(reading)
    }
    round.seen = max(round.seen, page.revision)
    unreadable[conversation] = nil
    let newest = page.messages.first { $0.id == preview?.message }
    known[conversation] = Known(
      entry: ConversationEntry(conversation, preview: preview, unread: page.unread),
      isReply: newest?.threadRoot != nil, revision: page.revision)
  }

  /// Takes the failure of a question or of a read.
  mutating func fail(_ ticket: TimelineTicket, _ code: RepositoryError.Code) {
    let isAnswer = round?.question == .inFlight(ticket)
    let reading = isAnswer ? nil : round?.end(ticket)
    if isAnswer { round?.question = .answered }
    if code == .closed {
      if isAnswer || reading != nil { end() }
    } else if let reading {
      unreadable[reading.conversation] = code
    } else if isAnswer {
      problem = code
    }
  }
}
