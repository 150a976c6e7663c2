extension MessageReference: CanonicalCodable {
  public func encode(to writer: inout CanonicalWriter) {
    writer.object { writer in
      switch self {
      case .id(let id): writer.field("id", id)
      case .remote(let remoteID): writer.field("remote", remoteID)
      }
    }
  }

  public init(from reader: inout CanonicalReader) throws(CanonicalError) {
    self = try reader.object { reader throws(CanonicalError) in
      if let id = try reader.optional("id", as: MessageID.self) { return .id(id) }
      return .remote(try reader.field("remote"))
    }
  }
}

extension Version: CanonicalCodable {
  public func encode(to writer: inout CanonicalWriter) {
    writer.object { writer in
      writer.field("order", order)
      writer.field("id", id)
    }
  }

  public init(from reader: inout CanonicalReader) throws(CanonicalError) {
    self = try reader.object { reader throws(CanonicalError) in
      Version(order: try reader.field("order"), id: try reader.field("id"))
    }
  }
}

extension Reaction: CanonicalCodable {
  public func encode(to writer: inout CanonicalWriter) {
    writer.object { writer in
      writer.field("by", participant)
      writer.field("key", key)
    }
  }

  public init(from reader: inout CanonicalReader) throws(CanonicalError) {
    self = try reader.object { reader throws(CanonicalError) in
      Reaction(participant: try reader.field("by"), key: try reader.field("key"))
    }
  }
}

extension Dependent.Action: CanonicalCodable {
  public func encode(to writer: inout CanonicalWriter) {
    writer.object { writer in
      switch self {
      case .edit(let body): writer.field("edit", body)
      case .delete: writer.flag("delete", true)
      case .react(let key): writer.field("react", key)
      case .unreact(let key): writer.field("unreact", key)
      }
    }
  }

  public init(from reader: inout CanonicalReader) throws(CanonicalError) {
    self = try reader.object { reader throws(CanonicalError) in
      if let body = try reader.optional("edit", as: Body.self) { return .edit(body) }
      if try reader.flag("delete") { return .delete }
      if let key = try reader.optional("react", as: ExactString.self) { return .react(key) }
      if let key = try reader.optional("unreact", as: ExactString.self) { return .unreact(key) }
      throw reader.failure("a local change: edit delete react unreact")
    }
  }
}

extension Dependent: CanonicalCodable {
  public func encode(to writer: inout CanonicalWriter) {
    writer.object { writer in
      writer.field("id", id)
      writer.field("action", action)
      writer.field("local", sequence)
      writer.field("state", state)
      writer.tried(trial)
    }
  }

  public init(from reader: inout CanonicalReader) throws(CanonicalError) {
    self = try reader.object { reader throws(CanonicalError) in
      Dependent(
        id: try reader.field("id"), action: try reader.field("action"),
        sequence: try reader.field("local"), state: try reader.field("state"),
        trial: try reader.tried())
    }
  }
}

extension PageCursor: CanonicalCodable {
  public func encode(to writer: inout CanonicalWriter) {
    writer.object { writer in
      writer.field("in", conversation)
      writer.field("position", position)
    }
  }

  public init(from reader: inout CanonicalReader) throws(CanonicalError) {
    self = try reader.object { reader throws(CanonicalError) in
      PageCursor(conversation: try reader.field("in"), position: try reader.field("position"))
    }
  }
}
