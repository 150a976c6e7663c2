/// What to read from a store. Only stored data answers it, never the network.
public struct Query: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    /// The newest messages, unconfirmed ones included.
    case newest
    /// The messages directly below a position.
    case older(than: PageCursor)
    /// The messages directly above a position.
    case newer(than: PageCursor)
    /// A message with its neighbours; the newest messages if it is not stored (`PAGE-008`).
    case around(MessageReference)
    /// Everything from one position to another, both included. Gaps are crossed and listed.
    case window(from: PageCursor, to: PageCursor)
    /// Everything unsent in the conversation, in the order in which it was accepted.
    case outbox
    /// The conversations with something to send: of each one that changed after a revision, the
    /// first unsent message and the retractions, in the order of their last changes. `limit` counts
    /// conversations. The answer is complete up to the revision of the snapshot (`SEND-004`).
    case unsent(since: Revision)
  }

  /// The conversation to read; `nil` for all conversations (`outbox` and `unsent` only).
  public let conversation: ConversationID?
  public let kind: Kind
  /// The maximum number of messages, or of conversations for `unsent`; 1…``Limits/page``.
  public let limit: Int
  /// Whether a page continues behind a gap and lists it, or ends there.
  public let crossesGaps: Bool
  /// The messages that a page contains. An outbox ignores the scope and contains everything unsent.
  public let scope: MessageScope
  /// Whether the reader of an outbox sends nothing of it. Everybody else may send what they read,
  /// so a repository counts it among what may have left (`SEND-095`).
  public let looksOnly: Bool

  public init(
    _ kind: Kind, in conversation: ConversationID?, limit: Int, crossesGaps: Bool = false,
    scope: MessageScope = .everything, looksOnly: Bool = false
  ) {
    self.kind = kind
    self.conversation = conversation
    self.limit = limit
    self.crossesGaps = crossesGaps
    self.scope = scope
    self.looksOnly = looksOnly
  }

  /// Returns the same query for another scope.
  public func of(_ scope: MessageScope) -> Query {
    Query(
      kind, in: conversation, limit: limit, crossesGaps: crossesGaps, scope: scope,
      looksOnly: looksOnly)
  }

  /// - Throws: `invalid-limit`, `foreign-cursor`, `malformed-change` (a page without a
  ///   conversation, or `unsent` with one), `limit-exceeded` (the remote id of a thread's root).
  public func validate() throws(RepositoryError) {
    guard (1...Limits.page).contains(limit) else {
      throw RepositoryError(.invalidLimit, "limit \(limit)", conversation: conversation)
    }
    let cursors: [PageCursor]
    switch kind {
    case .newest, .around: cursors = []
    case .older(let cursor), .newer(let cursor): cursors = [cursor]
    case .window(let lower, let upper): cursors = [lower, upper]
    case .outbox: return
    case .unsent:
      guard conversation == nil else {
        throw RepositoryError(
          .malformedChange, "a query for what is unsent covers all conversations, so it names none",
          conversation: conversation)
      }
      return
    }
    guard let conversation else {
      throw RepositoryError(.malformedChange, "a page needs a conversation")
    }
    guard cursors.allSatisfy({ $0.conversation == conversation }) else {
      throw RepositoryError(
        .foreignCursor, "the cursor belongs to another conversation", conversation: conversation)
    }
    if case .thread(let root) = scope { try root.validate(in: conversation) }
  }
}

extension Query: CanonicalCodable {
  public func encode(to writer: inout CanonicalWriter) {
    writer.object { writer in
      writer.field("in", conversation)
      switch kind {
      case .newest: writer.flag("newest", true)
      case .older(let cursor): writer.field("older", cursor)
      case .newer(let cursor): writer.field("newer", cursor)
      case .around(let target): writer.field("around", target)
      case .window(let lower, let upper):
        writer.field("from", lower)
        writer.field("to", upper)
      case .outbox: writer.flag("outbox", true)
      case .unsent(let revision): writer.field("unsentSince", revision)
      }
      writer.field("limit", limit)
      writer.flag("crossesGaps", crossesGaps)
      scope.encode(to: &writer)
      writer.flag("looksOnly", looksOnly)
    }
  }

  public init(from reader: inout CanonicalReader) throws(CanonicalError) {
    self = try reader.object { reader throws(CanonicalError) in
      let conversation = try reader.optional("in", as: ConversationID.self)
      let kind = try Query.kind(from: &reader)
      return Query(
        kind, in: conversation, limit: try reader.field("limit"),
        crossesGaps: try reader.flag("crossesGaps"), scope: try MessageScope(from: &reader),
        looksOnly: try reader.flag("looksOnly"))
    }
  }

  private static func kind(from reader: inout CanonicalReader) throws(CanonicalError) -> Kind {
    if try reader.flag("newest") { return .newest }
    if let cursor = try reader.optional("older", as: PageCursor.self) {
      return .older(than: cursor)
    }
    if let cursor = try reader.optional("newer", as: PageCursor.self) {
      return .newer(than: cursor)
    }
    if let target = try reader.optional("around", as: MessageReference.self) {
      return .around(target)
    }
    if let lower = try reader.optional("from", as: PageCursor.self) {
      return .window(from: lower, to: try reader.field("to"))
    }
    if try reader.flag("outbox") { return .outbox }
    if let revision = try reader.optional("unsentSince", as: Revision.self) {
      return .unsent(since: revision)
    }
    throw reader.failure("a query: newest older newer around from outbox unsentSince")
  }
}
