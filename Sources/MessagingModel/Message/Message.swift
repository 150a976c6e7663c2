/// A reference to a message: its identity, or the network's name for it.
public enum MessageReference: Hashable, Sendable {
  case id(MessageID)
  case remote(RemoteID)
}

/// The order of the states of one thing: the server's edit order, then the id of the edit.
///
/// The greater version wins, whichever arrives first (`ORDER-010`).
public struct Version: Hashable, Comparable, Sendable {
  /// The server's edit order; zero for what was first published.
  public let order: Int64
  /// The id of the edit. It decides between equal orders.
  public let id: ExactString

  public init(order: Int64, id: ExactString = "") {
    self.order = order
    self.id = id
  }

  /// The version of what was first published.
  public static let original = Version(order: 0)

  public static func < (left: Version, right: Version) -> Bool {
    left.order != right.order ? left.order < right.order : left.id < right.id
  }
}

/// One reaction of one participant. Reactions are a set: adding one twice has the effect of adding
/// it once (`REPO-020`).
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

  /// The identity of the change, and the key under which it is sent.
  public let id: MessageID
  public let action: Action
  /// The local sequence: the order in which this device accepted messages and changes, in one
  /// count.
  public let sequence: Int64
  /// The state of the change: `sending` or `failed`.
  public var state: DeliveryState
  /// What is stored about the attempts to send it.
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

/// A message as a screen shows it: the confirmed content with the unsent local changes on top.
///
/// `==` compares every field; identity is ``id`` alone (seed 001, `ORDER-007`).
///
/// A copy shares its storage, so the cost of a page does not grow with the number of members.
/// Setting a member copies all of them.
public struct Message: Hashable, Sendable, Identifiable {
  @usableFromInline private(set) var storage: MessageBox

  /// Creates a message from any values; nothing is checked. ``Snapshot/violations()`` lists what a
  /// store must not return.
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

  /// - Parameter storage: the storage of a record that is shown without changes.
  init(sharing storage: MessageBox) {
    self.storage = storage
  }

  /// All members at once. Set several members here to make only one copy.
  var content: MessageContent {
    get { storage.content }
    set { storage = MessageBox(newValue) }
  }

  public var id: MessageID {
    @inlinable get { storage.content.id }
    set { content.id = newValue }
  }
  /// The address of the message in a change (``Change/acknowledge(_:_:)``, ``OutboxKey``).
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
  /// When the message was written, according to its author's device.
  public var timestamp: Timestamp {
    @inlinable get { storage.content.timestamp }
    set { content.timestamp = newValue }
  }
  public var body: Body {
    @inlinable get { storage.content.body }
    set { content.body = newValue }
  }
  /// The server's version of the body; `nil` until the server returned one.
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
  /// The reactions, sorted by participant, then by key.
  public var reactions: [Reaction] {
    get { storage.content.reactions }
    set { content.reactions = newValue }
  }
  public var delivery: DeliveryState {
    get { storage.content.delivery }
    set { content.delivery = newValue }
  }
  /// What is stored about the attempts to send it; nothing once the server has it.
  public var trial: SendTrial {
    get { storage.content.trial }
    set { content.trial = newValue }
  }
  /// The unsent local changes, in the order in which they were made.
  public var dependents: [Dependent] {
    get { storage.content.dependents }
    set { content.dependents = newValue }
  }
  /// Whether the server itself has returned the message, live or in a page (`REPO-056`).
  ///
  /// `false` for a message of the owner that only this device knows, that the server has only
  /// acknowledged, or that was deleted. Always `true` for messages of others.
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
  /// The network's name for the message; `nil` while it is unconfirmed.
  public var remoteID: RemoteID? { position.confirmed?.remoteID }

  /// The name that lasts: the remote id if the message has one, or else its own id. A message whose
  /// history was dropped may come back without its own id (`THREAD-015`, `SEND-048`). Keep this
  /// name of what a draft answers, and of the root of a thread to open.
  public var reference: MessageReference { remoteID.map { .remote($0) } ?? .id(id) }
  /// The position of the message as a cursor.
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
