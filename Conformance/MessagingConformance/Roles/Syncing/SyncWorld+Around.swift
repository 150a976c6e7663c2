internal import MessagingCore
internal import MessagingModel

extension SyncWorld {
  /// The server reports what a person does, if the device can hear it. Rules receive this in any
  /// family. An engine receives it on its connection, or in the next answer if the family has no
  /// connection.
  mutating func hear(_ news: PersonNews) {
    guard canHear else { return }
    guard engine != nil, server.traits.arrival == .polled else { return tell(.person(news)) }
    people.append(news)
  }

  private var canHear: Bool {
    if !isOnline || (server.traits.arrival != .polled && link == nil) { return false }
    return switch rules.status.phase {
    case .needsSignIn, .signedOut: false
    case .offline, .connecting, .catchingUp, .live: true
    }
  }

  mutating func withPeople(
    _ answer: Result<SyncAnswer, SyncError>
  ) -> Result<SyncAnswer, SyncError> {
    guard case .success(let said) = answer, !people.isEmpty else { return answer }
    defer { people = [] }
    return .success(
      SyncAnswer(
        stream: said.stream, parts: said.parts, next: said.next, isComplete: said.isComplete,
        remaining: said.remaining, people: people))
  }

  /// Makes another process with the same store catch up with the server.
  ///
  /// - Returns: whether it could continue from this device's token.
  mutating func otherProcessCatchesUp() async throws -> Bool {
    guard let from = try await repository.syncToken(),
      let number = server.number(from, of: .main)
    else { return false }
    let new = server.log.filter { $0.stream == .main && $0.number > number }
    let changes = new.compactMap { event -> Change? in
      switch server.item(of: event, for: device) {
      case .message(let message): .receive(message)
      case .relation(let relation): .relate(relation)
      case .unreadable: nil
      }
    }
    let to = server.token(server.head(of: .main))
    _ = try await apply(changes + [.advance(.main, from: from, to: to)])
    return true
  }
}

extension SyncAction {
  /// The ticket of a request to the server; `nil` for other actions.
  var asked: SyncTicket? {
    switch self {
    case .ask(let ticket, _), .fetch(let ticket, _), .report(let ticket, _): ticket
    case .readTokens, .read, .connect, .disconnect, .abandon, .commit, .reply, .tellTyping: nil
    }
  }
}

extension SyncEvent {
  var isAnswer: Bool {
    if case .answered = self { return true }
    if case .fetched = self { return true }
    if case .reported = self { return true }
    return false
  }

  var isUpdate: Bool { if case .updated = self { true } else { false } }

  func isConnection(_ ticket: SyncTicket) -> Bool {
    if case .connected(ticket) = self { true } else { false }
  }
}
