/// The record that a store has once: its owner and its counters.
public struct StoreRecord: Hashable, Sendable {
  /// The owner; their messages are outgoing.
  public var owner: ParticipantID
  /// Counts commits that changed something.
  public var revision: Revision
  /// The local sequence of the next message or change.
  public var nextSequence: Int64
  /// The token of ``StreamID/main``; `nil` if nothing of it is stored. It is here because each
  /// commit writes this record anyway.
  public var syncToken: SyncToken?
  /// The newest commit that forgot a conversation. No other row shows it any more.
  public var lastForgotten: Revision

  public init(
    owner: ParticipantID, revision: Revision = .zero, nextSequence: Int64 = 1,
    syncToken: SyncToken? = nil, lastForgotten: Revision = .zero
  ) {
    self.owner = owner
    self.revision = revision
    self.nextSequence = nextSequence
    self.syncToken = syncToken
    self.lastForgotten = lastForgotten
  }
}

/// How far one stream of the server is stored. ``StreamID/main`` is in the ``StoreRecord`` instead.
public struct StreamRecord: Hashable, Sendable {
  public let id: StreamID
  public var token: SyncToken

  public init(id: StreamID, token: SyncToken) {
    self.id = id
    self.token = token
  }
}

/// The record that a store has for each conversation.
public struct ConversationRecord: Hashable, Sendable {
  public let id: ConversationID
  public var gaps: GapSet
  /// How far the owner has read.
  public var readMarker: Position?
  /// When the owner read up to the marker; `nil` if the server knows it already (`RECEIPT-013`).
  public var unreported: Timestamp?
  /// How many messages were unread when the history was dropped: a reset never lowers the count
  /// (`RECEIPT-008`). Zero once nothing is missing above the marker.
  public var unreadFloor: Int
  /// Cancelled messages that the server may have nevertheless (`SEND-035`).
  public var retractions: [Retraction]
  /// Messages that were deleted for everybody and whose files may still be on this device
  /// (`MEDIA-026`).
  public var filesToRemove: [MessageID]
  /// The highest position of a deleted message that the server had returned. No other message is
  /// given that position (`REPO-060`). `nil` if there is none since the last reset of the history.
  public var highestDeleted: ServerPosition?
  /// The newest commits that changed the structure, the content and the metadata.
  public var structure: Revision
  public var content: Revision
  public var metadata: Revision

  public init(
    id: ConversationID, gaps: GapSet = .everything, readMarker: Position? = nil,
    unreported: Timestamp? = nil, unreadFloor: Int = 0, retractions: [Retraction] = [],
    filesToRemove: [MessageID] = [], highestDeleted: ServerPosition? = nil,
    structure: Revision = .zero, content: Revision = .zero, metadata: Revision = .zero
  ) {
    self.id = id
    self.gaps = gaps
    self.readMarker = readMarker
    self.unreported = unreported
    self.unreadFloor = unreadFloor
    self.retractions = retractions
    self.filesToRemove = filesToRemove
    self.highestDeleted = highestDeleted
    self.structure = structure
    self.content = content
    self.metadata = metadata
  }

  /// What is to be reported about the owner's reading; `nil` if nothing is.
  public var reading: Reading? {
    guard let readAt = unreported, let position = readMarker?.confirmed else { return nil }
    return Reading(conversation: id, upTo: position, readAt: readAt)
  }

  /// Whether something is missing above the read marker, or anywhere if there is none
  /// (`RECEIPT-009`).
  ///
  /// - Complexity: O(gaps).
  public var hasGapAboveMarker: Bool {
    gaps.gaps.contains { gap in
      guard let before = gap.before, let readMarker else { return true }
      return .confirmed(before) > readMarker
    }
  }

  /// The newest commit that changed anything in the conversation.
  public var revision: Revision { max(structure, content, metadata) }
}

/// A cancelled message that the server may have. The sender of messages deletes it at the server,
/// or finds that it never left this device.
public struct Retraction: Hashable, Sendable {
  /// The cancelled message.
  public let key: MessageKey
  /// Its local sequence.
  public let sequence: Int64
  /// What is stored about the attempts to send it, then about those to retract it.
  public var trial: SendTrial

  public init(key: MessageKey, sequence: Int64, trial: SendTrial = .none) {
    self.key = key
    self.sequence = sequence
    self.trial = trial
  }
}

/// How far the owner has read, where the server does not know it yet.
public struct Reading: Hashable, Sendable {
  public let conversation: ConversationID
  public let upTo: ServerPosition
  public let readAt: Timestamp

  public init(conversation: ConversationID, upTo: ServerPosition, readAt: Timestamp) {
    self.conversation = conversation
    self.upTo = upTo
    self.readAt = readAt
  }
}

/// What is stored about one reaction of one participant to a message.
public struct ReactionRecord: Hashable, Sendable {
  public let reaction: Reaction
  public var version: Version
  public var isPresent: Bool
}

/// How far one participant has read: everything up to a position (`RECEIPT-001`).
public struct Receipt: Hashable, Sendable {
  public let conversation: ConversationID
  public let participant: ParticipantID
  public var upTo: Position
  public var readAt: Timestamp

  public init(
    conversation: ConversationID, participant: ParticipantID, upTo: Position, readAt: Timestamp
  ) {
    self.conversation = conversation
    self.participant = participant
    self.upTo = upTo
    self.readAt = readAt
  }
}

/// What is kept of a deleted message, so that no late copy brings it back (`REPO-017`), and of a
/// local change that was sent or given up, so that it is not sent again (`REPO-042`).
public struct Tombstone: Hashable, Sendable {
  public let conversation: ConversationID
  /// A name of the message, or the id of the local change.
  public let target: MessageReference
  /// Whether a row stays that shows the deletion.
  public var leavesRow: Bool
  /// The position of the message, so that a receipt for it still counts; `nil` if it is unknown.
  public var position: ServerPosition?

  public init(
    conversation: ConversationID, target: MessageReference, leavesRow: Bool,
    position: ServerPosition? = nil
  ) {
    self.conversation = conversation
    self.target = target
    self.leavesRow = leavesRow
    self.position = position
  }
}

/// The relations that wait for a message that has not arrived (`ORDER-012`).
public struct WaitingRecord: Hashable, Sendable {
  public let conversation: ConversationID
  public let target: MessageReference
  /// The newest relation per author and kind of action. Not more than ``Limits/waiting``, unless
  /// all of them are deletions.
  public var relations: [Relation]
}

/// Counts the commits that changed something in a store.
public struct Revision: Hashable, Comparable, Sendable {
  public let number: Int64

  public init(_ number: Int64) { self.number = number }

  public static let zero = Revision(0)

  public static func < (left: Revision, right: Revision) -> Bool { left.number < right.number }

  /// The revision of the next commit.
  public var next: Revision { Revision(number + 1) }
}

extension Revision: CanonicalCodable {
  public func encode(to writer: inout CanonicalWriter) { writer.integer(number) }
  public init(from reader: inout CanonicalReader) throws(CanonicalError) {
    self.init(try reader.integer())
  }
}
