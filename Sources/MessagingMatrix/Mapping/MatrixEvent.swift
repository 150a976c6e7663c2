internal import MessagingModel

/// An event of a server's list, with the checks that apply to every event.
struct MatrixEvent: Sendable {
  let id: RemoteID
  let type: ExactString
  let sender: ParticipantID
  /// The time of the sender's server. Times may repeat and go backwards.
  let time: Timestamp
  let content: JSON
  /// Whether it is a state event of the room, not a message.
  let isState: Bool
  /// The event that it deletes.
  let redacts: RemoteID?
  /// Whether it was deleted; its content is then gone.
  let isRedacted: Bool
  /// The key with which this device sent it. The server shows it only to this device.
  let key: MessageID?
  /// Its newest edit, bundled by the server.
  private let bundledEdit: JSON?

  /// - Returns: `nil` if the JSON is not an event.
  init?(_ json: JSON) {
    guard let id = MatrixNames.event(json["event_id"]), let type = json["type"]?.string,
      let sender = MatrixNames.user(json["sender"]), let content = json["content"],
      content.object != nil
    else { return nil }
    self.id = id
    self.type = type
    self.sender = sender
    self.content = content
    time = Timestamp(milliseconds: json["origin_server_ts"]?.count ?? 0)
    isState = json["state_key"]?.string != nil
    // A server checks one of the two, and which depends on the room's version.
    let redacted = Set([content["redacts"], json["redacts"]].compactMap { MatrixNames.event($0) })
    redacts = redacted.count == 1 ? redacted.first : nil
    let unsigned = json["unsigned"]
    isRedacted = unsigned?["redacted_because"]?.object != nil
    key = unsigned?["transaction_id"]?.string.flatMap { MessageID($0.string) }
    bundledEdit = unsigned?["m.relations"]?["m.replace"]
  }

  /// The version that orders the edits of a message, or repeated reactions of a person, by the
  /// network's own rule.
  var version: Version { Version(order: time.milliseconds, id: id.text) }

  var position: ServerPosition {
    ServerPosition(serverTime: time, timestamp: time, remoteID: id)
  }

  /// The newest edit, if it is valid and by the same sender.
  var edit: MatrixEvent? {
    guard let edit = bundledEdit.flatMap(MatrixEvent.init), edit.sender == sender,
      edit.replaces == id, edit.newBody != nil
    else { return nil }
    return edit
  }

  private var relation: JSON? { content["m.relates_to"] }
  private var relationKind: ExactString? { relation?["rel_type"]?.string }

  /// The message that it edits.
  var replaces: RemoteID? {
    relationKind == "m.replace" ? MatrixNames.event(relation?["event_id"]) : nil
  }

  /// The new body in an edit.
  var newBody: Body? {
    content["m.new_content"].flatMap { $0.object == nil ? nil : Body(matrix: $0, type: type) }
  }

  /// The target and the key of a reaction.
  var reaction: (target: RemoteID, key: ExactString)? {
    guard type == "m.reaction", relationKind == "m.annotation",
      let target = MatrixNames.event(relation?["event_id"]), let key = relation?["key"]?.string,
      (1...Limits.name).contains(key.byteCount)
    else { return nil }
    return (target, key)
  }

  var threadRoot: RemoteID? {
    relationKind == "m.thread" ? MatrixNames.event(relation?["event_id"]) : nil
  }

  /// The message to which it replies. In a thread, the fallback target for clients without threads
  /// does not count.
  var replyTo: RemoteID? {
    let isFallback = threadRoot != nil && relation?["is_falling_back"]?.bool == true
    return isFallback ? nil : MatrixNames.event(relation?["m.in_reply_to"]?["event_id"])
  }
}
