import MessagingModel
import Testing

/// A message of `k1`, or of another conversation, written at place `place`.
func received(
  _ place: Int64, _ text: ExactString = "hello", in conversation: ConversationID = "k1",
  by sender: ParticipantID = "ann", id: MessageID? = nil
) -> ReceivedMessage {
  ReceivedMessage(
    conversation: conversation, position: .at(place), id: id, sender: sender, body: .text(text))
}

extension ServerPosition {
  static func at(_ place: Int64) -> ServerPosition {
    ServerPosition(
      serverTime: Timestamp(milliseconds: place), timestamp: Timestamp(milliseconds: place),
      remoteID: RemoteID("s\(place)"))
  }
}

extension ConversationPart {
  /// Messages at these places.
  static func messages(
    _ places: [Int64], in conversation: ConversationID = "k1", _ start: Start = .continues
  ) -> ConversationPart {
    ConversationPart(
      conversation, start, items: places.map { .message(received($0, in: conversation)) })
  }
}

extension SyncAnswer {
  static func of(
    _ parts: [ConversationPart] = [], stream: StreamID = .main, next: SyncToken,
    isComplete: Bool = true
  ) -> SyncAnswer {
    SyncAnswer(stream: stream, parts: parts, next: next, isComplete: isComplete)
  }
}

/// What a store says of a conversation of which nothing is stored.
let emptyPage = Snapshot(revision: .zero, messages: [], older: .gap(.everything), newer: .end)

/// What a store says whose newest messages lie at these places, with nothing missing.
func page(_ places: [Int64], older: Edge = .end) -> Snapshot {
  Snapshot(
    revision: Revision(1),
    messages: places.map { place in
      Message(
        id: MessageID(derivedFrom: RemoteID("s\(place)"), in: "k1"), conversation: "k1",
        sender: "ann", isOutgoing: false, position: .confirmed(.at(place)),
        timestamp: Timestamp(milliseconds: place), body: .text("hello"), delivery: .sent)
    }, older: older, newer: .end)
}

/// A sync state on a table: events go in by hand, and each action is looked at once.
struct SyncTable {
  var state: SyncState
  var now: Int64 = 0
  private(set) var open: [SyncAction] = []
  /// The connection that was opened last, and the last question about a stream.
  var link = SyncTicket(0)
  private(set) var asked: SyncTicket?
  /// The last question about history.
  private(set) var fetching: SyncTicket?
  /// The last read of the store.
  private(set) var lastRead: SyncTicket?

  init(_ traits: StreamTraits = .polled, _ change: (inout SyncServer, inout SyncPolicy) -> Void) {
    var server = SyncServer(streams: [.main: traits])
    var policy = SyncPolicy()
    policy.retry.jitter = 0
    change(&server, &policy)
    state = SyncState(owner: "me", server: server, policy: policy, seed: 1)
  }

  init(_ traits: StreamTraits = .polled) { self.init(traits) { _, _ in } }
  /// Tells an event; what comes of it lies on the table.
  @discardableResult
  mutating func tell(_ event: SyncEvent, after wait: Int64 = 0) -> [SyncAction] {
    now += wait
    // What the owner read is asked for beside everything else; RECEIPT and SYNC-064 are about it.
    open = state.handle(event, at: now).filter { !$0.isAboutReadings }
    asked = open.compactMap(\.asAsk).last ?? asked
    fetching = open.compactMap(\.asFetch).last ?? fetching
    lastRead = open.compactMap(\.asRead).last ?? lastRead
    return open
  }

  /// The ticket of the only action of a kind that lies on the table.
  func ticket(
    _ of: (SyncAction) -> SyncTicket?, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> SyncTicket {
    let found = open.compactMap(of)
    try #require(found.count == 1, "\(open)", sourceLocation: sourceLocation)
    return found[0]
  }
}

extension SyncAction {
  var asReadTokens: SyncTicket? { if case .readTokens(let ticket) = self { ticket } else { nil } }
  var asRead: SyncTicket? { if case .read(let ticket, _) = self { ticket } else { nil } }
  fileprivate var isAboutReadings: Bool {
    guard case .read(_, let query) = self, case .unsent = query.kind else { return false }
    return true
  }
  var asConnect: SyncTicket? { if case .connect(let ticket) = self { ticket } else { nil } }
  var asAsk: SyncTicket? { if case .ask(let ticket, _) = self { ticket } else { nil } }
  var asFetch: SyncTicket? { if case .fetch(let ticket, _) = self { ticket } else { nil } }
  var asCommit: SyncTicket? { if case .commit(let ticket, _) = self { ticket } else { nil } }
  var question: SyncQuestion? { if case .ask(_, let question) = self { question } else { nil } }
  var history: HistoryQuestion? { if case .fetch(_, let question) = self { question } else { nil } }
  /// What is to be stored, without the mark of the live ends (`LiveEndsTests`).
  var changes: [Change]? {
    guard case .commit(_, let changes) = self else { return nil }
    return changes.filter { if case .advance("live-ends", _, _) = $0 { false } else { true } }
  }
}

extension SyncTable {
  /// Goes online, tells what is stored, and opens the connection if one is wanted.
  mutating func goOnline(_ stored: [StreamID: SyncToken]) throws {
    tell(.online(true))
    let connect = open.compactMap(\.asConnect).first
    tell(.tokens(try ticket(\.asReadTokens), stored))
    guard let connect else { return }
    link = connect
    tell(.connected(connect))
  }

  /// Answers the question that was asked last.
  mutating func answer(_ answer: SyncAnswer) throws {
    tell(.answered(try #require(asked), .success(answer)))
  }

  /// The batch that lies on the table is stored.
  mutating func commit() throws { tell(.committed(try ticket(\.asCommit))) }

  /// What the only batch on the table says.
  var changes: [Change]? {
    let found = open.compactMap(\.changes)
    return found.count == 1 ? found[0] : nil
  }

  func problem(_ kind: SyncProblem.Kind) -> SyncProblem? {
    state.status.problems.first { $0.kind == kind }
  }
}
