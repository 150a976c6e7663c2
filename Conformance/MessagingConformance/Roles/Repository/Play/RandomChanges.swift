package import MessagingModel

/// Random batches of changes about a small world, so that they often concern the same messages: two
/// conversations, five participants, six messages in each, a handful of versions.
///
///     var changes = RandomChanges(seed: 17)
///     let batches = (0..<12).map { _ in changes.batch() }
///
/// The weights of the verbs differ from seed to seed (a swarm): some verbs are left out, the others
/// weigh 1 to 100, and those that bring messages weigh 52 to 250. Every second seed tells mostly of
/// one message in one conversation, with fewer verbs. The content of a change follows
/// from its message and version, so that two changes with one version never contradict each other.
package struct RandomChanges: Sendable {
  /// The kinds of changes: the words of the scenario language that become a change.
  enum Verb: CaseIterable {
    case send, ack, fail, tried, retry, cancel, status, receive, page, gap, edit, delete, react,
      unreact
    case receipt, read, reported, amend, settle, discard, upload, token, reset, forget, apply

    /// The capabilities that a store needs for this verb.
    var needs: Set<Capability> {
      switch self {
      case .gap: [.gaps]
      case .edit, .delete: [.edits]
      case .react, .unreact: [.reactions]
      case .amend, .settle, .discard: [.edits, .reactions]
      case .receipt, .read, .reported: [.receipts]
      case .upload: [.media]
      case .send, .ack, .fail, .tried, .retry, .cancel, .status, .receive, .page, .token, .reset,
        .forget, .apply:
        []
      }
    }
  }

  package static let owner: ParticipantID = "me"
  package static let conversations: [ConversationID] = ["k1", "k2"]
  static let participants: [ParticipantID] = ["me", "ann", "bob", "\u{FF5A}oe", "\u{1F600}"]

  /// The verbs that bring messages. They are never left out and weigh more, because the other verbs
  /// need messages.
  private static let messages: [Verb] = [.send, .receive, .page]

  static let streams: [StreamID] = [.main, "k1", "k2"]

  /// The gap that was opened last; `nil` if none was.
  var lastGap: (conversation: ConversationID, gap: Gap)?
  /// The token of each stream, provided that no batch was refused.
  var lastTokens: [StreamID: SyncToken] = [:]
  private let weights: [(verb: Verb, weight: Int)]
  /// The message that most changes are about; `nil` for all alike.
  private let focus: Int?
  /// The store's capabilities. No change needs any other.
  let capabilities: Set<Capability>
  var random: SeededRandom

  /// - Parameter capabilities: the capabilities of the store that applies the changes.
  package init(seed: UInt64, for capabilities: Set<Capability> = Set(Capability.allCases)) {
    var swarm = SeededRandom(seed: seed, stream: "swarm")
    let verbs = Verb.allCases.filter { $0.needs.isSubset(of: capabilities) }
    self.capabilities = capabilities
    focus = swarm.chance(1, of: 2) ? swarm.number(in: 1...6) : nil
    let offOf = focus == nil ? 4 : 2
    let drawn = verbs.map { verb in
      let weight = swarm.number(in: 1...100)
      let isOff = swarm.chance(1, of: offOf)
      if RandomChanges.messages.contains(verb) { return (verb: verb, weight: 50 + 2 * weight) }
      return (verb: verb, weight: isOff ? 0 : weight)
    }
    weights = drawn.contains { $0.weight > 0 } ? drawn : verbs.map { ($0, 1) }
    random = SeededRandom(seed: seed, stream: "changes")
  }

  /// The verbs that this seed uses.
  var verbs: [Verb] { weights.filter { $0.weight > 0 }.map(\.verb) }

  /// Returns one to four changes, in most cases one.
  package mutating func batch() -> [Change] {
    let count = random.chance(2, of: 3) ? 1 : random.number(in: 2...4)
    return (0..<count).map { _ in change(verb()) }
  }

  private mutating func verb() -> Verb {
    var left = random.below(weights.reduce(0) { $0 + $1.weight })
    for (verb, weight) in weights {
      if left < weight { return verb }
      left -= weight
    }
    return weights[0].verb
  }

  mutating func conversation() -> ConversationID {
    focus == nil && random.chance(1, of: 5) ? "k2" : "k1"
  }
  mutating func participant() -> ParticipantID { random.pick(from: Self.participants) ?? "me" }
  /// Messages 1, 2 and 3 are the owner's.
  mutating func ownMessage() -> Int { message(in: 1...3) }
  mutating func anyMessage() -> Int { message(in: 1...6) }

  private mutating func message(in range: ClosedRange<Int>) -> Int {
    if let focus, range.contains(focus), random.chance(4, of: 5) { return focus }
    return random.number(in: range)
  }

  mutating func maybe<Value>(_ part: Int, of whole: Int, _ value: Value) -> Value? {
    random.chance(part, of: whole) ? value : nil
  }
}
