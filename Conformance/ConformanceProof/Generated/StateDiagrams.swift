internal import MessagingModel

/// The three diagrams of the tables page.
enum StateDiagrams {
  static let owner: ParticipantID = "me"
  static let conversation: ConversationID = "k1"
  private static let key = MessageKey(conversation, MessageID(high: 0, low: 1))
  private static let change = MessageID(high: 0, low: 2)
  private static let place = ServerPosition(serverTime: 2, timestamp: 2, remoteID: "s1")
  private static let reason = FailureReason(code: "forbidden")

  private static func relation(_ action: Relation.Action, _ order: Int64) -> Change {
    .relate(
      Relation(
        conversation: conversation, target: .id(key.id), author: owner,
        version: Version(order: order), action: action))
  }

  /// How far a message of the owner has come.
  static func delivery() async -> StateDiagram {
    let message = OutgoingMessage(key: key, timestamp: 1, body: .text("a"))
    let echo = ReceivedMessage(
      conversation: conversation, position: place, id: key.id, sender: owner, body: .text("a"))
    let unsent = OutboxKey(key)
    return await StateDiagram(moves: [
      ("enqueue", .enqueue(message)),
      ("acknowledge", .acknowledge(key, place)),
      ("own echo", .receive(echo)),
      ("fail", .fail(unsent, reason)),
      ("retry", .retry(unsent)),
      ("edit", .amend(key, id: change, .edit(.text("b")))),
      ("cancel", .cancel(unsent)),
      ("status delivered", relation(.status(.delivered), 1)),
      ("status read", relation(.status(.read), 1)),
      ("deletion arrives", relation(.delete(isModerator: false, leavesRow: true), 2)),
    ]) { message in
      guard let message else { return nil }
      return message.body == .redacted ? "deleted" : word(message.delivery)
    }
  }

  /// How far an edit, a deletion or a reaction has come that the owner made: here a reaction.
  static func dependent() async -> StateDiagram {
    let message = ReceivedMessage(
      conversation: conversation, position: place, sender: "bob", body: .text("a"))
    let theirs = MessageKey(conversation, MessageID(derivedFrom: "s1", in: conversation))
    let unsent = OutboxKey(theirs, dependent: change)
    let moves: [(String, Change)] = [
      ("amend", .amend(theirs, id: change, .react("+"))),
      ("a request leaves", .tried(unsent, SendTrial(isInFlight: true))),
      ("refused for now", .tried(unsent, .none)),
      ("no answer", .tried(unsent, SendTrial(mayBeTaken: true))),
      ("settle", .settle(unsent, Version(order: 1))),
      ("fail", .fail(unsent, reason)),
      ("retry", .retry(unsent)),
      ("cancel", .cancel(unsent)),
    ]
    return await StateDiagram(before: [.receive(message)], moves: moves) { message in
      guard let dependent = message?.dependents.first else {
        return (message?.reactions ?? []).isEmpty ? nil : "settled"
      }
      let state = word(dependent.state)
      if dependent.trial.mayBeTaken { return "\(state), perhaps taken" }
      return dependent.trial.isInFlight ? "\(state), in flight" : state
    }
  }

  /// How far the upload of a file has come.
  static func upload() async -> StateDiagram {
    guard let file = RelativePath("a.jpg") else {
      return await StateDiagram(moves: []) { _ in nil }
    }
    let photo = Body.Media(
      kind: .photo, attachments: [Attachment(localPath: file, byteCount: 1, upload: .waiting)])
    let message = OutgoingMessage(key: key, timestamp: 1, body: .media(photo))
    return await StateDiagram(moves: [
      ("enqueue", .enqueue(message)),
      ("progress", .upload(key, file: file, .uploading(percent: 5), remote: nil)),
      ("uploaded", .upload(key, file: file, .done, remote: "r1")),
      ("refused", .upload(key, file: file, .failed(reason), remote: nil)),
      ("aborted", .upload(key, file: file, .waiting, remote: nil)),
      ("retry", .retry(OutboxKey(key))),
    ]) { message in
      switch message?.body.attachments.first?.upload {
      case nil: nil
      case .done: "done"
      case .waiting: "waiting"
      case .uploading: "uploading"
      case .failed: "failed"
      }
    }
  }

  private static func word(_ state: DeliveryState) -> String {
    switch state {
    case .sending: "sending"
    case .failed: "failed"
    case .sent: "sent"
    case .delivered: "delivered"
    case .read: "read"
    }
  }
}
