// The canonical form of what a read returns.

extension Message: CanonicalCodable {
  public func encode(to writer: inout CanonicalWriter) {
    content.encode(to: &writer, files: [], reactions: reactions)
  }

  public init(from reader: inout CanonicalReader) throws(CanonicalError) {
    var reactions: [Reaction] = []
    var content = try MessageContent(
      from: &reader, files: { _ throws(CanonicalError) in },
      reactions: { reader throws(CanonicalError) in reactions = try reader.list("reactions") })
    content.reactions = reactions
    self.init(content)
  }
}

extension Unread: CanonicalCodable {
  public func encode(to writer: inout CanonicalWriter) {
    writer.object { writer in
      writer.field("count", count)
      writer.flag("lowerBound", isLowerBound)
    }
  }

  public init(from reader: inout CanonicalReader) throws(CanonicalError) {
    self = try reader.object { reader throws(CanonicalError) in
      Unread(count: try reader.field("count"), isLowerBound: try reader.flag("lowerBound"))
    }
  }
}

/// A quoted message with the name by which it was quoted.
private struct Quote: CanonicalCodable {
  let target: MessageReference
  let message: Message

  init(target: MessageReference, message: Message) {
    self.target = target
    self.message = message
  }

  func encode(to writer: inout CanonicalWriter) {
    writer.object { writer in
      writer.field("target", target)
      writer.field("message", message)
    }
  }

  init(from reader: inout CanonicalReader) throws(CanonicalError) {
    self = try reader.object { reader throws(CanonicalError) in
      Quote(target: try reader.field("target"), message: try reader.field("message"))
    }
  }
}

extension Snapshot: CanonicalCodable {
  public func encode(to writer: inout CanonicalWriter) {
    // A dictionary has no order, so the quotes are sorted by the bytes of their names.
    let sorted = quotes.map { Quote(target: $0.key, message: $0.value) }
      .sorted { $0.target.canonical.lexicographicallyPrecedes($1.target.canonical) }
    writer.object { writer in
      writer.field("revision", revision)
      writer.field("messages", messages)
      writer.field("quotes", sorted)
      writer.field("root", root)
      writer.field(
        "threads",
        threads.map { RootSummary(root: $0.key, summary: $0.value) }
          .sorted { $0.root < $1.root })
      writer.field("receipts", receipts)
      writer.field("gaps", gaps)
      writer.field("retractions", retractions)
      writer.field("filesToRemove", filesToRemove)
      writer.field("readings", readings)
      writer.field("highestDeleted", highestDeleted)
      writer.field("mayHaveLeft", mayHaveLeft)
      writer.field("othersMayHaveSent", othersMayHaveSent)
      writer.field("older", older)
      writer.field("newer", newer)
      writer.field("unread", unread)
      writer.flag("found", found)
    }
  }

  public init(from reader: inout CanonicalReader) throws(CanonicalError) {
    self = try reader.object { reader throws(CanonicalError) in
      let revision = try reader.field("revision", as: Revision.self)
      let messages = try reader.list("messages", of: Message.self)
      let quotes = try reader.ascending("quotes", of: Quote.self) {
        $0.target.canonical.lexicographicallyPrecedes($1.target.canonical)
      }
      let root = try reader.optional("root", as: Message.self)
      let threads = try reader.ascending("threads", of: RootSummary.self) { $0.root < $1.root }
      return Snapshot(
        revision: revision, messages: messages,
        quotes: Dictionary(quotes.map { ($0.target, $0.message) }) { first, _ in first },
        root: root,
        threads: Dictionary(threads.map { ($0.root, $0.summary) }) { first, _ in first },
        receipts: try reader.list("receipts"),
        gaps: try reader.list("gaps"),
        retractions: try reader.list("retractions"),
        filesToRemove: try reader.list("filesToRemove"),
        readings: try reader.list("readings"),
        highestDeleted: try reader.optional("highestDeleted"),
        mayHaveLeft: try reader.optional("mayHaveLeft"),
        othersMayHaveSent: try reader.optional("othersMayHaveSent"),
        older: try reader.field("older"), newer: try reader.field("newer"),
        unread: try reader.field("unread"), found: try reader.flag("found"))
    }
  }
}

extension CanonicalReader {
  /// Reads a list in ascending order: the elements of a dictionary have one order, and no key
  /// twice.
  fileprivate mutating func ascending<Value: CanonicalCodable>(
    _ name: StaticString, of type: Value.Type, by precedes: (Value, Value) -> Bool
  ) throws(CanonicalError) -> [Value] {
    let place = offset
    let values = try list(name, of: type)
    guard zip(values, values.dropFirst()).allSatisfy(precedes) else {
      throw failure("\(name) in ascending order, none of them twice", at: place)
    }
    return values
  }
}
