public import MessagingCore
public import MessagingModel

/// What this device says to a Matrix homeserver. The key of a request is its transaction id: the
/// server knows it again under the same device.
///
/// A Matrix server does not say whether it knew a key before. So each answer claims that it did,
/// and edits that a first attempt may not have held are sent afterwards.
public struct MatrixMessageTransport: MessageTransport {
  private let client: MatrixClient

  public init(_ client: MatrixClient) { self.client = client }

  public func send(_ request: SendRequest) async throws(SendError) -> SendReceipt {
    switch request.action {
    case .publish(let body, let timestamp, let replyTo, let threadRoot):
      var content = try body.matrixContent()
      content["m.relates_to"] = Self.relation(replyTo, threadRoot)
      let (id, date) = try await put("m.room.message", content, for: request)
      // Without a clock of the server it is above everything until its echo comes.
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
      // Under a key that it knows the server does nothing, and names what it has; under another
      // one it takes this, which nobody misses.
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
      // Another device of ours was first.
      let known = try await reactions(to: target, with: key, request).last
      return .alreadyTook(request.key, version: known?.version ?? .original)
    }
  }

  private func unreact(
    to target: RemoteID, with key: ExactString, _ request: SendRequest
  ) async throws(SendError) -> SendReceipt {
    let known = try await reactions(to: target, with: key, request)
    for (index, reaction) in known.enumerated() {
      let key = index == 0 ? request.key.description : "\(request.key)-\(index)"
      _ = try await redact(reaction.id, request, key: key)
    }
    // Of none the list will say when it was taken back.
    return .alreadyTook(request.key, version: known.map(\.version).max() ?? .original)
  }

  /// The owner's reactions to a message with a key, as far as one answer tells.
  private func reactions(
    to target: RemoteID, with key: ExactString, _ request: SendRequest
  ) async throws(SendError) -> [MatrixEvent] {
    var question = MatrixRequest(
      .get, "client", "v1", "rooms", request.conversation.description, "relations",
      target.description, "m.annotation", "m.reaction")
    question.query = [("limit", "1000")]
    do throws(MatrixFailure) {
      let events = try await client.json(of: question).json["chunk"]?.array ?? []
      return events.compactMap { MatrixEvent($0) }
        .filter { event in
          event.sender == client.account.user && !event.isRedacted && event.reaction?.key == key
        }
        .sorted { $0.version < $1.version }
    } catch {
      throw SendError(error)
    }
  }

  /// - Returns: the name of the event, and the server's clock.
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

  /// What orders an edit or a reaction: only the event says it.
  private func version(
    of id: RemoteID, in room: ConversationID
  ) async throws(SendError) -> Version {
    do throws(MatrixFailure) {
      return try await client.event(id, in: room).version
    } catch {
      // It is taken, whatever this answer was.
      throw SendError(.indeterminate, code: SendError(error).code)
    }
  }
}
