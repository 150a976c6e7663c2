package import MessagingModel

// The news of a stream.
extension SimulatedServer {
  /// Answers a question about news. Without a token, it returns the last events of each
  /// conversation, at once or in chunks. With a token, it returns the events after it, in chunks.
  package mutating func answer(
    _ question: SyncQuestion, for device: ServerDevice
  ) -> Result<SyncAnswer, SyncError> {
    if let error = faults.answers { return .failure(error) }
    let answer: (parts: [Part], upTo: Int)
    if let since = question.since {
      guard let number = number(since, of: question.stream) else {
        return .failure(SyncError(.unknownToken, code: "unknown-token"))
      }
      answer = faults.leavesOut ? brief(question, number) : chunk(question, number)
    } else {
      answer = traits.replays ? replay(question) : everything(question)
    }
    var parts = answer.parts.map { said($0, to: device) } + refusals(question)
    if faults.repeatsParts { parts += parts.prefix(1) }
    return .success(
      SyncAnswer(
        stream: faults.mislabels ? "elsewhere" : question.stream, parts: parts,
        next: next(answer.upTo, question),
        isComplete: answer.upTo >= head(of: question.stream) && !faults.neverEnds
          && !faults.leadsOn,
        remaining: max(0, head(of: question.stream) - answer.upTo)))
  }

  /// A text that no store takes as a name.
  static let longText = ExactString(String(repeating: "9", count: Limits.name + 1))

  /// Whether there is anything to answer. If not, a question may wait.
  package func hasNews(for question: SyncQuestion) -> Bool {
    guard faults.answers == nil, !faults.isHasty, let since = question.since,
      let number = number(since, of: question.stream)
    else { return true }
    return number != head(of: question.stream)
  }

  /// The part of an answer about one conversation.
  struct Part: Sendable {
    let conversation: ConversationID
    var events: [Event]
    /// Whether something is left out between the previous answer and the first event.
    var isLimited = false
    /// Whether the first event is the start of the conversation.
    var begins = false
  }

  private func events(_ question: SyncQuestion, after number: Int = 0) -> [Event] {
    log.filter { event in
      event.stream == question.stream && event.number > number
        && !faults.refuses.contains(event.conversation)
        && (traits.tellsChanges || event.message != nil || question.since == nil)
    }
  }

  private func parts(_ events: [Event]) -> [Part] {
    Dictionary(grouping: events, by: \.conversation).sorted { $0.key < $1.key }
      .map { Part(conversation: $0, events: $1) }
  }

  private func chunk(_ question: SyncQuestion, _ number: Int) -> (parts: [Part], upTo: Int) {
    let most = min(question.limit, traits.limit, faults.chunk ?? .max)
    let new = log.filter { $0.stream == question.stream && $0.number > number }.prefix(max(1, most))
    let upTo = new.last?.number ?? min(number, head(of: question.stream))
    return (parts(events(question, after: number).filter { $0.number <= upTo }), upTo)
  }

  private func brief(_ question: SyncQuestion, _ number: Int) -> (parts: [Part], upTo: Int) {
    let all = parts(events(question, after: number)).map { part in
      part.events.count > traits.part ? latest(part) : part
    }
    return (all, head(of: question.stream))
  }

  private func everything(_ question: SyncQuestion) -> (parts: [Part], upTo: Int) {
    (parts(events(question)).map(latest), head(of: question.stream))
  }

  /// The first chunk of the last events of all conversations, in the order of the log.
  private func replay(_ question: SyncQuestion) -> (parts: [Part], upTo: Int) {
    let told = events(question).filter { traits.tellsChanges || $0.message != nil }
    let first = parts(told).compactMap { $0.events.suffix(traits.part).first?.number }.min() ?? 1
    return chunk(question, first - 1)
  }

  /// The last events of a conversation.
  private func latest(_ part: Part) -> Part {
    var last = part
    last.events = Array(part.events.suffix(traits.part))
    let isFirst = !log.contains { event in
      event.conversation == part.conversation && last.events.allSatisfy { event.isBefore($0) }
    }
    (last.begins, last.isLimited) = (isFirst, !isFirst)
    return last
  }

  private func said(_ part: Part, to device: ServerDevice) -> ConversationPart {
    let items = part.events.map { item(of: $0, for: device) }
    let conversation: ConversationID = faults.misfiles ? "elsewhere" : part.conversation
    let first = part.events.min { $0.isBefore($1) }
    let token = first.map { GapToken("\($0.place)/\($0.ordinal)") }
    guard !part.isLimited, !faults.isAlwaysLimited else {
      return ConversationPart(conversation, .limited(token), items: items)
    }
    return ConversationPart(conversation, part.begins ? .begins : .continues, items: items)
  }

  private func refusals(_ question: SyncQuestion) -> [ConversationPart] {
    let known = Set(log.filter { $0.stream == question.stream }.map(\.conversation))
    return faults.refuses.intersection(known).sorted()
      .map { ConversationPart($0, .refused("forbidden"), items: []) }
  }

  private mutating func next(_ upTo: Int, _ question: SyncQuestion) -> SyncToken {
    let since = question.since
    if faults.standsStill, let since { return since }
    if faults.goesBackward, let before = since.flatMap({ number($0, of: question.stream) }) {
      return token(max(0, before - 1))
    }
    if traits.replays { know(upTo, of: question.stream) }
    let token = token(upTo)
    if faults.givesLongTokens { return SyncToken(Self.longText) }
    if faults.givesWords { return SyncToken("word-\(token.text.string)") }
    guard faults.leadsOn, traits.arrival != .numbered else { return token }
    aliases += 1
    return SyncToken("\(token.text.string)/\(aliases)")
  }
}
