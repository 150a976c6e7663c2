public import MessagingCore
public import MessagingModel

/// Sends requests of this device to a Matrix homeserver. The key of a request is its transaction
/// id; the server recognises it only from the same device.
///
/// A Matrix server does not report whether it knew a key. So every receipt claims that it did, and
/// edits that a first attempt may not have contained are sent afterwards.
public struct MatrixMessageTransport: MessageTransport {
  private let client: MatrixClient

  public init(_ client: MatrixClient) { self.client = client }

  public func send(_ request: SendRequest) async throws(SendError) -> SendReceipt {
    switch request.action {
    case .publish(let body, let timestamp, let replyTo, let threadRoot):
      var content = try body.matrixContent()
      content["m.relates_to"] = Self.relation(replyTo, threadRoot)
      let (id, date) = try await put("m.room.message", content, for: request)
      // Without the server's time, the message is above everything until its echo arrives.
      let answeredAt = date ?? Timestamp(milliseconds: 1 << 52)
      return .alreadyPublished(
        request.key, at: .unlisted(id, timestamp: timestamp, answeredAt: answeredAt))
    case .edit(let target, let body):
      let new = try body.matrixContent()
      var content = new
      content["m.new_content"] = .object(new)
      content["m.relates_to"] = ["rel_type": "m.replace", "event_id": .string(target.text)]
      let (id, _) = try await put("m.room.message", content, for: request)
      return .alreadyTook(request.key, version: try await version(of: id, in: request.conversation))
    case .delete(let target):
      let id = try await redact(target, request, key: request.key.description)
      return .alreadyTook(request.key, version: Version(order: 1, id: id.text))
    case .react(let target, let key): return try await react(to: target, with: key, request)
    case .unreact(let target, let key):
      return try await unreact(to: target, with: key, request)
    case .retract:
      // If the server knows the key, it does nothing and returns the event that it has. Otherwise
      // it takes this empty message, which is deleted right away.
      let (id, _) = try await put(
        "m.room.message", ["msgtype": "m.notice", "body": ""], for: request)
      _ = try await redact(id, request, key: "\(request.key)-retract")
      return .retracted(request.key)
    }
  }

  private static func relation(_ replyTo: RemoteID?, _ threadRoot: RemoteID?) -> JSON? {
    let reply = replyTo.map { JSON.object(["event_id": .string($0.text)]) }
    guard let threadRoot else { return reply.map { ["m.in_reply_to": $0] } }
    return [
      "rel_type": "m.thread", "event_id": .string(threadRoot.text),
      // For clients that know no threads.
      "m.in_reply_to": reply ?? ["event_id": .string(threadRoot.text)],
      "is_falling_back": .bool(replyTo == nil),
    ]
  }

  private func react(
    to target: RemoteID, with key: ExactString, _ request: SendRequest
  ) async throws(SendError) -> SendReceipt {
    let relation: JSON = [
      "rel_type": "m.annotation", "event_id": .string(target.text), "key": .string(key),
    ]
    do throws(SendError) {
      let (id, _) = try await put("m.reaction", ["m.relates_to": relation], for: request)
      return .alreadyTook(request.key, version: try await version(of: id, in: request.conversation))
    } catch  where error.code == "M_DUPLICATE_ANNOTATION" {
      // Another device of the owner has already reacted.
      let known = try await reactions(to: target, with: key, request).events.last
      return .alreadyTook(request.key, version: known?.version ?? .original)
    }
  }

  private func unreact(
    to target: RemoteID, with key: ExactString, _ request: SendRequest
  ) async throws(SendError) -> SendReceipt {
    let (known, date) = try await reactions(to: target, with: key, request)
    // A server takes each key once: a repeated request may find fewer of them than the first.
    for reaction in known {
      _ = try await redact(reaction.id, request, key: "\(request.key)-\(reaction.id)")
    }
    // If there is none, an earlier attempt removed it: as of this answer the server has none. Its
    // time has whole seconds, and a reaction may follow in the same one: the version is not later.
    // If it is too early, the event of the removal follows.
    let none = date.map { Version(order: $0.milliseconds) } ?? .original
    return .alreadyTook(request.key, version: known.map(\.version).max() ?? none)
  }

  /// The owner's reactions to a message with a key, and the server's time.
  ///
  /// - Throws: never `indeterminate`: the question itself changes nothing.
  private func reactions(
    to target: RemoteID, with key: ExactString, _ request: SendRequest
  ) async throws(SendError) -> (events: [MatrixEvent], date: Timestamp?) {
    var question = MatrixRequest(
      .get, "client", "v1", "rooms", request.conversation.description, "relations",
      target.description, "m.annotation", "m.reaction")
    question.query = [("limit", "1000")]
    var events: [MatrixEvent] = []
    for _ in 0..<Self.mostPages {
      do throws(MatrixFailure) {
        let (json, date) = try await client.json(of: question)
        events += (json["chunk"]?.array ?? []).compactMap { MatrixEvent($0) }.filter { event in
          event.sender == client.account.user && !event.isRedacted && event.reaction?.key == key
        }
        // A server gives fewer at once than it is asked for.
        guard let next = json["next_batch"]?.string, next.byteCount > 0 else {
          return (events.sorted { $0.version < $1.version }, date)
        }
        question.query = [("limit", "1000"), ("from", next.string)]
      } catch {
        let error = SendError(error)
        guard error.kind == .indeterminate else { throw error }
        throw SendError(.transient, code: error.code, retryAfter: error.retryAfter)
      }
    }
    throw SendError(.transient, code: "too-many-reactions")
  }

  /// How many pages of the reactions to one message are read.
  private static let mostPages = 50

  /// - Returns: the id of the event, and the server's time.
  private func put(
    _ type: String, _ content: [ExactString: JSON], for request: SendRequest
  ) async throws(SendError) -> (RemoteID, date: Timestamp?) {
    var question = MatrixRequest(
      .put, "client", "v3", "rooms", request.conversation.description, "send", type,
      request.key.description)
    question.body = .object(content)
    return try await taken(question)
  }

  private func redact(
    _ target: RemoteID, _ request: SendRequest, key: String
  ) async throws(SendError) -> RemoteID {
    var question = MatrixRequest(
      .put, "client", "v3", "rooms", request.conversation.description, "redact",
      target.description, key)
    question.body = [:]
    return try await taken(question).0
  }

  private func taken(
    _ question: MatrixRequest
  ) async throws(SendError) -> (RemoteID, date: Timestamp?) {
    do throws(MatrixFailure) {
      let (json, date) = try await client.json(of: question)
      guard let id = MatrixNames.event(json["event_id"]) else {
        throw MatrixFailure.malformed("event-id")
      }
      return (id, date)
    } catch {
      throw SendError(error)
    }
  }

  /// The version that orders an edit or a reaction. Only the event itself contains it.
  private func version(
    of id: RemoteID, in room: ConversationID
  ) async throws(SendError) -> Version {
    do throws(MatrixFailure) {
      return try await client.event(id, in: room).version
    } catch {
      // The event is taken, whatever this error is.
      let error = SendError(error)
      throw SendError(.indeterminate, code: error.code, retryAfter: error.retryAfter)
    }
  }
}
