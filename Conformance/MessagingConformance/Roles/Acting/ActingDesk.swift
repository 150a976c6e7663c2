internal import MessagingCore
internal import MessagingModel

/// The store that actions work on, and what it shows after them.
struct ActingDesk: Sendable {
  typealias Context = RoleContext<any ActionsSubject>

  static let conversation: ConversationID = "k1"

  /// The oracle's store, independent of the one under test.
  let store = TroubledRepository()
  let actions: any MessageActing
  private let context: Context

  /// c1 is unsent, c2 is sent at 2, c3 is somebody else's at 3; c8 is elsewhere, c9 is nowhere.
  init(_ context: Context) async throws {
    self.context = context
    actions = context.subject.actions(store, in: ActingDesk.conversation, owner: "me")
    try await send(2, .text("two"))
    try await take(2, at: 2)
    try await receive(3, at: 3, "three")
    try await send(1, .text("one"))
    _ = try await store.apply([.enqueue(ActingDesk.elsewhere)])
  }

  /// A message that waits in another conversation: in this one, it is not there.
  private static let elsewhere = OutgoingMessage(
    key: MessageKey("k2", id(8)), timestamp: Timestamp(milliseconds: 1), body: .text("eight"))

  static func id(_ number: Int) -> MessageID { MessageID(high: 9, low: UInt64(number)) }
  static func key(_ number: Int) -> MessageKey { MessageKey(conversation, id(number)) }

  static func place(_ time: Int) -> ServerPosition {
    let time = Timestamp(milliseconds: Int64(time))
    return ServerPosition(
      serverTime: time, timestamp: time, remoteID: RemoteID("s\(time.milliseconds)"))
  }

  // MARK: What happens around the actions

  func send(_ number: Int, _ body: Body) async throws {
    let message = OutgoingMessage(
      key: ActingDesk.key(number), timestamp: Timestamp(milliseconds: 1), body: body)
    _ = try await store.apply([.enqueue(message)])
  }

  func take(_ number: Int, at time: Int) async throws {
    _ = try await store.apply([.acknowledge(ActingDesk.key(number), ActingDesk.place(time))])
  }

  func receive(_ number: Int, at time: Int, _ text: ExactString) async throws {
    let message = ReceivedMessage(
      conversation: ActingDesk.conversation, position: ActingDesk.place(time),
      id: ActingDesk.id(number), sender: "bob", body: .text(text))
    _ = try await store.apply([.receive(message)])
  }

  /// Somebody has read a message.
  func note(readBy reader: ParticipantID, _ number: Int) async throws {
    let receipt = Relation(
      conversation: ActingDesk.conversation, target: .id(ActingDesk.id(number)), author: reader,
      action: .receipt(Timestamp(milliseconds: 60)))
    _ = try await store.apply([.relate(receipt)])
  }

  /// The server refuses a message, or one of its changes.
  func fail(_ number: Int, change: Int? = nil) async throws {
    let key = OutboxKey(ActingDesk.key(number), dependent: change.map(ActingDesk.id))
    _ = try await store.apply([.fail(key, FailureReason(code: "forbidden"))])
  }

  /// The server takes a change of a sent message.
  func settle(_ number: Int, change: Int) async throws {
    let key = OutboxKey(ActingDesk.key(number), dependent: ActingDesk.id(change))
    _ = try await store.apply([.settle(key, Version(order: Int64(change)))])
  }

  /// What removes a message of somebody else without a trace.
  static func removal(of number: Int) -> Change {
    .relate(
      Relation(
        conversation: conversation, target: .id(id(number)), author: "bob",
        action: .delete(isModerator: false, leavesRow: false)))
  }

  // MARK: What the store shows

  func message(_ number: Int) async throws -> Message? {
    let query = Query(.newest, in: ActingDesk.conversation, limit: 50, crossesGaps: true)
    return try await store.read(query).messages.first { $0.id == ActingDesk.id(number) }
  }

  /// Whether the message in the other conversation is as it was written.
  func isOtherConversationWhole() async throws -> Bool {
    let query = Query(.newest, in: "k2", limit: 50, crossesGaps: true)
    let messages = try await store.read(query).messages
    return messages.map(\.id) == [ActingDesk.id(8)] && messages[0].body == .text("eight")
      && messages[0].dependents.isEmpty
  }

  /// Up to where the owner has read, and when; `nil` for nowhere.
  func marker() async throws -> String? {
    let query = Query(.newest, in: ActingDesk.conversation, limit: 50, crossesGaps: true)
    let receipt = try await store.read(query).receipts.first { $0.participant == "me" }
    return receipt.map { receipt in
      "\(receipt.upTo.confirmed?.remoteID.text.string ?? "nothing")"
        + " at \(receipt.readAt.milliseconds)"
    }
  }

  /// The unsent changes of a message, in order: `edit 20 waits`, `react 21 failed`.
  func changes(_ number: Int) async throws -> [String] {
    try await message(number)?.dependents.map { dependent in
      let isFailed = if case .failed = dependent.state { true } else { false }
      let kind =
        switch dependent.action {
        case .edit: "edit"
        case .delete: "delete"
        case .react: "react"
        case .unreact: "unreact"
        }
      return "\(kind) \(dependent.id.low) \(isFailed ? "failed" : "waits")"
    } ?? []
  }

  /// The emojis of the owner's reactions to a message, in order.
  func reactions(_ number: Int) async throws -> [String] {
    try await message(number)?.reactions.filter { $0.participant == "me" }.map(\.key.string)
      .sorted()
      ?? []
  }

  /// Expects an outcome.
  func expect(
    _ outcome: ActionOutcome, of what: String, _ call: () async throws -> ActionOutcome
  ) async throws {
    try context.expect("the outcome of \(what)", try await call(), is: outcome)
  }
}
