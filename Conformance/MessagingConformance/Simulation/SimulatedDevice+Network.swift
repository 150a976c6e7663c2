internal import MessagingModel

// Requests and answers, and what happens to them on the network.
extension SimulatedDevice {
  mutating func take(_ action: SendAction, _ place: inout SimulatedPlace) {
    switch action {
    case .find, .load, .commit: effects.append(.send(action))
    case .send(let request):
      check(request, &place)
      effects.append(.send(action))
    case .abandon(let request):
      place.mark(.givenUp)
      effects.removeAll { $0.request == request }
    case .upload(let key, let file):
      check(upload: key, file, &place)
      effects.append(.send(action))
    case .abort(let key):
      place.mark(.uploadAborted)
      effects.removeAll { effect in
        if case .send(.upload(key, _)) = effect { true } else { false }
      }
    case .discard(let key): discard(key, &place)
    }
  }

  mutating func take(_ action: SyncAction, _ place: inout SimulatedPlace) {
    switch action {
    case .readTokens, .read, .connect, .ask, .fetch, .commit, .report:
      effects.append(.sync(action, since: place.now))
    case .disconnect(let ticket):
      effects.removeAll { $0.ticket == ticket }
      if link == ticket { dropLine(&place) }
    case .abandon(let ticket):
      effects.removeAll { $0.ticket == ticket }
      lostQuestions.remove(ticket)
    case .tellTyping: place.blame("typing is reported where nobody types")
    case .reply(let callers, let outcome):
      if outcome == .unavailable { place.mark(.gapUnavailable) }
      for caller in callers where self.callers.remove(caller) == nil {
        if answerScreen(caller, outcome) { continue }
        place.blame("a caller that does not wait gets an answer")
      }
    }
  }

  /// Checks the rules that hold for every request.
  private func check(_ request: SendRequest, _ place: inout SimulatedPlace) {
    if !isOnline { place.blame("something is sent without a network") }
    let isBusy = effects.contains { effect in
      effect.request.map { $0.conversation == request.conversation } ?? false
    }
    if isBusy { place.blame("two requests of one conversation are in flight") }
  }

  mutating func send(
    _ request: SendRequest, _ random: inout SeededRandom, _ place: inout SimulatedPlace
  ) {
    guard isOnline else { return answer(request, .failure(SendError(.offline, code: "offline"))) }
    if isForgotten {
      place.mark(.signInNeeded)
      return answer(request, .failure(.unauthorized))
    }
    if !place.isCalm {
      switch trouble(request, &random, &place) {
      case .none: break
      case .silence: return
      case .answer(let answer): return self.answer(request, answer)
      }
    }
    let answer = accept(request, &place)
    guard !place.isCalm else { return self.answer(request, answer) }
    switch random.below(24) {
    case 0, 1:
      place.mark(.answerLost)
      self.answer(request, .lost)
    case 2: place.mark(.answerSilent)
    case 3:
      place.mark(.answeredTwice)
      self.answer(request, answer)
      self.answer(request, answer)
    default: self.answer(request, answer)
    }
  }

  private func accept(
    _ request: SendRequest, _ place: inout SimulatedPlace
  ) -> Result<SendReceipt, SendError> {
    let isRefused = place.server.faults.refuses.contains(request.conversation)
    if isRefused, request.action != .retract {
      return refuse(request, "forbidden", &place)
    }
    let answer = place.server.accept(request, from: account)
    if case .success(let receipt) = answer, receipt.wasKnown { place.mark(.known) }
    return answer
  }

  private enum Trouble {
    case none, silence
    case answer(Result<SendReceipt, SendError>)
  }

  /// Chooses what goes wrong before a request arrives.
  private func trouble(
    _ request: SendRequest, _ random: inout SeededRandom, _ place: inout SimulatedPlace
  ) -> Trouble {
    switch random.below(30) {
    case 0, 1:
      place.mark(.requestLost)
      return .answer(.lost)
    case 2, 3:
      place.late.append((request, account))
      return .answer(.lost)
    case 4:
      place.mark(.answerSilent)
      return .silence
    case 5, 6:
      place.mark(.busy)
      let wait: Int64? = random.chance(1, of: 4) ? 9_000 : nil
      return .answer(.failure(SendError(.transient, code: "503", retryAfter: wait)))
    case 7 where request.action != .retract && random.chance(1, of: 2):
      return .answer(refuse(request, "refused", &place))
    default: return .none
    }
  }

  /// Refuses a request for good. The server then also ignores an older copy of the request that is
  /// still in flight: no client could know about it, or wait for it.
  private func refuse(
    _ request: SendRequest, _ code: ExactString, _ place: inout SimulatedPlace
  ) -> Result<SendReceipt, SendError> {
    place.mark(.refused)
    place.late.removeAll { $0.request.key == request.key }
    return .failure(SendError(.permanent, code: code))
  }

