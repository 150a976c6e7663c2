import MessagingConformance
import MessagingModel

/// A server as simple as can be: one list of events, each with a number, which is also its place.
struct NaiveSyncServer {
  struct Event {
    let number: Int
    let conversation: ConversationID
    let item: SyncItem
  }

  let arrival: StreamTraits.Arrival
  /// Whether its times repeat and run backwards, so that only the order of its lists is true.
  let givesLists: Bool
  private(set) var events: [Event] = []
  /// Tokens of an earlier age are not known any more.
  private(set) var age = 0
  private var firstKnown = 0
  /// How many events of a conversation it tells at once; more are a limited part.
  var partLimit = 4

  init(_ arrival: StreamTraits.Arrival, givesLists: Bool = false) {
    self.arrival = arrival
    self.givesLists = givesLists
  }

  /// The place that it says of its next event.
  private var nextPlace: ServerPosition {
    let number = Int64(head + 1)
    guard givesLists else { return .at(number) }
    // Some of one time, then a little back, then a day on.
    let steps: [Int64] = [0, 0, 0, -5_000, 3, 3, 86_400_000, -1]
    let time = 1_700_000_000_000 + steps[head % 8]
    return ServerPosition(
      serverTime: Timestamp(milliseconds: time), timestamp: Timestamp(milliseconds: number),
      remoteID: RemoteID("\(["z", "a", "m"][head % 3])\(number)"))
  }

  var head: Int { events.count }

  mutating func write(
    _ text: ExactString, in conversation: ConversationID, by sender: ParticipantID,
    id: MessageID? = nil
  ) -> Event {
    let message = ReceivedMessage(
      conversation: conversation, position: nextPlace, id: id, sender: sender, body: .text(text))
    return add(.message(message))
  }

  mutating func say(_ action: Relation.Action, of target: Event) -> Event? {
    guard case .message(let message) = target.item else { return nil }
    return add(
      .relation(
        Relation(
          conversation: target.conversation, target: .remote(message.position.remoteID),
          author: message.sender, version: Version(order: Int64(head + 1)), action: action)))
  }

  private mutating func add(_ item: SyncItem) -> Event {
    let event = Event(number: head + 1, conversation: item.conversation, item: item)
    events.append(event)
    return event
  }

  mutating func forgetTokens() {
    age += 1
    firstKnown = head
  }

  private func token(_ number: Int) -> SyncToken {
    arrival == .numbered ? SyncToken(number: Int64(number)) : SyncToken("\(age)/\(number)")
  }

  private func number(_ token: SyncToken) -> Int? {
    if arrival == .numbered {
      return token.number.map { Int($0) }.flatMap { $0 < firstKnown ? nil : $0 }
    }
    let words = token.text.string.split(separator: "/")
    return words.count == 2 && words[0] == "\(age)" ? Int(words[1]) : nil
  }

  /// What is new: chunk by chunk, or, when `isBrief`, the last events of each conversation.
  func answer(_ question: SyncQuestion, isBrief: Bool) -> Result<SyncAnswer, SyncError> {
    guard let since = question.since else { return .success(everything()) }
    guard let number = number(since) else {
      return .failure(SyncError(.unknownToken, code: "old"))
    }
    if isBrief { return .success(brief(after: number)) }
    let chunk = events.filter { $0.number > number }.prefix(question.limit)
    let last = chunk.last?.number ?? number
    return .success(
      SyncAnswer(
        stream: .main, parts: parts(Array(chunk)) { .continues($0) }, next: token(last),
        isComplete: last == head))
  }

  private func everything() -> SyncAnswer {
    SyncAnswer(
      stream: .main, parts: parts(events, latest), next: token(head), isComplete: true)
  }

  private func brief(after number: Int) -> SyncAnswer {
    let new = events.filter { $0.number > number }
    return SyncAnswer(
      stream: .main,
      parts: parts(new) { $0.count > partLimit ? latest($0) : .continues($0) },
      next: token(head), isComplete: true)
  }

  private enum Told {
    case continues([Event])
    case limited([Event])
    case whole([Event])
  }

  /// The last events of a conversation, which begins with them or not.
  private func latest(_ new: [Event]) -> Told {
    let told = Array(new.suffix(partLimit))
    let first = told[0]
    let isFirst = !events.contains {
      $0.conversation == first.conversation && $0.number < first.number
    }
    return isFirst ? .whole(told) : .limited(told)
  }

  private func parts(_ new: [Event], _ tell: ([Event]) -> Told) -> [ConversationPart] {
    Dictionary(grouping: new, by: \.conversation).sorted { $0.key < $1.key }.map { id, events in
      switch tell(events) {
      case .continues(let told): ConversationPart(id, items: told.map(\.item))
      case .whole(let told): ConversationPart(id, .begins, items: told.map(\.item))
      case .limited(let told):
        ConversationPart(
          id, .limited(GapToken("\(told[0].number)")), items: told.map(\.item))
      }
    }
  }

  /// What happened in a conversation below a place.
  func history(_ question: HistoryQuestion, limit: Int) -> HistoryAnswer {
    let below =
      question.gap?.token.flatMap { Int($0.text.string) }
      ?? question.gap?.before.flatMap { number(of: $0.remoteID) } ?? head + 1
    let older = events.filter { $0.conversation == question.conversation && $0.number < below }
    let page = older.suffix(limit)
    var messages: [ReceivedMessage] = []
    var relations: [Relation] = []
    for event in page {
      switch event.item {
      case .message(let message): messages.append(message)
      case .relation(let relation): relations.append(relation)
      case .unreadable: break
      }
    }
    let isStart = page.count == older.count
    return HistoryAnswer(
      conversation: question.conversation, messages: messages, relations: relations,
      below: isStart ? .start : .more(GapToken("\(page.first?.number ?? below)")))
  }

  private func number(of id: RemoteID) -> Int? {
    events.first { event in
      if case .message(let message) = event.item { message.position.remoteID == id } else { false }
    }?.number
  }

  func update(of event: Event) -> SyncUpdate {
    let number = Int64(event.number)
    return SyncUpdate(
      stream: .main,
      span: arrival == .numbered ? SyncUpdate.Span(after: number - 1, to: number) : nil,
      items: [event.item])
  }

  /// What everybody should see in a conversation: remote ids and texts, in their order.
  func truth(in conversation: ConversationID) -> [String] {
    var order: [RemoteID] = []
    var texts: [RemoteID: String] = [:]
    for event in events where event.conversation == conversation {
      switch event.item {
      case .message(let message):
        order.append(message.position.remoteID)
        texts[message.position.remoteID] = "\(message.body)"
      case .relation(let relation):
        guard case .remote(let target) = relation.target, texts[target] != nil else { continue }
        if case .edit(let body) = relation.action { texts[target] = "\(body)" }
        if case .delete = relation.action { texts[target] = nil }
      case .unreadable: break
      }
    }
    return order.compactMap { id in texts[id].map { "\(id) \($0)" } }
  }
}
