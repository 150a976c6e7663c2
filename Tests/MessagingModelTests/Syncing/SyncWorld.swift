import MessagingConformance
import MessagingCore
import MessagingModel

/// What a server is like.
struct SyncFamily: Hashable, Sendable {
  var arrival: StreamTraits.Arrival
  var givesLists = false
  /// Whether updates get lost on an open connection.
  var losesUpdates = false

  /// Where updates have no numbers, one that was lost on an open connection is found by a whole
  /// answer alone.
  var tellsAll: Bool { arrival == .pushed && losesUpdates }

  var traits: ServerTraits {
    var traits = ServerTraits(arrival)
    (traits.limit, traits.page, traits.givesLists) = (3, 3, givesLists)
    return traits
  }

  static let all: [SyncFamily] = [
    SyncFamily(arrival: .polled), SyncFamily(arrival: .numbered, losesUpdates: true),
    SyncFamily(arrival: .pushed), SyncFamily(arrival: .pushed, losesUpdates: true),
    SyncFamily(arrival: .polled, givesLists: true),
  ]
}

/// A device, a simulated server, and everything that can go wrong between them, from one seed.
struct SyncWorld {
  let family: SyncFamily
  var random: SeededRandom
  var server: SimulatedServer
  let storage = MemoryStorage()
  let store: InMemoryRepository
  var state: SyncState
  var now: Int64 = 0
  /// What is to be done for the state, and what is on its way to it.
  var pending: [SyncAction] = []
  var mail: [SyncEvent] = []
  /// Commits of an earlier process that may still happen.
  var zombies: [[Change]] = []
  var callers = 0
  var unanswered: Set<SyncCaller> = []
  var link: SyncTicket?
  var asked: Set<SyncTicket> = []
  var fetching: [SyncTicket: ConversationID] = [:]
  /// What went wrong with the state itself.
  var faults: [String] = []
  var isCalm = false
  var actionCount = 0
  let conversations: [ConversationID] = ["k1", "k2"]
  let device = ServerDevice("me")

  init(_ family: SyncFamily, seed: UInt64) async throws {
    random = SeededRandom(seed: seed, stream: "sync \(family)")
    server = SimulatedServer(family.traits)
    store = try await InMemoryRepository(owner: "me", storage: storage)
    state = SyncWorld.newState(family, seed: seed)
    self.family = family
  }

  static func newState(_ family: SyncFamily, seed: UInt64) -> SyncState {
    var policy = SyncPolicy()
    policy.bufferLimit = 4
    return SyncState(owner: "me", server: family.traits.declared, policy: policy, seed: seed)
  }

  mutating func tell(_ event: SyncEvent) {
    let actions = state.handle(event, at: now)
    actionCount += actions.count
    for action in actions { take(action) }
    var copy = state
    let again = copy.handle(.clock, at: now)
    if !again.isEmpty { faults.append("at the same moment again: \(again) after \(event)") }
    if let next = copy.nextDeadline, next <= now {
      faults.append("a deadline that is over: \(next) at \(now) after \(event)")
    }
  }

  private mutating func take(_ action: SyncAction) {
    switch action {
    case .ask(let ticket, _):
      asked.insert(ticket)
      if asked.count > 1 { faults.append("two questions about one stream") }
    case .fetch(let ticket, let question):
      if fetching.values.contains(question.conversation) {
        faults.append("two pages of one conversation")
      }
      fetching[ticket] = question.conversation
    case .abandon(let ticket):
      asked.remove(ticket)
      fetching[ticket] = nil
      // It may be answered all the same.
      if random.chance(1, of: 2) { pending.removeAll { $0.asked == ticket } }
      return
    case .reply(let callers, _):
      for caller in callers where unanswered.remove(caller) == nil {
        faults.append("\(caller) was answered twice")
      }
      return
    case .connect:
      if link != nil { faults.append("two connections") }
    case .disconnect(let ticket):
      pending.removeAll { $0 == .connect(ticket) }
      if link == ticket { link = nil }
      mail.removeAll { $0.isPush || $0.isConnection(ticket) }
      return
    case .readTokens, .read, .commit: break
    }
    pending.append(action)
  }

