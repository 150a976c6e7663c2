// The canonical form of what a store keeps (`Spec/canonical-form.md`).

extension StoreRecord: CanonicalCodable {
  public func encode(to writer: inout CanonicalWriter) {
    writer.object { writer in
      writer.field("owner", owner)
      writer.field("revision", revision)
      writer.field("next", nextSequence)
      writer.field("token", syncToken)
      writer.field("forgotten", lastForgotten)
    }
  }

  public init(from reader: inout CanonicalReader) throws(CanonicalError) {
    self = try reader.object { reader throws(CanonicalError) in
      StoreRecord(
        owner: try reader.field("owner"), revision: try reader.field("revision"),
        nextSequence: try reader.field("next"), syncToken: try reader.optional("token"),
        lastForgotten: try reader.field("forgotten"))
    }
  }
}

extension StreamRecord: CanonicalCodable {
  public func encode(to writer: inout CanonicalWriter) {
    writer.object { writer in
      writer.field("id", id)
      writer.field("token", token)
    }
  }

  public init(from reader: inout CanonicalReader) throws(CanonicalError) {
    self = try reader.object { reader throws(CanonicalError) in
      StreamRecord(id: try reader.field("id"), token: try reader.field("token"))
    }
  }
}

extension ConversationRecord: CanonicalCodable {
  public func encode(to writer: inout CanonicalWriter) {
    writer.object { writer in
      writer.field("id", id)
      writer.field("gaps", gaps.gaps)
      writer.field("readMarker", readMarker)
      writer.field("unreported", unreported)
      writer.field("unreadFloor", unreadFloor)
      writer.field("retractions", retractions)
      writer.field("filesToRemove", filesToRemove)
      writer.field("highestDeleted", highestDeleted)
      writer.field("structure", structure)
      writer.field("content", content)
      writer.field("metadata", metadata)
    }
  }

  public init(from reader: inout CanonicalReader) throws(CanonicalError) {
    self = try reader.object { reader throws(CanonicalError) in
      ConversationRecord(
        id: try reader.field("id"), gaps: GapSet(gaps: try reader.list("gaps")),
        readMarker: try reader.optional("readMarker"),
        unreported: try reader.optional("unreported"),
        unreadFloor: try reader.field("unreadFloor"),
        retractions: try reader.list("retractions"),
        filesToRemove: try reader.list("filesToRemove"),
        highestDeleted: try reader.optional("highestDeleted"),
        structure: try reader.field("structure"), content: try reader.field("content"),
        metadata: try reader.field("metadata"))
    }
  }
}

extension Retraction: CanonicalCodable {
  public func encode(to writer: inout CanonicalWriter) {
    writer.object { writer in
      writer.field("message", key)
      writer.field("sequence", sequence)
      writer.tried(trial)
    }
  }

  public init(from reader: inout CanonicalReader) throws(CanonicalError) {
    self = try reader.object { reader throws(CanonicalError) in
      Retraction(
        key: try reader.field("message"), sequence: try reader.field("sequence"),
        trial: try reader.tried())
    }
  }
}

extension Reading: CanonicalCodable {
  public func encode(to writer: inout CanonicalWriter) {
    writer.object { writer in
      writer.field("in", conversation)
      writer.field("upTo", upTo)
      writer.field("readAt", readAt)
    }
  }

  public init(from reader: inout CanonicalReader) throws(CanonicalError) {
    self = try reader.object { reader throws(CanonicalError) in
      Reading(
        conversation: try reader.field("in"), upTo: try reader.field("upTo"),
        readAt: try reader.field("readAt"))
    }
  }
}

extension ReactionRecord: CanonicalCodable {
  public func encode(to writer: inout CanonicalWriter) {
    writer.object { writer in
      writer.field("reaction", reaction)
      writer.field("version", version)
      writer.flag("present", isPresent)
    }
  }

  public init(from reader: inout CanonicalReader) throws(CanonicalError) {
    self = try reader.object { reader throws(CanonicalError) in
      ReactionRecord(
        reaction: try reader.field("reaction"), version: try reader.field("version"),
        isPresent: try reader.flag("present"))
    }
  }
}

