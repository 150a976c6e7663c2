// The canonical form of what the network reports.

extension ReceivedMessage: CanonicalCodable {
  public func encode(to writer: inout CanonicalWriter) {
    writer.object { writer in
      writer.field("in", conversation)
      writer.field("position", position)
      writer.field("id", id)
      writer.field("sender", sender)
      writer.field("version", version)
      writer.field("body", body)
      writer.field("replyTo", replyTo)
      writer.field("thread", threadRoot)
    }
  }

  public init(from reader: inout CanonicalReader) throws(CanonicalError) {
    self = try reader.object { reader throws(CanonicalError) in
      ReceivedMessage(
        conversation: try reader.field("in"), position: try reader.field("position"),
        id: try reader.optional("id"), sender: try reader.field("sender"),
        version: try reader.field("version"), body: try reader.field("body"),
        replyTo: try reader.optional("replyTo"), threadRoot: try reader.optional("thread"))
    }
  }
}

extension HistoryPage: CanonicalCodable {
  public func encode(to writer: inout CanonicalWriter) {
    writer.object { writer in
      writer.field("in", conversation)
      writer.field("messages", messages)
      switch reach {
      case .live: writer.flag("live", true)
      case .position(let position): writer.field("upTo", position)
      case .newest: break
      }
      writer.flag("start", reachesStart)
      writer.field("token", token)
    }
  }

  public init(from reader: inout CanonicalReader) throws(CanonicalError) {
    self = try reader.object { reader throws(CanonicalError) in
      let conversation = try reader.field("in", as: ConversationID.self)
      let messages = try reader.list("messages", of: ReceivedMessage.self)
      var reach = Reach.newest
      if try reader.flag("live") {
        reach = .live
      } else if let position = try reader.optional("upTo", as: ServerPosition.self) {
        reach = .position(position)
      }
      return HistoryPage(
        conversation: conversation, messages: messages, reach: reach,
        reachesStart: try reader.flag("start"), token: try reader.optional("token"))
    }
  }
}

extension Relation: CanonicalCodable {
  public func encode(to writer: inout CanonicalWriter) {
    writer.object { writer in
      writer.field("in", conversation)
      writer.field("target", target)
      writer.field("by", author)
      writer.field("version", version)
      switch action {
      case .edit(let body): writer.field("edit", body)
      case .delete(let isModerator, let leavesRow):
        writer.flag("delete", true)
        writer.flag("moderator", isModerator)
        writer.flag("leavesRow", leavesRow)
      case .react(let key): writer.field("react", key)
      case .unreact(let key): writer.field("unreact", key)
      case .receipt(let readAt): writer.field("receipt", readAt)
      case .status(let state): writer.field("status", state)
      }
    }
  }

  public init(from reader: inout CanonicalReader) throws(CanonicalError) {
    self = try reader.object { reader throws(CanonicalError) in
      Relation(
        conversation: try reader.field("in"), target: try reader.field("target"),
        author: try reader.field("by"), version: try reader.field("version"),
        action: try Action(from: &reader))
    }
  }
}

extension Relation.Action {
  fileprivate init(from reader: inout CanonicalReader) throws(CanonicalError) {
    switch try reader.kind(["edit", "delete", "react", "unreact", "receipt", "status"]) {
    case 0: self = .edit(try Body(from: &reader))
    case 1:
      guard try reader.boolean() else { throw reader.failure("true") }
      self = .delete(
        isModerator: try reader.flag("moderator"), leavesRow: try reader.flag("leavesRow"))
    case 2: self = .react(try ExactString(from: &reader))
    case 3: self = .unreact(try ExactString(from: &reader))
    case 4: self = .receipt(try Timestamp(from: &reader))
    default: self = .status(try DeliveryState(from: &reader))
    }
  }
}
