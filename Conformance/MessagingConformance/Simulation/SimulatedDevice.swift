internal import MessagingCore
internal import MessagingModel
internal import MessagingTimeline

/// One device of one user: a store, a send queue and sync rules, with all of their actions that
/// have not been carried out yet. It does nothing by itself, and nothing concurrently.
struct SimulatedDevice {
  /// An action to carry out.
  enum Effect: Sendable {
    /// The store reports that its revision moved.
    case announce
    case send(SendAction)
    case sync(SyncAction, since: Int64)
  }

  /// An event on the way to the device.
  enum Mail: Sendable {
    case send(SendEvent)
    case sync(SyncEvent)
  }

  let number: Int
  let owner: ParticipantID
  /// How often its user has signed in: each time on a new store, and as a new device of the server.
  private(set) var session = 1
  let minds: SimulatedMinds
  private let stores: SimulatedStores
  private var seeds: SeededRandom
  private(set) var troubles = StoreTroubles()
  private(set) var store: any MessageRepository
  private(set) var queue: any SendDeciding
  private(set) var sync: any SyncDeciding
  /// When this run of the process began. Its clock begins at zero.
  private(set) var born: Int64 = 0
  /// How far the device's clock is ahead, in milliseconds.
  private var lead: Int64
  private(set) var isOnline = true
  var effects: [Effect] = []
  var mail: [Mail] = []
  /// The events that its connection carries, in order.
  var line: [SyncEvent] = []
  var link: SyncTicket?
  /// Whether the last update on its connection was lost and it has not asked since. No later number
  /// reveals this loss.
  var hasLostLast = false
  /// Questions about news whose answers were lost silently. In time the device gives them up, and
  /// asks again.
  var lostQuestions: Set<SyncTicket> = []
  /// Whether events of the server are held back.
  var isHeld = false
  /// Whether the server no longer knows the device, until its user signs in again.
  var isForgotten = false
  var callers: Set<SyncCaller> = []
  /// Its conversation screen; `nil` while none is open.
  var screen: SimulatedScreen?
  /// Its list of conversations; `nil` while none is open.
  var list: SimulatedList?
  /// The requests of its screen to the engine.
  var screenCallers: [SyncCaller: TimelineTicket] = [:]
  /// The photos that its user attached and that are not removed yet.
  var files: [MessageKey: RelativePath] = [:]
  /// The commits of its store since the previous call of `takeCommits()`.
  var commits: [Commit] = []
  private var callerCount: Int64 = 0
  private var isBusy = false

  var account: ServerDevice { ServerDevice(owner, number * 1_000 + session) }

  init(
    _ number: Int, of owner: ParticipantID, minds: SimulatedMinds,
    stores: @escaping SimulatedStores,
    seed: UInt64, in place: inout SimulatedPlace
  ) async throws {
    self.number = number
    self.owner = owner
    self.minds = minds
    self.stores = stores
    seeds = SeededRandom(seed: seed, stream: "device \(number)")
    lead = Int64(seeds.number(in: -50...50)) * 3_600_000 + 1_700_000_000_000
    store = try await Self.open(stores, "d\(number)-1", owner, troubles)
    queue = minds.sending(Self.sendPolicy, seeds.next())
    sync = minds.syncing(owner, place.family.traits.declared, Self.policy, seeds.next())
    begin(&place)
  }

  /// The policy of sending. A clock that is set back makes a device wait for the time that a server
  /// named, as long as the policy allows (`SEND-090`). The limit here is shorter than the calm
  /// period at the end of a history.
  private static var sendPolicy: SendPolicy {
    var policy = SendPolicy()
    policy.retry.longestOrder = 3_600_000
    return policy
  }

  private static var policy: SyncPolicy {
    var policy = SyncPolicy()
    policy.bufferLimit = 4
    return policy
  }

  private static func open(
    _ stores: SimulatedStores, _ name: String, _ owner: ParticipantID, _ troubles: StoreTroubles
  ) async throws -> any MessageRepository {
    let storage = TroubledStorage(storage: try await stores(name), troubles: troubles)
    return try await StoredRepository(over: storage, owner: owner)
  }

  // Processes.

  /// Kills the process and starts it again: everything in flight is lost, and what is stored stays.
  mutating func restart(_ place: inout SimulatedPlace) async throws {
    place.mark(.crashed)
    if effects.contains(where: \.isInFlight) || !mail.isEmpty { place.mark(.crashInFlight) }
    await store.close()
    try await reopen(&place)
  }

