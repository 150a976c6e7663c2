internal import MessagingModel

/// A server that does what a script says, and keeps apart what it did and what the client heard.
///
/// Which keys it takes is decided as by ``SimulatedServer`` (``RequestLedger``); every request that
/// reaches it is in the journal.
struct ScriptedServer: Sendable {
  /// What becomes of a request.
  enum Mood: Hashable, Sendable {
    /// Taken and answered.
    case answer
    /// Taken; the answer is lost.
    case loseAnswer
    /// Lost on the way; the client cannot tell.
    case loseRequest
    /// Nothing comes back, ever.
    case hang(isTaken: Bool)
    /// Refused for good.
    case refuse(ExactString)
    /// Not now.
    case busy(retryAfter: Int64?)
    /// Refused with a code that only a table can tell.
    case unclassified(ExactString)
    /// Taken; the answer is one to another request.
    case answerAnother
    /// Taken; the answer gives it the name of another message.
    case answerTakenName
  }

  /// A message as the server keeps it.
  struct Kept: Hashable, Sendable {
    let key: MessageID
    let conversation: ConversationID
    let place: ServerPosition
    var body: Body
    let replyTo: RemoteID?
    let threadRoot: RemoteID?
    var version = Version.original
    var reactions: Set<ExactString> = []
    var isDeleted = false
  }

  /// In the order in which they were published.
  private(set) var messages: [Kept] = []
  /// Every request that reached it.
  private(set) var journal: [SendRequest] = []
  /// For the next requests, one each.
  var moods: [Mood] = []
  /// For requests for which nothing is planned.
  var standing = Mood.answer
  private var ledger = RequestLedger()
  private var time: Int64 = 1_000

  init() {}

  /// A request arrives.
  ///
  /// - Returns: what the client hears; `nil` for nothing.
  mutating func receive(_ request: SendRequest) -> Result<SendReceipt, SendError>? {
    let mood = moods.isEmpty ? standing : moods.removeFirst()
    switch mood {
    case .hang(let isTaken):
      if isTaken { _ = take(request) }
      return nil
    case .loseRequest: return .failure(SendError(.indeterminate, code: "lost"))
    case .refuse(let code): return refuse(request, SendError(.permanent, code: code))
    case .busy(let retryAfter):
      return refuse(request, SendError(.transient, code: "busy", retryAfter: retryAfter))
    case .unclassified(let code): return refuse(request, SendError(.unclassified, code: code))
    case .answer: return take(request)
    case .loseAnswer:
      _ = take(request)
      return .failure(SendError(.indeterminate, code: "timeout"))
    case .answerAnother:
      return take(request).map { receipt in
        var other = receipt
        other.key = MessageID(high: ~receipt.key.high, low: receipt.key.low)
        return other
      }
    case .answerTakenName:
      return take(request).map { receipt in
        var other = receipt
        other.position =
          messages.first { $0.key != request.key && $0.conversation == request.conversation }?.place
          ?? receipt.position
        return other
      }
    }
  }

  /// Somebody else deletes a message.
  mutating func moderate(_ key: MessageID) {
    time += 1
    for index in messages.indices where messages[index].key == key {
      messages[index].isDeleted = true
      messages[index].version = newest
    }
  }

  /// The version of what happened last.
  var newest: Version { Version(order: time) }

  /// A message by its key.
  subscript(key: MessageID) -> Kept? { messages.first { $0.key == key } }

  private mutating func refuse(
    _ request: SendRequest, _ error: SendError
  ) -> Result<SendReceipt, SendError> {
    journal.append(request)
    return .failure(error)
  }

  private mutating func take(_ request: SendRequest) -> Result<SendReceipt, SendError> {
    journal.append(request)
    if case .retract = request.action { return .success(retract(request)) }
    if let known = ledger.answer(to: request) { return known }
    time += 1
    let receipt: SendReceipt
    switch request.action {
    case .publish(let body, let timestamp, let replyTo, let threadRoot):
      let place = ServerPosition(
        serverTime: Timestamp(milliseconds: time), timestamp: timestamp,
        remoteID: RemoteID("s\(messages.count + 1)"))
      messages.append(
        Kept(
          key: request.key, conversation: request.conversation, place: place, body: body,
          replyTo: replyTo, threadRoot: threadRoot))
      receipt = .published(request.key, at: place)
    case .edit(let target, let body):
      receipt = change(target, request) { $0.body = body }
    case .delete(let target):
      receipt = change(target, request) { $0.isDeleted = true }
    case .react(let target, let key):
      receipt = change(target, request) { $0.reactions.insert(key) }
    case .unreact(let target, let key):
      receipt = change(target, request) { $0.reactions.remove(key) }
    case .retract: return .success(retract(request))
    }
    return .success(ledger.take(request, receipt))
  }

  private mutating func retract(_ request: SendRequest) -> SendReceipt {
    if let index = messages.firstIndex(where: { $0.key == request.key }) {
      messages[index].isDeleted = true
    }
    return ledger.retract(request.key)
  }

  private mutating func change(
    _ target: RemoteID, _ request: SendRequest, _ body: (inout Kept) -> Void
  ) -> SendReceipt {
    let version = newest
    if let index = messages.firstIndex(where: { $0.place.remoteID == target }) {
      body(&messages[index])
      messages[index].version = version
    }
    return .took(request.key, version: version)
  }
}
