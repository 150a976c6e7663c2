/// How somebody points at a message: by its identity, or by the network's name for it.
public enum MessageReference: Hashable, Sendable {
  case id(MessageID)
  case remote(RemoteID)
}

/// What orders two versions of one thing: the server's edit order, then the id of the edit.
///
/// The greater one wins, whichever arrives first (`ORDER-010`).
public struct Version: Hashable, Comparable, Sendable {
  /// Zero for what was first published.
  public let order: Int64
  /// Decides between equal orders.
  public let id: ExactString

  public init(order: Int64, id: ExactString = "") {
    self.order = order
    self.id = id
  }

  /// What was first published.
  public static let original = Version(order: 0)

  public static func < (left: Version, right: Version) -> Bool {
    left.order != right.order ? left.order < right.order : left.id < right.id
  }
}

/// One participant's one reaction; a set, so adding it twice is adding it once (`REPO-020`).
public struct Reaction: Hashable, Sendable {
  public let participant: ParticipantID
  public let key: ExactString

  public init(participant: ParticipantID, key: ExactString) {
    self.participant = participant
    self.key = key
  }
}

/// A local edit, deletion or reaction that the server has not taken yet.
public struct Dependent: Hashable, Sendable {
  public enum Action: Hashable, Sendable {
    case edit(Body)
    case delete
    case react(ExactString)
    case unreact(ExactString)
  }

  /// Its own identity, and the key under which it is sent.
  public let id: MessageID
  public let action: Action
  /// The order in which this device accepted it, in one count with the messages.
  public let sequence: Int64
  /// `sending` or `failed`.
  public var state: DeliveryState

  public init(id: MessageID, action: Action, sequence: Int64, state: DeliveryState = .sending) {
    self.id = id
    self.action = action
    self.sequence = sequence
    self.state = state
  }
}

/// A message as it is shown: confirmed content with the local changes that wait on top of it.
///
/// `==` compares every field; identity is ``id`` alone (seed 001, `ORDER-007`).
public struct Message: Hashable, Sendable, Identifiable {
  public var id: MessageID
  public var conversation: ConversationID
  public var sender: ParticipantID
  /// Whether the owner of the store wrote it.
  public var isOutgoing: Bool
  public var position: Position
  /// When its author says it was written.
  public var timestamp: Timestamp
  public var body: Body
  /// The server's version of the body; `nil` until the server showed one.
  public var version: Version?
  public var replyTo: MessageReference?
  public var threadRoot: MessageReference?
  /// By participant, then key.
  public var reactions: [Reaction]
  public var delivery: DeliveryState
  /// Local changes that wait, in the order in which they were made.
  public var dependents: [Dependent]

  /// Any field may be anything here; ``Snapshot/violations()`` tells what a store must not show.
  public init(
    id: MessageID, conversation: ConversationID, sender: ParticipantID, isOutgoing: Bool,
    position: Position, timestamp: Timestamp, body: Body, version: Version? = nil,
    replyTo: MessageReference? = nil, threadRoot: MessageReference? = nil,
    reactions: [Reaction] = [], delivery: DeliveryState, dependents: [Dependent] = []
  ) {
    self.id = id
    self.conversation = conversation
    self.sender = sender
    self.isOutgoing = isOutgoing
    self.position = position
    self.timestamp = timestamp
    self.body = body
    self.version = version
    self.replyTo = replyTo
    self.threadRoot = threadRoot
    self.reactions = reactions
    self.delivery = delivery
    self.dependents = dependents
  }

  /// The network's name, once there is one.
  public var remoteID: RemoteID? { position.confirmed?.remoteID }
  /// Its place as a cursor.
  public var cursor: Cursor { Cursor(conversation: conversation, position: position) }
  /// Whether the body differs from what was first published.
  public var isEdited: Bool { version.map { $0 > .original } ?? false }

  /// How many participants reacted with each key: most first, then by key.
  public var reactionCounts: [(key: ExactString, count: Int)] {
    Dictionary(grouping: reactions, by: \.key)
      .map { (key: $0.key, count: $0.value.count) }
      .sorted { $0.count != $1.count ? $0.count > $1.count : $0.key < $1.key }
  }
}

/// A position in one conversation: where a page begins (`PAGE-001`).
public struct Cursor: Hashable, Sendable {
  public let conversation: ConversationID
  public let position: Position

  public init(conversation: ConversationID, position: Position) {
    self.conversation = conversation
    self.position = position
  }
}