  /// Signs the user out, and signs a user in on an empty store.
  mutating func moveOut(_ place: inout SimulatedPlace) async throws {
    let actions = sync.handle(.signedOut, at: place.now - born)
    for action in actions {
      switch action {
      case .abandon, .disconnect, .reply: break
      case .readTokens, .read, .connect, .ask, .fetch, .commit, .report, .tellTyping:
        place.blame("a device does something after its user signed out")
      }
    }
    if sync.status.phase != .signedOut {
      place.blame("a device reports another state after its user signed out")
    }
    await store.close()
    tell(TimelineEvent.storeClosed, &place)
    if let screen, screen.status.phase != .closed {
      place.blame("a screen without a store reports another state", of: "screen")
    }
    tell(ConversationListEvent.storeClosed, &place)
    if let list, list.status.phase != .closed {
      place.blame("a list without a store reports another state", of: "list")
    }
    place.story.abandon(device: number, session: session)
    session += 1
    files = [:]
    place.mark(.movedOut)
    try await reopen(&place)
  }

  private mutating func reopen(_ place: inout SimulatedPlace) async throws {
    place.server.disconnect(account)
    (effects, mail, line, link, callers, lostQuestions) = ([], [], [], nil, [], [])
    if screen != nil { place.mark(.screenLost) }
    if list != nil { place.mark(.listLost) }
    (screen, screenCallers, list) = (nil, [:], nil)
    isForgotten = false
    isBusy = false
    troubles = StoreTroubles()
    store = try await Self.open(stores, "d\(number)-\(session)", owner, troubles)
    born = place.now
    queue = minds.sending(Self.sendPolicy, seeds.next())
    sync = minds.syncing(owner, place.family.traits.declared, Self.policy, seeds.next())
    begin(&place)
  }

  private mutating func begin(_ place: inout SimulatedPlace) {
    tell(SendEvent.wallClock(wallClock(place)), &place)
    tell(SendEvent.online(isOnline), &place)
    tell(SyncEvent.online(isOnline), &place)
    announce()
  }

  func close() async { await store.close() }

  // The environment.

  mutating func setOnline(_ isOnline: Bool, _ place: inout SimulatedPlace) {
    guard self.isOnline != isOnline else { return }
    self.isOnline = isOnline
    if !isOnline { dropLine(&place) }
    tell(SendEvent.online(isOnline), &place)
    tell(SyncEvent.online(isOnline), &place)
  }

  mutating func setClock(by milliseconds: Int64, _ place: inout SimulatedPlace) {
    lead += milliseconds
    tell(SendEvent.wallClock(wallClock(place)), &place)
  }

  func wallClock(_ place: SimulatedPlace) -> Timestamp {
    Timestamp(milliseconds: place.now + lead)
  }

  /// Drops what its connection carries and has not delivered.
  mutating func dropLine(_ place: inout SimulatedPlace) {
    (line, link) = ([], nil)
    place.server.disconnect(account)
  }

  mutating func takeCommits() -> [Commit] {
    defer { commits = [] }
    return commits
  }

  mutating func newCaller() -> SyncCaller {
    let caller = nextCaller()
    callers.insert(caller)
    return caller
  }

  mutating func nextCaller() -> SyncCaller {
    callerCount += 1
    return SyncCaller(callerCount)
  }

  /// The next time at which it has something to do; `nil` if there is none.
  var nextDeadline: Int64? {
    [queue.nextDeadline, sync.nextDeadline].compactMap(\.self).min().map { $0 + born }
  }

  /// Sends it a clock event if a deadline has come.
  mutating func tick(_ place: inout SimulatedPlace) {
    if let due = queue.nextDeadline, due + born <= place.now { tell(SendEvent.clock, &place) }
    if let due = sync.nextDeadline, due + born <= place.now { tell(SyncEvent.clock, &place) }
  }

  mutating func announce() {
    if !effects.contains(where: \.isAnnouncement) { effects.append(.announce) }
  }

  // Decisions.

  mutating func tell(_ event: SendEvent, _ place: inout SimulatedPlace) {
    let actions = queue.handle(event, at: place.now - born)
    place.note(number, event, actions)
    for action in actions { take(action, &place) }
    guard let diagnosis = (queue as? any SendDiagnosing)?.diagnosis else { return }
    let isBusy = diagnosis.conversations.contains { $0.obstacle == nil }
    guard isBusy != self.isBusy else { return }
    self.isBusy = isBusy
    tell(SyncEvent.outbox(isBusy: isBusy), &place)
  }

  mutating func tell(_ event: SyncEvent, _ place: inout SimulatedPlace) {
    let actions = sync.handle(event, at: place.now - born)
    place.note(number, event, actions)
    for action in actions { take(action, &place) }
    noticePhase()
    if let due = sync.nextDeadline, due <= place.now - born {
      place.blame("the next deadline of a sync state is in the past")
    }
  }
}

extension SimulatedDevice.Effect {
  fileprivate var isAnnouncement: Bool { if case .announce = self { true } else { false } }

  /// Whether it is on the network, or is being stored.
  fileprivate var isInFlight: Bool {
    switch self {
    case .announce, .send(.find), .send(.load), .sync(.readTokens, _), .sync(.read, _): false
    case .send, .sync: true
    }
  }
}
