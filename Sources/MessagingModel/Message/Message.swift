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
  /// What became of the attempts to send it.
  public var trial: SendTrial

  public init(
    id: MessageID, action: Action, sequence: Int64, state: DeliveryState = .sending,
    trial: SendTrial = .none
  ) {
    self.id = id
    self.action = action
    self.sequence = sequence
    self.state = state
    self.trial = trial
  }
}

/// A message as it is shown: confirmed content with the local changes that wait on top of it.
///
/// `==` compares every field; identity is ``id`` alone (seed 001, `ORDER-007`).
///
/// A copy is a reference: what a page costs does not grow with what a message has members.
/// Changing a member makes a copy of all of them.
public struct Message: Hashable, Sendable, Identifiable {
  @usableFromInline private(set) var storage: MessageBox

  /// Any field may be anything here; ``Snapshot/violations()`` tells what a store must not show.
  public init(
    id: MessageID, conversation: ConversationID, sender: ParticipantID, isOutgoing: Bool,
    position: Position, timestamp: Timestamp, body: Body, version: Version? = nil,
    replyTo: MessageReference? = nil, threadRoot: MessageReference? = nil,
    reactions: [Reaction] = [], delivery: DeliveryState, trial: SendTrial = .none,
    dependents: [Dependent] = [], hasEcho: Bool = false
  ) {
    self.init(
      MessageContent(
        id: id, conversation: conversation, sender: sender, isOutgoing: isOutgoing,
        position: position, timestamp: timestamp, body: body, version: version, replyTo: replyTo,
        threadRoot: threadRoot, reactions: reactions, delivery: delivery, trial: trial,
        dependents: dependents, isEchoed: hasEcho && isOutgoing))
  }

  init(_ content: MessageContent) {
    storage = MessageBox(content)
  }

  /// - Parameter storage: of a record that is shown as it is.
  init(sharing storage: MessageBox) {
    self.storage = storage
  }

  /// Its members at once; whoever changes several changes them here.
  var content: MessageContent {
    get { storage.content }
    set { storage = MessageBox(newValue) }
  }

  public var id: MessageID {
    @inlinable get { storage.content.id }
    set { content.id = newValue }
  }
  /// What a change of it is addressed to (``Change/acknowledge(_:_:)``, ``OutboxKey``).
  public var key: MessageKey { MessageKey(conversation, id) }
  public var conversation: ConversationID {
    get { storage.content.conversation }
    set { content.conversation = newValue }
  }
  public var sender: ParticipantID {
    @inlinable get { storage.content.sender }
    set { content.sender = newValue }
  }
  /// Whether the owner of the store wrote it.
  public var isOutgoing: Bool {
    @inlinable get { storage.content.isOutgoing }
    set { content.isOutgoing = newValue }
  }
  public var position: Position {
    @inlinable get { storage.content.position }
    set { content.position = newValue }
  }
  /// When its author says it was written.
  public var timestamp: Timestamp {
    @inlinable get { storage.content.timestamp }
    set { content.timestamp = newValue }
  }
  public var body: Body {
    @inlinable get { storage.content.body }
    set { content.body = newValue }
  }
  /// The server's version of the body; `nil` until the server showed one.
  public var version: Version? {
    get { storage.content.version }
    set { content.version = newValue }
  }
  public var replyTo: MessageReference? {
    get { storage.content.replyTo }
    set { content.replyTo = newValue }
  }
  public var threadRoot: MessageReference? {
    get { storage.content.threadRoot }
    set { content.threadRoot = newValue }
  }
  /// By participant, then key.
  public var reactions: [Reaction] {
    get { storage.content.reactions }
    set { content.reactions = newValue }
  }
  public var delivery: DeliveryState {
    get { storage.content.delivery }
    set { content.delivery = newValue }
  }
  /// What became of the attempts to send it; nothing once the server has it.
  public var trial: SendTrial {
    get { storage.content.trial }
    set { content.trial = newValue }
  }
  /// Local changes that wait, in the order in which they were made.
  public var dependents: [Dependent] {
    get { storage.content.dependents }
    set { content.dependents = newValue }
  }
  /// Whether the server itself has shown the message, live or in a page (`REPO-056`).
  ///
  /// `false` for a message of the owner of which only this device knows, or of which the server has
  /// said no more than that it took it, and for a deleted one. Always `true` for what others wrote.
  public var hasEcho: Bool {
    get { storage.content.hasEcho }
    set { content.hasEcho = newValue }
  }

  /// - Complexity: O(1) for copies of one message.
  public static func == (left: Message, right: Message) -> Bool {
    left.storage === right.storage || left.storage.content == right.storage.content
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(storage.content) }
}

extension Message {
  /// The network's name, once there is one.
  public var remoteID: RemoteID? { position.confirmed?.remoteID }
  /// Its place as a cursor.
  public var cursor: PageCursor { PageCursor(conversation: conversation, position: position) }
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
public struct PageCursor: Hashable, Sendable {
  public let conversation: ConversationID
  public let position: Position

  public init(conversation: ConversationID, position: Position) {
    self.conversation = conversation
    self.position = position
  }
}
