// The members that a stored message and a shown one have in common: one order, written once.

extension MessageContent {
  /// Writes a message. `files` and `reactions` come separately: a store keeps more of these two
  /// than a screen shows.
  func encode(
    to writer: inout CanonicalWriter, files: [Attachment], reactions: [some CanonicalCodable]
  ) {
    writer.object { writer in
      writer.field("in", conversation)
      writer.field("id", id)
      writer.field("sender", sender)
      writer.flag("outgoing", isOutgoing)
      writer.field("position", position)
      writer.field("at", timestamp)
      writer.field("body", body)
      writer.field("files", files)
      writer.field("version", version)
      writer.field("replyTo", replyTo)
      writer.field("thread", threadRoot)
      writer.field("reactions", reactions)
      writer.field("delivery", delivery)
      writer.tried(trial)
      writer.field("dependents", dependents)
      writer.flag("echo", isEchoed)
    }
  }

  /// Reads a message without reactions. `files` and `reactions` read the two members at their
  /// places.
  @inline(__always)
  init(
    from reader: inout CanonicalReader,
    files: (inout CanonicalReader) throws(CanonicalError) -> Void,
    reactions: (inout CanonicalReader) throws(CanonicalError) -> Void
  ) throws(CanonicalError) {
    self = try reader.object { reader throws(CanonicalError) in
      let conversation = try reader.field("in", as: ConversationID.self)
      let id = try reader.field("id", as: MessageID.self)
      let sender = try reader.field("sender", as: ParticipantID.self)
      let isOutgoing = try reader.flag("outgoing")
      let position = try reader.field("position", as: Position.self)
      let timestamp = try reader.field("at", as: Timestamp.self)
      let body = try reader.field("body", as: Body.self)
      try files(&reader)
      let version = try reader.optional("version", as: Version.self)
      let replyTo = try reader.optional("replyTo", as: MessageReference.self)
      let threadRoot = try reader.optional("thread", as: MessageReference.self)
      try reactions(&reader)
      return MessageContent(
        id: id, conversation: conversation, sender: sender, isOutgoing: isOutgoing,
        position: position, timestamp: timestamp, body: body, version: version, replyTo: replyTo,
        threadRoot: threadRoot, reactions: [], delivery: try reader.field("delivery"),
        trial: try reader.tried(), dependents: try reader.list("dependents"),
        isEchoed: try reader.flag("echo"))
    }
  }
}
