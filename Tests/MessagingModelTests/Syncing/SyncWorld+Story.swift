import MessagingConformance
import MessagingCore
import MessagingModel

extension SyncWorld {
  /// Lets something happen.
  mutating func step() async throws {
    switch random.below(24) {
    case 0...5: try await perform()
    case 6...10: deliver()
    case 11, 12: somebodyWrites()
    case 13: somebodyChangesSomething()
    case 14: try await ownerWrites()
    case 15, 16: wait()
    case 17: try await somebodyScrolls()
    case 18 where random.chance(1, of: 2): disconnect()
    case 19 where random.chance(1, of: 2): try await crash()
    case 20 where !family.tellsAll && random.chance(1, of: 4): server.forgetTokens()
    case 21: now += Int64(random.below(3_000))
    case 22 where random.chance(1, of: 2):
      tell(.online(false))
      if random.chance(1, of: 2) { now += Int64(random.below(1_000)) }
      tell(.online(true))
    case 23 where random.chance(1, of: 4):
      tell(random.chance(1, of: 2) ? .woken : .hinted(.main))
    default:
      if !zombies.isEmpty { _ = try? await store.apply(zombies.removeFirst()) }
    }
  }

  private mutating func publish(_ event: SimulatedServer.Event) {
    guard server.traits.arrival != .polled, link != nil else { return }
    // Of what is pushed, something may be lost.
    if isCalm || !family.losesUpdates || !random.chance(1, of: 6) {
      mail.append(.updated(server.update(of: event, for: device)))
    }
    if random.chance(1, of: 10) { mail.append(.updated(server.update(of: event, for: device))) }
  }

  mutating func somebodyWrites() {
    let conversation = random.pick(from: conversations) ?? "k1"
    publish(
      server.write(
        .text(ExactString("text \(server.log.count + 1)")), in: conversation, by: "ann"))
  }

  private mutating func somebodyChangesSomething() {
    guard let target = random.pick(from: server.log) else { return }
    let action: Relation.Action =
      random.chance(1, of: 3)
      ? .delete(isModerator: false, leavesRow: false)
      : .edit(.text(ExactString("edit \(server.log.count + 1)")))
    guard let name = target.message?.position.remoteID else { return }
    if let event = server.relate(action, to: name) { publish(event) }
  }

  /// The owner's message is accepted; the answer to that may be lost.
  private mutating func ownerWrites() async throws {
    let conversation = random.pick(from: conversations) ?? "k1"
    let id = MessageID(high: 7, low: UInt64(server.log.count + 1))
    let text = ExactString("mine \(server.log.count + 1)")
    let event = server.write(.text(text), in: conversation, by: "me", key: id)
    let key = MessageKey(conversation, id)
    var changes: [Change] = [
      .enqueue(OutgoingMessage(key: key, timestamp: 1, body: .text(text)))
    ]
    if case .message(let message) = event.item, random.chance(3, of: 4) {
      let place = message.position
      let unlisted = ServerPosition.unlisted(
        place.remoteID, timestamp: place.timestamp, answeredAt: 1_700_000_100_000_000)
      changes.append(.acknowledge(key, family.givesLists ? unlisted : place))
    }
    _ = try await store.apply(changes)
    publish(event)
  }

  /// Wants a gap that is on the screen, and perhaps not any more.
  private mutating func somebodyScrolls() async throws {
    let conversation = random.pick(from: conversations) ?? "k1"
    let all = try await store.read(
      Query(.newest, in: conversation, limit: 1_000, crossesGaps: true))
    guard let gap = random.pick(from: all.gaps + all.edges) else { return }
    want(gap, in: conversation)
    if random.chance(1, of: 4), let caller = random.pick(from: unanswered.sorted()) {
      unanswered.remove(caller)
      tell(.unwanted(caller))
    }
  }

  mutating func want(_ gap: Gap, in conversation: ConversationID) {
    callers += 1
    unanswered.insert(SyncCaller(Int64(callers)))
    tell(.wanted(SyncCaller(Int64(callers)), conversation, gap))
  }

  mutating func disconnect() {
    guard let ticket = link else { return }
    link = nil
    mail.removeAll { $0.isPush || $0.isConnection(ticket) }
    tell(.disconnected(ticket, SyncError(.transient, code: "reset")))
  }

  /// The process dies: what it stored stays, and what it was storing may.
  private mutating func crash() async throws {
    for case .commit(_, let changes) in pending {
      switch random.below(3) {
      case 0: _ = try? await store.apply(changes)
      // Places that are made from lists are made by one process at a time.
      case 1 where !family.givesLists: zombies.append(changes)
      default: break
      }
    }
    (pending, mail, asked, fetching, unanswered, link) = ([], [], [], [:], [], nil)
    state = SyncWorld.newState(family, seed: random.next())
    tell(.online(true))
  }

  /// Nothing goes wrong any more: goes on until nothing is to be done but to wait.
  mutating func calmDown() async throws -> Bool {
    isCalm = true
    zombies = []
    tell(.online(false))
    tell(.online(true))
    for _ in 0..<3_000 {
      if !mail.isEmpty {
        deliver()
      } else if pending.contains(where: { !$0.isLongPoll }) {
        try await perform()
      } else if state.status.phase == .live, unanswered.isEmpty, state.status.nextAttempt == nil {
        return true
      } else {
        wait()
      }
    }
    return false
  }

  /// Fills every gap that the store shows.
  mutating func fillEverything() async throws -> Bool {
    for conversation in conversations {
      for _ in 0..<200 {
        let all = try await store.read(
          Query(.newest, in: conversation, limit: 1_000, crossesGaps: true))
        guard let gap = (all.gaps + all.edges).first else { break }
        want(gap, in: conversation)
        for _ in 0..<200 where !unanswered.isEmpty {
          if !mail.isEmpty {
            deliver()
          } else if pending.contains(where: { !$0.isLongPoll }) {
            try await perform()
          } else {
            wait()
          }
        }
        if !unanswered.isEmpty { return false }
      }
    }
    return true
  }

  /// What the store shows: remote ids and texts, and a bar where something is missing.
  func shown(in conversation: ConversationID) async throws -> [String] {
    let all = try await store.read(
      Query(.newest, in: conversation, limit: 1_000, crossesGaps: true))
    let gaps = all.gaps + all.edges
    return gaps.map { "gap \($0)" }
      + all.messages.map { "\($0.remoteID.map(\.description) ?? "unsent") \($0.body)" }
  }
}

extension Snapshot {
  /// The gaps at both ends of a page.
  var edges: [Gap] {
    [older, newer].compactMap { edge in if case .gap(let gap) = edge { gap } else { nil } }
  }
}

extension SyncAction {
  /// Whether the server keeps it as long as nothing happens.
  var isLongPoll: Bool { if case .ask(_, let question) = self { question.wait > 0 } else { false } }
}
