internal import MessagingModel
internal import MessagingTimeline

/// Conversations that change step by step: windows of a few messages, with everything that rows
/// depend on.
struct RandomSnapshots {
  var random: SeededRandom
  private var messages: [Message] = []
  private(set) var input = TimelineInput(owner: ScriptNames.owner)

  private static let people: [ParticipantID] = [ScriptNames.owner, "ann", "bob", "carol"]
  private static let texts = [
    "hello", "see https://example.org/a.", "(www.example.org/x_(y)) grüße", "", "no link: http://",
  ]
  private static let zones = [
    ZoneOffsets.utc, ZoneOffsets(name: "Kiritimati", first: 50_400),
    ZoneOffsets(
      name: "Berlin", first: 3_600,
      changes: [.init(from: Timestamp(milliseconds: 90_000_000), seconds: 7_200)]),
  ]

  init(seed: UInt64) {
    random = SeededRandom(seed: seed, stream: "snapshots")
    for number in 1...14 { messages.append(message(number)) }
    messages.sort { NaiveOrder.precedes($0.position, $1.position) }
  }

  /// Returns the next snapshot, after one random change or none.
  mutating func next() -> Snapshot {
    switch random.below(7) {
    case 0: changeMessage()
    case 1: input.typing = Set(RandomSnapshots.people.filter { _ in random.chance(1, of: 3) })
    case 2:
      (input.isLoadingOlder, input.isLoadingNewer) = (
        random.chance(1, of: 2), random.chance(1, of: 2)
      )
    case 3: input.zone = random.pick(from: RandomSnapshots.zones) ?? .utc
    case 4: input.runLimit = random.chance(1, of: 2) ? nil : 7_200_000
    case 5: input.hidden = random.chance(1, of: 3) ? ["bob"] : []
    default: break
    }
    return window()
  }

  private mutating func message(_ number: Int) -> Message {
    let isUnsent = number > 11
    let sender = isUnsent ? ScriptNames.owner : random.pick(from: RandomSnapshots.people) ?? "ann"
    let time = Timestamp(milliseconds: Int64(random.below(60)) * 3_600_000 - 80_000_000)
    let place = ServerPosition(
      serverTime: time, timestamp: time, remoteID: RemoteID("s\(number)"))
    return Message(
      id: MessageID(high: 7, low: UInt64(number)), conversation: ScriptNames.conversation,
      sender: sender, isOutgoing: sender == ScriptNames.owner,
      position: isUnsent ? .unconfirmed(sequence: Int64(number)) : .confirmed(place),
      timestamp: time, body: body(), version: isUnsent ? nil : .original,
      replyTo: random.chance(1, of: 4) ? .remote(RemoteID("s\(1 + random.below(11))")) : nil,
      delivery: isUnsent ? .sending : .sent, hasEcho: !isUnsent && random.chance(1, of: 2))
  }

  private mutating func body() -> Body {
    let text = ExactString(random.pick(from: RandomSnapshots.texts) ?? "")
    switch random.below(8) {
    case 0: return .system(text)
    case 1: return .redacted
    case 2: return .payment(.init(amount: 5, currency: "EUR", note: text))
    default: return .text(text)
    }
  }

  private mutating func changeMessage() {
    let index = random.below(messages.count)
    messages[index].body = body()
    if messages[index].position.confirmed != nil {
      messages[index].version = Version(order: Int64(random.below(3)))
      messages[index].delivery = random.chance(1, of: 2) ? .read : .delivered
    }
  }

  /// A window of adjacent messages, with their edges and gaps.
  private mutating func window() -> Snapshot {
    let confirmed = messages.filter { $0.position.confirmed != nil }
    let first = random.chance(1, of: 2) ? 0 : random.below(confirmed.count)
    let reachesTop = random.chance(2, of: 3)
    let end = reachesTop ? confirmed.count : first + random.below(confirmed.count - first + 1)
    let unsent = messages.filter { $0.position.confirmed == nil }
    let shown = Array(confirmed[first..<end])
    var snapshot = Snapshot(
      revision: .zero,
      messages: shown + (reachesTop ? Array(unsent.prefix(random.below(4))) : []),
      older: first == 0 ? .end : .more, newer: reachesTop ? .end : .more)
    addQuotes(to: &snapshot)
    addReceipts(to: &snapshot)
    addGaps(to: &snapshot, between: shown, reachesTop: reachesTop)
    return snapshot
  }

  private func addQuotes(to snapshot: inout Snapshot) {
    for reference in snapshot.messages.compactMap(\.replyTo) {
      snapshot.quotes[reference] = messages.first { $0.references.contains(reference) }
    }
  }

  private mutating func addReceipts(to snapshot: inout Snapshot) {
    for person in RandomSnapshots.people where random.chance(1, of: 2) {
      guard let message = random.pick(from: messages), message.position.confirmed != nil else {
        continue
      }
      snapshot.receipts.append(
        Receipt(
          conversation: ScriptNames.conversation, participant: person, upTo: message.position,
          readAt: 0))
    }
    snapshot.receipts.sort { NaiveOrder.precedes($0.upTo, $1.upTo) }
  }

  private mutating func addGaps(
    to snapshot: inout Snapshot, between shown: [Message], reachesTop: Bool
  ) {
    let places = shown.compactMap(\.position.confirmed)
    if random.chance(1, of: 8) {
      snapshot.gaps = [.everything]
      return
    }
    var index = 0
    while index + 1 < places.count {
      let length = random.chance(1, of: 4) ? 1 + random.below(2) : 0
      let end = min(index + length, places.count - 1)
      if length > 0 {
        snapshot.gaps.append(Gap(after: places[index], before: places[end]))
      }
      index = max(index + 1, end)
    }
    guard reachesTop, let last = places.last, random.chance(1, of: 4) else { return }
    let live = Gap(after: last, before: nil)
    if snapshot.messages.last?.position.confirmed == nil {
      snapshot.gaps.append(live)
    } else {
      snapshot.newer = .gap(live)
    }
  }
}
