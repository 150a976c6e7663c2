// The canonical form of changes: one object with one member, the kind.

extension Change: CanonicalCodable {
  public func encode(to writer: inout CanonicalWriter) {
    writer.object { writer in
      switch self {
      case .enqueue(let message): writer.field("enqueue", message)
      case .acknowledge(let key, let position):
        writer.field("acknowledge", key)
        writer.field("position", position)
      case .amend(let key, let id, let action):
        writer.field("amend", key)
        writer.field("id", id)
        writer.field("action", action)
      case .settle(let key, let version):
        writer.field("settle", key)
        writer.field("version", version)
      case .fail(let key, let reason):
        writer.field("fail", key)
        writer.field("reason", reason)
      case .tried(let key, let trial):
        writer.field("tried", key)
        writer.field("trial", trial)
      case .retry(let key): writer.field("retry", key)
      case .cancel(let key): writer.field("cancel", key)
      case .upload(let key, let file, let state, let remote):
        writer.field("upload", key)
        writer.field("file", file)
        writer.field("state", state)
        writer.field("remote", remote)
      case .read(let conversation, let target, let time):
        writer.field("read", conversation)
        writer.field("upTo", target)
        writer.field("at", time)
      case .reported(let conversation, let position):
        writer.field("reported", conversation)
        writer.field("upTo", position)
      case .receive(let message): writer.field("receive", message)
      case .page(let page): writer.field("page", page)
      case .relate(let relation): writer.field("relate", relation)
      case .openGap(let conversation, let gap):
        writer.field("openGap", gap)
        writer.field("in", conversation)
      case .giveUp(let conversation, let gap):
        writer.field("giveUp", gap)
        writer.field("in", conversation)
      case .advance(let stream, let from, let to):
        writer.field("advance", stream)
        writer.field("from", from)
        writer.field("to", to)
      case .resetHistory(let conversation): writer.field("resetHistory", conversation)
      case .forget(let conversation): writer.field("forget", conversation)
      }
    }
  }

  public init(from reader: inout CanonicalReader) throws(CanonicalError) {
    self = try reader.object { reader throws(CanonicalError) in
      if let local = try Change.ofOwner(from: &reader) { return local }
      switch try reader.kind(Change.kinds) {
      case 9: return .receive(try ReceivedMessage(from: &reader))
      case 10: return .page(try HistoryPage(from: &reader))
      case 11: return .relate(try Relation(from: &reader))
      case 12:
        let gap = try Gap(from: &reader)
        return .openGap(try reader.field("in"), gap)
      case 13:
        let gap = try Gap(from: &reader)
        return .giveUp(try reader.field("in"), gap)
      case 14:
        let stream = try StreamID(from: &reader)
        return .advance(
          stream, from: try reader.optional("from"), to: try reader.optional("to"))
      case 15: return .resetHistory(try ConversationID(from: &reader))
      case 17:
        let conversation = try ConversationID(from: &reader)
        return .read(conversation, upTo: try reader.field("upTo"), at: try reader.field("at"))
      case 18:
        let conversation = try ConversationID(from: &reader)
        return .reported(conversation, upTo: try reader.field("upTo"))
      default: return .forget(try ConversationID(from: &reader))
      }
    }
  }

  /// The names of all kinds. The error for an unknown kind lists them.
  private static let kinds: [StaticString] = [
    "enqueue", "acknowledge", "amend", "settle", "fail", "tried", "retry", "cancel", "upload",
    "receive", "page", "relate", "openGap", "giveUp", "advance", "resetHistory", "forget",
    "read", "reported",
  ]

  private static func ofOwner(
    from reader: inout CanonicalReader
  ) throws(CanonicalError) -> Change? {
    if let message = try reader.optional("enqueue", as: OutgoingMessage.self) {
      return .enqueue(message)
    }
    if let key = try reader.optional("acknowledge", as: MessageKey.self) {
      return .acknowledge(key, try reader.field("position"))
    }
    if let key = try reader.optional("amend", as: MessageKey.self) {
      return .amend(key, id: try reader.field("id"), try reader.field("action"))
    }
    if let key = try reader.optional("settle", as: OutboxKey.self) {
      return .settle(key, try reader.field("version"))
    }
    if let key = try reader.optional("fail", as: OutboxKey.self) {
      return .fail(key, try reader.field("reason"))
    }
    if let key = try reader.optional("tried", as: OutboxKey.self) {
      return .tried(key, try reader.field("trial"))
    }
    if let key = try reader.optional("retry", as: OutboxKey.self) { return .retry(key) }
    if let key = try reader.optional("cancel", as: OutboxKey.self) { return .cancel(key) }
    guard let key = try reader.optional("upload", as: MessageKey.self) else { return nil }
    return .upload(
      key, file: try reader.field("file"), try reader.field("state"),
      remote: try reader.optional("remote"))
  }
}

extension MessageKey: CanonicalCodable {
  public func encode(to writer: inout CanonicalWriter) {
    writer.object { writer in
      writer.field("in", conversation)
      writer.field("id", id)
    }
  }

  public init(from reader: inout CanonicalReader) throws(CanonicalError) {
    self = try reader.object { reader throws(CanonicalError) in
      MessageKey(try reader.field("in"), try reader.field("id"))
    }
  }
}

extension OutboxKey: CanonicalCodable {
  public func encode(to writer: inout CanonicalWriter) {
    writer.object { writer in
      writer.field("message", message)
      writer.field("dependent", dependent)
    }
  }

  public init(from reader: inout CanonicalReader) throws(CanonicalError) {
    self = try reader.object { reader throws(CanonicalError) in
      OutboxKey(try reader.field("message"), dependent: try reader.optional("dependent"))
    }
  }
}

extension OutgoingMessage: CanonicalCodable {
  public func encode(to writer: inout CanonicalWriter) {
    writer.object { writer in
      writer.field("key", key)
      writer.field("at", timestamp)
      writer.field("body", body)
      writer.field("replyTo", replyTo)
      writer.field("thread", threadRoot)
    }
  }

  public init(from reader: inout CanonicalReader) throws(CanonicalError) {
    self = try reader.object { reader throws(CanonicalError) in
      OutgoingMessage(
        key: try reader.field("key"), timestamp: try reader.field("at"),
        body: try reader.field("body"), replyTo: try reader.optional("replyTo"),
        threadRoot: try reader.optional("thread"))
    }
  }
}
