/// Which state of all live ends an engine knows. The store keeps a mark in a stream of its own.
/// Each batch and each page is stored only if the mark is the one that the engine knows, or the one
/// that the commit itself moves it to. One that says where a live end is moves the mark. So what
/// was prepared before another engine moved it is refused, and prepared again (`SYNC-087`).
struct LiveEnds: Sendable {
  /// The stored mark, as far as this engine knows.
  var stored: SyncToken?
  /// The commits in flight that move the mark, each from where the one before moves it.
  private var flights: [(ticket: SyncTicket, to: SyncToken)] = []

  /// Whether a commit is in flight that moves the mark.
  var isMoving: Bool { !flights.isEmpty }

  /// Adds to a commit the condition that it needs. New messages move the mark unless they move the
  /// token of the main stream: without either, an older page would take them for deleted
  /// (`SYNC-040`).
  mutating func guarding(_ changes: [Change], as ticket: SyncTicket) -> [Change] {
    let from = flights.last?.to ?? stored
    let movesToken = changes.contains { change in
      if case .advance(.main, let from, let to) = change { from != to } else { false }
    }
    let said = changes.compactMap { $0.aboutLiveEnd ?? (movesToken ? nil : $0.asNews) }
    guard !said.isEmpty else {
      return changes + [.advance(.liveEnds, from: from, to: from)]
    }
    let to = LiveEnds.mark(after: said, from: from)
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
  private static func mark(after said: [[ExactString]], from: SyncToken?) -> SyncToken {
    var hash = SHA256()
    // Each text with its length, so that no two lists of texts have the same bytes.
    for text in [from?.text ?? ""] + said.flatMap(\.self) {
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
  /// The words for a message that came live; `nil` for another change.
  fileprivate var asNews: [ExactString]? {
    guard case .receive(let message) = self else { return nil }
    return ["news", message.conversation.text, message.position.remoteID.text]
  }

  /// What it says of a live end, in words that another change does not have: that nothing is newer
  /// than a message, that something is missing there, or that nothing is known of it any more.
  /// `nil` if it says nothing.
  ///
  /// - Complexity: O(n) in the messages of a page.
  fileprivate var aboutLiveEnd: [ExactString]? {
    switch self {
    case .page(let page) where page.reach == .live:
      ["page", page.conversation.text, page.reachesStart ? "start" : "more"]
        + [page.token?.text ?? ""] + page.messages.map(\.position.remoteID.text) + ["end"]
    case .openGap(let conversation, let gap) where gap.before == nil:
      ["gap", conversation.text, gap.after?.remoteID.text ?? "", gap.token?.text ?? ""]
    case .resetHistory(let conversation), .forget(let conversation):
      ["reset", conversation.text]
    case .page, .openGap, .enqueue, .acknowledge, .amend, .settle, .fail, .tried, .retry, .cancel,
      .upload, .read, .reported, .receive, .relate, .giveUp, .advance:
      nil
    }
  }
}
