package import MessagingModel

// History.
extension SimulatedServer {
  /// Returns the page below the upper end of a gap, or the newest page.
  package mutating func history(
    _ question: HistoryQuestion, for device: ServerDevice
  ) -> Result<HistoryAnswer, SyncError> {
    if let error = faults.pages { return .failure(error) }
    guard !faults.refuses.contains(question.conversation) else {
      return .failure(SyncError(.refused, code: "forbidden"))
    }
    let all = log.filter { $0.conversation == question.conversation }
      .sorted { $0.isBefore($1) }
    let upper = faults.repeatsPages ? nil : upperEnd(of: question)
    let older = all.filter { event in
      upper.map { (event.place, event.ordinal) < $0 } ?? true
    }
    let limit = max(1, min(question.limit, traits.page))
    let page = traits.tellsStates ? states(older, limit) : older.suffix(limit)
    var (messages, relations) = contents(page, device)
    if traits.tellsStates {
      messages = messages.compactMap { state(of: $0) }
      relations = relations.filter { relation in
        switch relation.action {
        case .edit, .delete: false
        case .react, .unreact, .receipt, .status: true
        }
      }
    }
    let first = page.first.map { ($0.place, $0.ordinal) } ?? upper ?? (0, 0)
    let isStart = !older.contains { ($0.place, $0.ordinal) < first } && !faults.repeatsPages
    let ordinal = faults.historyNeverEnds && isStart ? first.1 - 1 : first.1
    let token = faults.givesLongTokens ? Self.longText : ExactString("\(first.0)/\(ordinal)")
    return .success(
      HistoryAnswer(
        conversation: faults.misfiles ? "elsewhere" : question.conversation, messages: messages,
        relations: relations,
        below: isStart && !faults.historyNeverEnds ? .start : .more(GapToken(token))))
  }

  /// The place below which a page is requested, and its ordinal; `nil` for the newest page.
  private func upperEnd(of question: HistoryQuestion) -> (Int64, Int)? {
    guard let gap = question.gap else { return nil }
    let words = gap.token?.text.string.split(separator: "/") ?? []
    if words.count == 2, let place = Int64(words[0]), let ordinal = Int(words[1]) {
      return (place, ordinal)
    }
    guard let before = gap.before else { return nil }
    if let known = event(named: before.remoteID) { return (known.place, known.ordinal) }
    return (before.serverTime.milliseconds, 0)
  }

  /// The last `limit` existing messages, with the changes to them.
  private func states(_ older: [Event], _ limit: Int) -> ArraySlice<Event> {
    let shown = older.filter { event in
      event.message.map { isShown($0.position.remoteID) } ?? false
    }
    guard shown.count > limit, let first = shown.suffix(limit).first else { return older[...] }
    return older[(older.firstIndex { $0.ordinal == first.ordinal } ?? 0)...]
  }

  private func contents(
    _ page: ArraySlice<Event>, _ device: ServerDevice
  ) -> (messages: [ReceivedMessage], relations: [Relation]) {
    var messages: [ReceivedMessage] = []
    var relations: [Relation] = []
    for event in page {
      switch item(of: event, for: device) {
      case .message(let message): messages.append(message)
      case .relation(let relation): relations.append(relation)
      case .unreadable: break
      }
    }
    return (messages, relations)
  }

  /// The current state of a message; `nil` if it is deleted.
  private func state(of message: ReceivedMessage) -> ReceivedMessage? {
    let name = message.position.remoteID
    guard let shown = truth(in: message.conversation).first(where: { $0.name == name }) else {
      return nil
    }
    return message.with(body: shown.body, version: shown.version, key: message.id)
  }
}
