package import MessagingModel
package import MessagingTimeline

/// The data from which the naive builder makes the rows of one moment.
package struct NaiveRowContext {
  package var snapshot: Snapshot
  package let input: TimelineInput
  package let previous: Timeline
  /// The messages of the snapshot that are shown, oldest first.
  package var messages: [Message]

  package init(
    snapshot: Snapshot, input: TimelineInput, previous: Timeline, messages: [Message] = []
  ) {
    self.snapshot = snapshot
    self.input = input
    self.previous = previous
    self.messages = messages
  }

  /// How far a participant has read; `nil` if unknown.
  package func mark(of participant: ParticipantID) -> Position? {
    snapshot.receipts.first { $0.participant == participant }?.upTo
  }

  /// The uppermost gap between two adjacent messages; `nil` stands for the respective end of the
  /// window.
  func gap(between lower: Message?, and upper: Message?) -> Gap? {
    var known = snapshot.gaps
    if lower == nil, case .gap(let gap) = snapshot.older { known.append(gap) }
    if upper == nil, case .gap(let gap) = snapshot.newer { known.append(gap) }
    if let lower, !lower.hasEcho, !(upper?.hasEcho ?? false) {
      // Nothing is missing between the owner's messages until the server has returned one.
      known.removeAll { $0 == .everything }
    }
    return known.filter { reaches($0, from: lower?.position, to: upper?.position) }
      .max { left, right in
        guard let right = right.before else { return left.before != nil }
        return left.before.map { NaiveOrder.precedes($0, right) } ?? false
      }
  }

  /// Whether some position lies above `lower`, below `upper` and inside the gap.
  private func reaches(_ gap: Gap, from lower: Position?, to upper: Position?) -> Bool {
    if let upper, let after = gap.after, !NaiveOrder.precedes(.confirmed(after), upper) {
      return false
    }
    guard let lower else { return true }
    guard let before = gap.before else { return lower.confirmed != nil }
    return NaiveOrder.precedes(lower, .confirmed(before))
  }

  /// Whether nothing is stored or missing above the newest confirmed message.
  package var reachesEnd: Bool {
    let newest = messages.lastIndex { $0.position.confirmed != nil }
    let next = newest.map { $0 + 1 } ?? 0
    let upper = next < messages.count ? messages[next] : nil
    return snapshot.newer == .end && gap(between: newest.map { messages[$0] }, and: upper) == nil
  }
}

extension Position {
  /// Whether the position is above another one.
  package func isAbove(_ other: Position) -> Bool { NaiveOrder.precedes(other, self) }
}

extension Message {
  /// The time of the message: the server time, or its timestamp until the server has taken it.
  package var instant: Timestamp { position.confirmed?.serverTime ?? timestamp }

  /// Every name of the message.
  package var references: [MessageReference] { [.id(id)] + (remoteID.map { [.remote($0)] } ?? []) }
}

extension Body {
  /// Whether it is a service line.
  package var isLine: Bool { if case .system = self { true } else { false } }

  /// Whether a person wrote it, and it is not deleted.
  var isForReaders: Bool {
    switch self {
    case .text, .media, .payment, .unknown: true
    case .system, .redacted: false
    }
  }
}
