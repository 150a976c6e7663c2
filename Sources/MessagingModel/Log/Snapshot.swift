/// What lies past the edge of a snapshot.
public enum Edge: Hashable, Sendable {
  /// More messages are stored there.
  case more
  /// Something is missing there: ask the network.
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

/// What a read found at one revision: complete, so that the first frame has its final heights.
public struct Snapshot: Hashable, Sendable {
  /// The conversation's newest commit; for an outbox, the store's.
  public var revision: Revision
  /// In ascending order of ``Message/position``.
  public var messages: [Message]
  /// The quoted messages that are stored, by the reference that names them (`REPO-023`).
  public var quotes: [MessageReference: Message]
  /// The message that began the thread that was asked for, whether it is on the page or not; `nil`
  /// if it is not stored, and where no thread was asked for (`PAGE-014`).
  public var root: Message?
  /// What there is to say of the threads that messages of the page began; only a page without
  /// replies has any (`PAGE-019`).
  public var threads: [MessageID: ThreadSummary]
  /// How far each participant has read, in ascending order of place, then of participant.
  public var receipts: [Receipt]
  /// The gaps between the messages; only a read that crosses gaps has any.
  public var gaps: [Gap]
  /// Cancelled messages that the server may have; only what is read of an outbox has any. They are
  /// here until the server said that it has them no more (`SEND-086`): a screen that shows that
  /// others may still see something reads it from here.
  public var retractions: [Retraction]
  /// Messages that were deleted for everybody and whose files may still be on this device; only
  /// what is read of an outbox has any (`MEDIA-026`).
  public var filesToRemove: [MessageKey]
  /// How far the owner has read where the server does not know it yet; only what is read of an
  /// outbox has any (`RECEIPT-013`).
  public var readings: [Reading]
  /// The highest place of what the server showed and that is deleted: a message that comes later
  /// never stands there (`REPO-060`). Only what is read of one conversation has it.
  public var highestDeleted: ServerPosition?
  /// Of what is unsent, what has a local sequence up to this may have left this device: it was
  /// there when the store was opened, or an outbox was read since that named it. What is accepted
  /// later and never read from an outbox has a greater one (`SEND-095`).
  ///
  /// Only the answer to ``Query/Kind/unsent(since:)`` says it; `nil` if the repository does not
  /// know.
  public var mayHaveLeft: Int64?
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
    self.older = older
    self.newer = newer
    self.unread = unread
    self.found = found
  }

  /// The message that this one answers to, if it is stored.
  public func quote(for message: Message) -> Message? {
    message.replyTo.flatMap { quotes[$0] }
  }

  /// Who has read a message, its sender left out: in ascending order (`RECEIPT-004`).
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