  /// Does one of the things that are to be done.
  mutating func perform() async throws {
    guard !pending.isEmpty else { return }
    switch pending.remove(at: random.below(pending.count)) {
    case .readTokens(let ticket):
      guard isWell(8) else { return tell(.notRead(ticket, RepositoryError(.busy, "tokens"))) }
      tell(.tokens(ticket, try await store.syncTokens()))
    case .read(let ticket, let query):
      guard isWell(8) else { return tell(.notRead(ticket, RepositoryError(.busy, "read"))) }
      tell(.read(ticket, try await store.read(query)))
    case .connect(let ticket):
      guard isWell(4) else {
        return mail.append(.disconnected(ticket, SyncError(.transient, code: "closed")))
      }
      link = ticket
      mail.append(.connected(ticket))
    case .ask(let ticket, let question):
      if question.wait > 0, !server.hasNews(for: question), isCalm || random.chance(3, of: 4) {
        return pending.append(.ask(ticket, question))
      }
      guard isWell(6) else {
        if random.chance(1, of: 2) {
          mail.append(.answered(ticket, .failure(SyncError(.transient, code: "503"))))
        }
        return
      }
      server.faults.leavesOut = !family.tellsAll && random.chance(1, of: 2)
      let answer = server.answer(question, for: device)
      server.faults.leavesOut = false
      mail.append(.answered(ticket, answer))
      if random.chance(1, of: 10) { mail.append(.answered(ticket, answer)) }
    case .fetch(let ticket, let question):
      guard isWell(6) else {
        if random.chance(1, of: 2) {
          mail.append(.fetched(ticket, .failure(SyncError(.transient, code: "503"))))
        }
        return
      }
      mail.append(.fetched(ticket, server.history(question, for: device)))
    case .commit(let ticket, let changes): try await commit(ticket, changes)
    case .abandon, .disconnect, .reply: break
    }
  }

  private mutating func commit(_ ticket: SyncTicket, _ changes: [Change]) async throws {
    guard isWell(8) else { return tell(.notCommitted(ticket, RepositoryError(.diskFull, "disk"))) }
    do {
      _ = try await store.apply(changes)
      tell(.committed(ticket))
    } catch {
      tell(.notCommitted(ticket, error))
    }
  }

  private mutating func isWell(_ part: Int) -> Bool { isCalm || !random.chance(1, of: part) }

  /// Delivers something that is on its way.
  mutating func deliver() {
    guard !mail.isEmpty else { return }
    // Updates of a connection come in their order, unless they have numbers.
    var index = random.below(mail.count)
    if mail[index].isPush, server.traits.arrival == .pushed {
      index = mail.firstIndex(where: \.isPush) ?? index
    }
    let event = mail.remove(at: index)
    if case .answered(let ticket, _) = event { asked.remove(ticket) }
    if case .fetched(let ticket, _) = event { fetching[ticket] = nil }
    if case .disconnected(let ticket, _) = event, link == ticket {
      link = nil
      mail.removeAll(where: \.isPush)
    }
    tell(event)
  }

  /// Goes to the next moment at which the state wants to be told.
  mutating func wait() {
    guard let next = state.nextDeadline else { return }
    now = max(now, next)
    tell(.clock)
  }
}

extension SyncAction {
  /// The ticket of a question to the server.
  var asked: SyncTicket? {
    switch self {
    case .ask(let ticket, _), .fetch(let ticket, _): ticket
    case .readTokens, .read, .connect, .disconnect, .abandon, .commit, .reply: nil
    }
  }
}

extension SyncEvent {
  var isPush: Bool { if case .updated = self { true } else { false } }

  func isConnection(_ ticket: SyncTicket) -> Bool {
    if case .connected(ticket) = self { true } else { false }
  }
}
