internal import MessagingModel

/// The network to the server. A script decides the outcome of each request and its answer. The
/// server itself decides what it does with the requests that reach it (``SimulatedServer``).
struct ScriptedNetwork: Sendable {
  /// The outcome of a request.
  enum Mood: Hashable, Sendable {
    /// The server takes it, and the answer arrives.
    case answer
    /// The server takes it; the answer is lost.
    case loseAnswer
    /// The request is lost. The client cannot tell this from a lost answer.
    case loseRequest
    /// No answer ever arrives.
    case hang(isTaken: Bool)
    /// The request finds no network, whatever the device says of it.
    case unreachable
    /// The server refuses it for good.
    case refuse(ExactString)
    /// The server rejects the credentials.
    case unauthorized(ExactString)
    /// The server does not take it now.
    case busy(retryAfter: Int64?)
    /// The server refuses it with a code that only a table classifies.
    case unclassified(ExactString)
    /// The server takes it; the answer belongs to another request.
    case answerAnother
    /// The server takes it; the answer gives it the position of another message, one whose
    /// acknowledgement the client has stored. If there is none, it is an ordinary answer.
    case answerTakenName
    /// The server takes it; the version in its answer has a name that no store takes.
    case answerAtLength
  }

  /// A text that no store takes as a name or a code.
  static let longText = ExactString(String(repeating: "x", count: Limits.name + 1))

  private(set) var server = SimulatedServer(ServerTraits(.numbered))
  /// Every request that reached the server.
  private(set) var journal: [SendRequest] = []
  /// The outcomes of the next requests, one each.
  var moods: [Mood] = []
  /// The outcome of all further requests.
  var standing = Mood.answer
  /// The messages of which the client has stored that the server has them.
  var acknowledged: Set<MessageID> = []
  private let device = ServerDevice(ScriptNames.owner)

  init() {}

  /// Carries a request to the server.
  ///
  /// - Returns: the client's answer; `nil` if none arrives.
  mutating func carry(_ request: SendRequest) -> Result<SendReceipt, SendError>? {
    let mood = moods.isEmpty ? standing : moods.removeFirst()
    switch mood {
    case .hang(let isTaken):
      if isTaken { _ = deliver(request) }
      return nil
    case .loseRequest: return .failure(SendError(.indeterminate, code: "lost"))
    case .unreachable: return .failure(SendError(.offline, code: "unreachable"))
    case .refuse(let code): return refuse(request, SendError(.permanent, code: code))
    case .unauthorized(let code):
      return refuse(request, SendError(.unauthorized, code: code))
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
            && acknowledged.contains($0.key)
        }
        other.position = taken?.position ?? receipt.position
        return other
      }
    case .answerAtLength:
      return deliver(request).map { receipt in
        var other = receipt
        other.version = Version(order: receipt.version.order, id: Self.longText)
        return other
      }
    }
  }

  /// Makes somebody else delete a message.
  ///
  /// - Returns: the server's relation; `nil` if it shows no such message.
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

  /// Takes a request of another process, whatever is wrong with the network of this one.
  mutating func take(_ request: SendRequest) { _ = deliver(request) }

  private mutating func deliver(_ request: SendRequest) -> Result<SendReceipt, SendError> {
    journal.append(request)
    return server.accept(request, from: device)
  }
}

// The server's content.
extension ScriptedNetwork {
  /// A message in its current state at the server.
  struct Kept: Hashable, Sendable {
    let key: MessageID
    /// The message when it was published.
    let original: ReceivedMessage
    /// The body after all changes since then.
    let body: Body
    let version: Version
    let reactions: Set<ExactString>

    var conversation: ConversationID { original.conversation }
    var position: ServerPosition { original.position }
    var isDeleted: Bool { body == .redacted }
  }

  /// The messages, in the order in which they were published.
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

extension Result<SendReceipt, SendError> {
  /// The error of an answer; `nil` if there is none. An answer to another request counts as a
  /// mismatch.
  func error(to request: SendRequest) -> SendError? {
    switch self {
    case .success(let receipt):
      receipt.key == request.key ? nil : SendError(.indeterminate, code: "answer-mismatch")
    case .failure(let error): error
    }
  }
}
