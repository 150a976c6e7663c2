internal import MessagingModel

/// The way to the server: a script says what becomes of each request, and what comes back. What the
/// server does with those that reach it, it decides itself (``SimulatedServer``).
struct ScriptedNetwork: Sendable {
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

  private(set) var server = SimulatedServer(ServerTraits(.numbered))
  /// Every request that reached the server.
  private(set) var journal: [SendRequest] = []
  /// For the next requests, one each.
  var moods: [Mood] = []
  /// For requests for which nothing is planned.
  var standing = Mood.answer
  private let device = ServerDevice(ScriptNames.owner)

  init() {}

  /// A request leaves.
  ///
  /// - Returns: what the client hears; `nil` for nothing.
  mutating func carry(_ request: SendRequest) -> Result<SendReceipt, SendError>? {
    let mood = moods.isEmpty ? standing : moods.removeFirst()
    switch mood {
    case .hang(let isTaken):
      if isTaken { _ = deliver(request) }
      return nil
    case .loseRequest: return .failure(SendError(.indeterminate, code: "lost"))
    case .refuse(let code): return refuse(request, SendError(.permanent, code: code))
    case .busy(let retryAfter):
      return refuse(request, SendError(.transient, code: "busy", retryAfter: retryAfter))
    case .unclassified(let code): return refuse(request, SendError(.unclassified, code: code))
    case .answer: return deliver(request)
    case .loseAnswer:
      _ = deliver(request)
      return .failure(SendError(.indeterminate, code: "timeout"))
    case .answerAnother:
      return deliver(request).map { receipt in
        var other = receipt
        other.key = MessageID(high: ~receipt.key.high, low: receipt.key.low)
        return other
      }
    case .answerTakenName:
      return deliver(request).map { receipt in
        var other = receipt
        let taken = messages.first {
          $0.key != request.key && $0.conversation == request.conversation
        }
        other.position = taken?.position ?? receipt.position
        return other
      }
    }
  }

  /// Somebody else deletes a message.
  ///
  /// - Returns: what the server tells of it; `nil` if it shows no such message.
  mutating func moderate(_ key: MessageID) -> Relation? {
    guard let kept = self[key], !kept.isDeleted else { return nil }
    let event = server.relate(
      .delete(isModerator: true, leavesRow: true), to: kept.position.remoteID, by: "ann")
    guard case .relation(let relation) = event?.item else { return nil }
    return relation
  }

  private mutating func refuse(
    _ request: SendRequest, _ error: SendError
  ) -> Result<SendReceipt, SendError> {
    journal.append(request)
    return .failure(error)
  }

  private mutating func deliver(_ request: SendRequest) -> Result<SendReceipt, SendError> {
    journal.append(request)
    return server.accept(request, from: device)
  }
}

// What the server has.
extension ScriptedNetwork {
  /// A message as the server has it now.
  struct Kept: Hashable, Sendable {
    let key: MessageID
    /// As it was published.
    let original: ReceivedMessage
    /// With what was done to it since.
    let body: Body
    let version: Version
    let reactions: Set<ExactString>

    var conversation: ConversationID { original.conversation }
    var position: ServerPosition { original.position }
    var isDeleted: Bool { body == .redacted }
  }

  /// In the order in which they were published.
  var messages: [Kept] {
    var truths: [RemoteID: TrueMessage] = [:]
    for conversation in Set(server.log.map(\.conversation)) {
      for truth in server.truth(in: conversation) { truths[truth.name] = truth }
    }
    return server.log.compactMap(\.message).compactMap { message in
      message.id.map { kept(message, $0, truths[message.position.remoteID]) }
    }
  }

  /// A message by its key.
  subscript(key: MessageID) -> Kept? { messages.first { $0.key == key } }

  private func kept(_ message: ReceivedMessage, _ key: MessageID, _ now: TrueMessage?) -> Kept {
    let version = server.log.reduce(message.version) { version, event in
      guard case .relation(let relation) = event.item,
        relation.target == .remote(message.position.remoteID)
      else { return version }
      switch relation.action {
      case .edit, .delete: return relation.version
      case .react, .unreact, .receipt, .status: return version
      }
    }
    return Kept(
      key: key, original: message, body: now?.body ?? .redacted, version: version,
      reactions: Set(now.map { Array($0.reactions.keys) } ?? []))
  }
}
