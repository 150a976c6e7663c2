/// What lies past the edge of a snapshot.
public enum Edge: Hashable, Sendable {
  /// More messages are stored there.
  case more
  /// A gap: messages are missing there. Request them from the network.
  case gap(Gap)
  /// Nothing: the start of the conversation below, its present end above.
  case end
}

/// How many messages of others lie above the owner's read marker.
public struct Unread: Hashable, Sendable {
  public let count: Int
  /// Whether there may be more: a gap lies above the marker, or ``Limits/unread`` is reached.
  public let isLowerBound: Bool

  public init(count: Int, isLowerBound: Bool) {
    self.count = count
    self.isLowerBound = isLowerBound
  }
}

/// The result of a read at one revision. It is complete, so that the first frame has its final
/// heights.
public struct Snapshot: Hashable, Sendable {
  /// The newest commit of the conversation; for an outbox, of the store.
  public var revision: Revision
  /// The messages, in ascending order of ``Message/position``; an outbox has its own order.
  public var messages: [Message]
  /// The quoted messages that are stored, by the reference that names them (`REPO-023`).
  public var quotes: [MessageReference: Message]
  /// The root of the requested thread, whether it is on the page or not; `nil` if it is not stored,
  /// or if no thread was requested (`PAGE-014`).
  public var root: Message?
  /// Summaries of the threads whose roots are on the page. Only a page without replies has any
  /// (`PAGE-019`).
  public var threads: [MessageID: ThreadSummary]
  /// How far each participant has read, in ascending order of position, then of participant.
  public var receipts: [Receipt]
  /// The gaps between the messages; only a read that crosses gaps has any.
  public var gaps: [Gap]
  /// Cancelled messages that the server may have; only a read of an outbox has any. Each stays
  /// until the server has confirmed that it does not have the message any more (`SEND-086`). A
  /// screen can show from them that others may still see the message.
  public var retractions: [Retraction]
  /// Messages that were deleted for everybody and whose files may still be on this device; only a
  /// read of an outbox has any (`MEDIA-026`).
  public var filesToRemove: [MessageKey]
  /// How far the owner has read where the server does not know it yet; only a read of an outbox has
  /// any (`RECEIPT-013`).
  public var readings: [Reading]
  /// The highest position of a deleted message that the server had returned: no later message is
  /// given that position (`REPO-060`). Only a read of one conversation has it.
  public var highestDeleted: ServerPosition?
  /// The highest local sequence up to which something unsent may have left this device: it was in
  /// the store when the store was opened, a read of an outbox has returned it since, or it is at
  /// most ``othersMayHaveSent``. What was accepted later has a greater one (`SEND-095`).
  ///
  /// Only the answer to ``Query/Kind/unsent(since:)`` has it; `nil` if the repository does not
  /// know.
  public var mayHaveLeft: Int64?
  /// The highest local sequence that was assigned when this handle last found a commit of another
  /// one, or opened the store: the others may have sent everything unsent up to it (`REPO-089`).
  /// Reads of this handle do not raise it.
  ///
  /// Only the answer to ``Query/Kind/unsent(since:)`` has it; `nil` if the repository does not
  /// know.
  public var othersMayHaveSent: Int64?
  public var older: Edge
  public var newer: Edge
  public var unread: Unread
  /// Whether ``Query/Kind/around(_:)`` found its message; `true` for every other query.
  public var found: Bool

  public init(
    revision: Revision, messages: [Message], quotes: [MessageReference: Message] = [:],
    root: Message? = nil, threads: [MessageID: ThreadSummary] = [:], receipts: [Receipt] = [],
    gaps: [Gap] = [], retractions: [Retraction] = [],
    filesToRemove: [MessageKey] = [], readings: [Reading] = [],
    highestDeleted: ServerPosition? = nil, mayHaveLeft: Int64? = nil,
    othersMayHaveSent: Int64? = nil,
    older: Edge, newer: Edge,
    unread: Unread = Unread(count: 0, isLowerBound: false), found: Bool = true
  ) {
    self.revision = revision
    self.messages = messages
    self.quotes = quotes
    self.root = root
    self.threads = threads
    self.receipts = receipts
    self.gaps = gaps
    self.retractions = retractions
    self.filesToRemove = filesToRemove
    self.readings = readings
    self.highestDeleted = highestDeleted
    self.mayHaveLeft = mayHaveLeft
    self.othersMayHaveSent = othersMayHaveSent
    self.older = older
    self.newer = newer
    self.unread = unread
    self.found = found
  }

  /// Returns the message that this one replies to; `nil` if it is not stored.
  public func quote(for message: Message) -> Message? {
    message.replyTo.flatMap { quotes[$0] }
  }

  /// Returns who has read a message, without its sender, in ascending order (`RECEIPT-004`).
  ///
  /// - Complexity: O(receipts).
  public func readers(of message: Message) -> [ParticipantID] {
    guard message.position.confirmed != nil else { return [] }
    return receipts.filter { $0.upTo >= message.position && $0.participant != message.sender }
      .map(\.participant).sorted()
  }
}

extension Edge: CanonicalCodable {
  public func encode(to writer: inout CanonicalWriter) {
    writer.object { writer in
      switch self {
      case .more: writer.flag("more", true)
      case .gap(let gap): writer.field("gap", gap)
      case .end: writer.flag("end", true)
      }
    }
  }

  public init(from reader: inout CanonicalReader) throws(CanonicalError) {
    self = try reader.object { reader throws(CanonicalError) in
      if try reader.flag("more") { return .more }
      if try reader.flag("end") { return .end }
      return .gap(try reader.field("gap"))
    }
  }
}
