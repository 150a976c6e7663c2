internal import MessagingModel

/// An event as the server lists it, checked as far as every event can be.
struct MatrixEvent: Sendable {
  let id: RemoteID
  let type: ExactString
  let sender: ParticipantID
  /// What the sender's server says; times repeat, and run backwards.
  let time: Timestamp
  let content: JSON
  /// Whether it says something about the room, and is nothing that somebody wrote.
  let isState: Bool
  /// What it deletes.
  let redacts: RemoteID?
  /// Whether it was deleted: what it said is gone.
  let isRedacted: Bool
  /// The key under which this device sent it; the server shows it to nobody else.
  let key: MessageID?
  /// Its newest edit, as the server bundles it.
  private let bundledEdit: JSON?

  /// - Returns: `nil` for what is no event.
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
    redacts = MatrixNames.event(content["redacts"]) ?? MatrixNames.event(json["redacts"])
    let unsigned = json["unsigned"]
    isRedacted = unsigned?["redacted_because"]?.object != nil
    key = unsigned?["transaction_id"]?.string.flatMap { MessageID($0.string) }
    bundledEdit = unsigned?["m.relations"]?["m.replace"]
  }

  /// What orders the edits of a message, and the times somebody reacted: the network's own rule.
  var version: Version { Version(order: time.milliseconds, id: id.text) }

  var position: ServerPosition {
    ServerPosition(serverTime: time, timestamp: time, remoteID: id)
  }

  /// The newest edit, if it is one by the same person.
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

  /// What an edit says.
  var newBody: Body? {
    content["m.new_content"].flatMap { $0.object == nil ? nil : Body(matrix: $0, type: type) }
  }

  /// The message to which it is a reaction, and with what.
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

  /// The message that it answers; in a thread not the one that is named for clients without
  /// threads.
  var replyTo: RemoteID? {
    let isFallback = threadRoot != nil && relation?["is_falling_back"]?.bool == true
    return isFallback ? nil : MatrixNames.event(relation?["m.in_reply_to"]?["event_id"])
  }
}