  private mutating func answer(_ request: SendRequest, _ answer: Result<SendReceipt, SendError>) {
    mail.append(.send(.answered(request, answer)))
  }

  mutating func connect(
    _ ticket: SyncTicket, _ random: inout SeededRandom, _ place: inout SimulatedPlace
  ) {
    if isForgotten {
      place.mark(.signInNeeded)
      return mail.append(
        .sync(.disconnected(ticket, SyncError(.unauthorized, code: "unauthorized"))))
    }
    guard place.isCalm || !random.chance(1, of: 5) else {
      place.mark(.notConnected)
      return mail.append(.sync(.disconnected(ticket, SyncError(.transient, code: "closed"))))
    }
    link = ticket
    place.server.connect(account)
    line = [.connected(ticket)]
  }

  mutating func ask(
    _ ticket: SyncTicket, _ question: SyncQuestion, _ random: inout SeededRandom,
    _ place: inout SimulatedPlace
  ) {
    if isForgotten {
      place.mark(.signInNeeded)
      return mail.append(.sync(.answered(ticket, .failure(.unauthorized))))
    }
    if !place.isCalm, random.chance(1, of: 8) {
      place.mark(.questionLost)
      if random.chance(1, of: 2) {
        mail.append(.sync(.answered(ticket, .failure(.busy))))
      } else {
        lostQuestions.insert(ticket)
      }
      return
    }
    place.server.faults.leavesOut = !place.isCalm && random.chance(1, of: 2)
    let answer = place.server.answer(question, for: account)
    place.server.faults.leavesOut = false
    hasLostLast = false
    mail.append(.sync(.answered(ticket, answer)))
    note(answer, &place)
    guard !place.isCalm, random.chance(1, of: 10) else { return }
    place.mark(.newsTwice)
    mail.append(.sync(.answered(ticket, answer)))
  }

  mutating func report(
    _ ticket: SyncTicket, _ reading: Reading, _ random: inout SeededRandom,
    _ place: inout SimulatedPlace
  ) {
    if isForgotten {
      place.mark(.signInNeeded)
      return mail.append(.sync(.reported(ticket, .unauthorized)))
    }
    let trouble = place.isCalm ? 9 : random.below(10)
    if trouble == 0 {
      place.mark(.reportLost)
      return mail.append(.sync(.reported(ticket, .busy)))
    }
    place.server.relate(
      .receipt(reading.readAt), to: reading.upTo.remoteID, by: owner, on: account)
    if trouble == 1 { return place.mark(.reportLost) }
    mail.append(.sync(.reported(ticket, nil)))
  }

  private func note(_ answer: Result<SyncAnswer, SyncError>, _ place: inout SimulatedPlace) {
    switch answer {
    case .success(let answer):
      if !answer.isComplete { place.mark(.truncated) }
      for part in answer.parts {
        switch part.start {
        case .limited: place.mark(.limited)
        case .refused: place.mark(.conversationRefused)
        case .begins, .continues: break
        }
      }
    case .failure(let error): if error.kind == .unknownToken { place.mark(.forgotten) }
    }
  }

  mutating func fetch(
    _ ticket: SyncTicket, _ question: HistoryQuestion, _ random: inout SeededRandom,
    _ place: inout SimulatedPlace
  ) {
    if isForgotten {
      place.mark(.signInNeeded)
      return mail.append(.sync(.fetched(ticket, .failure(.unauthorized))))
    }
    if !place.isCalm, random.chance(1, of: 6) {
      place.mark(.pageLost)
      if random.chance(1, of: 2) { mail.append(.sync(.fetched(ticket, .failure(.busy)))) }
      return
    }
    mail.append(.sync(.fetched(ticket, place.server.history(question, for: account))))
  }
}

extension SimulatedDevice.Effect {
  /// The request that it sends; `nil` for other actions.
  var request: SendRequest? { if case .send(.send(let request)) = self { request } else { nil } }

  /// The ticket of a question to the server, or of a connection; `nil` for other actions.
  var ticket: SyncTicket? {
    switch self {
    case .sync(.ask(let ticket, _), _), .sync(.fetch(let ticket, _), _),
      .sync(.report(let ticket, _), _), .sync(.connect(let ticket), _):
      ticket
    case .announce, .send, .sync: nil
    }
  }
}

extension Result<SendReceipt, SendError> {
  static let lost = Self.failure(SendError(.indeterminate, code: "lost"))
}

extension SyncError {
  fileprivate static let busy = SyncError(.transient, code: "503")
  fileprivate static let unauthorized = SyncError(.unauthorized, code: "unauthorized")
}

extension SendError {
  static let unauthorized = SendError(.unauthorized, code: "unauthorized")
}