extension MessageRecord: CanonicalCodable {
  public func encode(to writer: inout CanonicalWriter) {
    content.encode(to: &writer, files: parkedFiles, reactions: reactions)
  }

  public init(from reader: inout CanonicalReader) throws(CanonicalError) {
    var files: [Attachment] = []
    var reactions: [ReactionRecord] = []
    let content = try MessageContent(
      from: &reader,
      files: { reader throws(CanonicalError) in files = try reader.list("files") },
      reactions: { reader throws(CanonicalError) in reactions = try reader.list("reactions") })
    self.init(content, parkedFiles: files, reactions: reactions)
  }
}

extension MessageRecord {
  /// Reads a record from exactly these bytes. It does the same as the initializer of every value,
  /// but is compiled for this type: a page has fifty records.
  public init(
    canonical bytes: UnsafeRawBufferPointer, sharing names: inout RecentNames
  ) throws(CanonicalError) {
    var reader = CanonicalReader(bytes, names)
    names = RecentNames.none
    defer { names = reader.names }
    self = try MessageRecord(from: &reader)
    try reader.end()
  }
}

extension Receipt: CanonicalCodable {
  public func encode(to writer: inout CanonicalWriter) {
    writer.object { writer in
      writer.field("in", conversation)
      writer.field("by", participant)
      writer.field("upTo", upTo)
      writer.field("readAt", readAt)
    }
  }

  public init(from reader: inout CanonicalReader) throws(CanonicalError) {
    self = try reader.object { reader throws(CanonicalError) in
      Receipt(
        conversation: try reader.field("in"), participant: try reader.field("by"),
        upTo: try reader.field("upTo"), readAt: try reader.field("readAt"))
    }
  }
}

extension Tombstone: CanonicalCodable {
  public func encode(to writer: inout CanonicalWriter) {
    writer.object { writer in
      writer.field("in", conversation)
      writer.field("target", target)
      writer.flag("leavesRow", leavesRow)
      writer.field("position", position)
    }
  }

  public init(from reader: inout CanonicalReader) throws(CanonicalError) {
    self = try reader.object { reader throws(CanonicalError) in
      Tombstone(
        conversation: try reader.field("in"), target: try reader.field("target"),
        leavesRow: try reader.flag("leavesRow"), position: try reader.optional("position"))
    }
  }
}

extension WaitingRecord: CanonicalCodable {
  public func encode(to writer: inout CanonicalWriter) {
    writer.object { writer in
      writer.field("in", conversation)
      writer.field("target", target)
      writer.field("relations", relations)
    }
  }

  public init(from reader: inout CanonicalReader) throws(CanonicalError) {
    self = try reader.object { reader throws(CanonicalError) in
      WaitingRecord(
        conversation: try reader.field("in"), target: try reader.field("target"),
        relations: try reader.list("relations"))
    }
  }
}

extension StoredRecord: CanonicalCodable {
  public func encode(to writer: inout CanonicalWriter) {
    writer.object { writer in
      switch self {
      case .store(let record): writer.field("store", record)
      case .stream(let record): writer.field("stream", record)
      case .conversation(let record): writer.field("conversation", record)
      case .message(let record): writer.field("message", record)
      case .receipt(let receipt): writer.field("receipt", receipt)
      case .tombstone(let tombstone): writer.field("tombstone", tombstone)
      case .waiting(let record): writer.field("waiting", record)
      }
    }
  }

  public init(from reader: inout CanonicalReader) throws(CanonicalError) {
    self = try reader.object { reader throws(CanonicalError) in
      switch try reader.kind([
        "store", "conversation", "message", "receipt", "tombstone", "waiting", "stream",
      ]) {
      case 0: .store(try StoreRecord(from: &reader))
      case 1: .conversation(try ConversationRecord(from: &reader))
      case 2: .message(try MessageRecord(from: &reader))
      case 3: .receipt(try Receipt(from: &reader))
      case 4: .tombstone(try Tombstone(from: &reader))
      case 5: .waiting(try WaitingRecord(from: &reader))
      default: .stream(try StreamRecord(from: &reader))
      }
    }
  }
}
