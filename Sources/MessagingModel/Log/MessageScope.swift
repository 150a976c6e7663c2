/// The messages of a conversation that a list contains.
public enum MessageScope: Hashable, Sendable {
  case everything
  /// All but the replies in threads.
  case withoutReplies
  /// One thread: the message that began it, its root, and the replies to it (`PAGE-013`).
  case thread(MessageReference)
}

extension MessageScope {
  /// Writes the scope among the members of a query. `everything` is the default and is left out.
  func encode(to writer: inout CanonicalWriter) {
    switch self {
    case .everything: break
    case .withoutReplies: writer.flag("withoutReplies", true)
    case .thread(let root): writer.field("thread", root)
    }
  }

  init(from reader: inout CanonicalReader) throws(CanonicalError) {
    if try reader.flag("withoutReplies") {
      self = .withoutReplies
    } else if let root = try reader.optional("thread", as: MessageReference.self) {
      self = .thread(root)
    } else {
      self = .everything
    }
  }
}
