/// Which state of all live ends an engine knows. The store keeps a mark in a stream of its own; each
/// commit that says where a live end is moves it. An engine whose commit was prepared before
/// another engine's page was stored is refused, reads again, and asks again (`SYNC-087`).
struct LiveEnds: Sendable {
  /// The stored mark, as far as this engine knows.
  var stored: SyncToken?
  /// The commits in flight that move the mark, each from where the one before moved it.
  private var flights: [(ticket: SyncTicket, to: SyncToken)] = []

  var isMoving: Bool { !flights.isEmpty }

  /// Adds to a commit the condition that it needs, if it says where a live end is.
  mutating func guarding(_ changes: [Change], as ticket: SyncTicket) -> [Change] {
    guard changes.contains(where: \.saysWhereTheLiveEndIs) else { return changes }
    let from = flights.last?.to ?? stored
    let to = mark(after: changes, from: from)
    flights.append((ticket, to))
    return changes + [.advance(.liveEnds, from: from, to: to)]
  }

  /// Takes the end of a commit.
  mutating func ended(_ ticket: SyncTicket, isStored: Bool) {
    guard let place = flights.firstIndex(where: { $0.ticket == ticket }) else { return }
    let flight = flights.remove(at: place)
    if isStored { stored = flight.to }
  }

  /// Two commits have one mark only if they say the same of the same live ends, after the same mark.
  private func mark(after changes: [Change], from: SyncToken?) -> SyncToken {
    var hash = SHA256()
    let add = { (text: ExactString, hash: inout SHA256) in
      hash.update(String(text.byteCount).utf8)
      hash.update(text.string.utf8)
    }
    add(from?.text ?? "", &hash)
    for change in changes {
      switch change {
      case .page(let page):
        add(page.conversation.text, &hash)
        add(page.reachesStart ? "start" : "more", &hash)
        for message in page.messages { add(message.position.remoteID.text, &hash) }
      case .openGap(let conversation, let gap):
        add(conversation.text, &hash)
        add(gap.after?.remoteID.text ?? "", &hash)
      case .enqueue, .acknowledge, .amend, .settle, .fail, .tried, .retry, .cancel, .upload, .read,
        .reported, .receive, .relate, .giveUp, .advance, .resetHistory, .forget:
        continue
      }
    }
    let digits = hash.finish().flatMap { [hexDigit($0 >> 4), hexDigit($0 & 15)] }
    return SyncToken(ExactString(String(decoding: digits, as: UTF8.self)))
  }
}

extension StreamID {
  /// The stream of the mark of ``LiveEnds``. No server has a stream of this name.
  static let liveEnds: StreamID = "live-ends"
}

extension Change {
  /// Whether it says that nothing is newer than a message, or that something is missing there.
  fileprivate var saysWhereTheLiveEndIs: Bool {
    switch self {
    case .page(let page): page.reach == .live
    case .openGap(_, let gap): gap.before == nil
    case .enqueue, .acknowledge, .amend, .settle, .fail, .tried, .retry, .cancel, .upload, .read,
      .reported, .receive, .relate, .giveUp, .advance, .resetHistory, .forget:
      false
    }
  }
}
