/// Which state of all live ends an engine knows. The store keeps a mark in a stream of its own.
/// Each commit of an engine is stored only if the mark is the one that the engine knows, and one
/// that says where a live end is moves the mark. So what was prepared before another engine moved
/// it is refused, and prepared again (`SYNC-087`).
struct LiveEnds: Sendable {
  /// The stored mark, as far as this engine knows.
  var stored: SyncToken?
  /// The commits in flight that move the mark, each from where the one before moves it.
  private var flights: [(ticket: SyncTicket, to: SyncToken)] = []

  /// Whether a commit is in flight that moves the mark.
  var isMoving: Bool { !flights.isEmpty }

  /// Adds to a commit the condition that it needs.
  mutating func guarding(_ changes: [Change], as ticket: SyncTicket) -> [Change] {
    let from = flights.last?.to ?? stored
    guard changes.contains(where: \.saysWhereALiveEndIs) else {
      return changes + [.advance(.liveEnds, from: from, to: from)]
    }
    let to = LiveEnds.mark(after: changes, from: from)
    flights.append((ticket, to))
    return changes + [.advance(.liveEnds, from: from, to: to)]
  }

  /// Takes the end of a commit. If it is stored, so are those that it builds on.
  mutating func ended(_ ticket: SyncTicket, isStored: Bool) {
    guard let place = flights.firstIndex(where: { $0.ticket == ticket }) else { return }
    guard isStored else {
      flights.remove(at: place)
      return
    }
    stored = flights[place].to
    flights.removeFirst(place + 1)
  }

  /// Two commits have one mark only if they say the same of the same live ends, after the same
  /// mark.
  private static func mark(after changes: [Change], from: SyncToken?) -> SyncToken {
    var hash = SHA256()
    // Each text with its length, so that no two lists of texts have the same bytes.
    for text in [from?.text ?? ""] + changes.flatMap(\.aboutLiveEnds) {
      hash.update("\(text.byteCount):".utf8)
      hash.update(text.string.utf8)
    }
    let digits = hash.finish().flatMap { [hexDigit($0 >> 4), hexDigit($0 & 15)] }
    return SyncToken(ExactString(String(decoding: digits, as: UTF8.self)))
  }
}

extension StreamID {
  /// The stream of the mark of ``LiveEnds``. A server's own stream of this name is ignored.
  static let liveEnds: StreamID = "live-ends"
}

extension Change {
  /// Whether it says that nothing is newer than a message, or that something is missing there.
  fileprivate var saysWhereALiveEndIs: Bool {
    switch self {
    case .page(let page): page.reach == .live
    case .openGap(_, let gap): gap.before == nil
    case .resetHistory, .forget: true
    case .enqueue, .acknowledge, .amend, .settle, .fail, .tried, .retry, .cancel, .upload, .read,
      .reported, .receive, .relate, .giveUp, .advance:
      false
    }
  }

  /// What it says of live ends, in words that another change does not have.
  fileprivate var aboutLiveEnds: [ExactString] {
    switch self {
    case .page(let page):
      ["page", page.conversation.text, page.reachesStart ? "start" : "more"]
        + [page.token?.text ?? ""] + page.messages.map(\.position.remoteID.text) + ["end"]
    case .openGap(let conversation, let gap):
      ["gap", conversation.text, gap.after?.remoteID.text ?? "", gap.token?.text ?? ""]
    case .resetHistory(let conversation), .forget(let conversation):
      ["reset", conversation.text]
    case .enqueue, .acknowledge, .amend, .settle, .fail, .tried, .retry, .cancel, .upload, .read,
      .reported, .receive, .relate, .giveUp, .advance:
      []
    }
  }
}
