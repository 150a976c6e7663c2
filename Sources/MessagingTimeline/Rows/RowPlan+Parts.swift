internal import MessagingModel

/// Puts messages into the required order: ascending by position, each id once.
enum MessageOrder {
  /// - Returns: the messages, unchanged if nothing is wrong with them, and the faults. Of two with
  ///   the same id the one with the greater version stays; of equal versions, the one with the
  ///   greater position (`ROWS-005`).
  /// - Complexity: O(messages); a snapshot that is not sorted is sorted.
  static func checked(_ messages: [Message]) -> ([Message], [Timeline.Fault]) {
    var faults: [Timeline.Fault] = []
    var sorted = messages
    let misplaced = messages.indices.dropFirst().first {
      messages[$0].position < messages[$0 - 1].position
    }
    if let misplaced {
      faults.append(.outOfOrder(.message(messages[misplaced - 1].id)))
      sorted.sort { $0.position < $1.position }
    }
    if Set(messages.lazy.map(\.id)).count == messages.count { return (sorted, faults) }
    var kept: [MessageID: Int] = [:]
    kept.reserveCapacity(sorted.count)
    var dropped: Set<Int> = []
    for (index, message) in sorted.enumerated() {
      guard let known = kept.updateValue(index, forKey: message.id) else { continue }
      faults.append(.duplicate(.message(message.id)))
      if Timeline.isNewer(sorted[known].version, than: message.version) {
        kept[message.id] = known
        dropped.insert(index)
      } else {
        dropped.insert(known)
      }
    }
    if dropped.isEmpty { return (sorted, faults) }
    return (sorted.indices.filter { !dropped.contains($0) }.map { sorted[$0] }, faults)
  }
}

/// Which messages have a row.
struct ShownMessages {
  private let shown: TimelineInput.Shown
  private let hidden: Set<ParticipantID>
  /// All references that name the root of the thread.
  private var roots: Set<MessageReference> = []

  init(_ input: TimelineInput, _ messages: [Message]) {
    (shown, hidden) = (input.shown, input.hidden)
    switch shown {
    case .everything, .withoutReplies: break
    case .thread(let root):
      roots = [root]
      if let message = messages.first(where: { $0.names.contains(root) }) {
        roots.formUnion(message.names)
      }
    }
  }

  func filter(_ messages: [Message]) -> [Message] {
    shown == .everything && hidden.isEmpty ? messages : messages.filter(contains)
  }

  private func contains(_ message: Message) -> Bool {
    if hidden.contains(message.sender) { return false }
    return switch shown {
    case .everything: true
    case .withoutReplies: message.threadRoot == nil
    case .thread:
      message.names.contains(where: roots.contains)
        || message.threadRoot.map(roots.contains) ?? false
    }
  }
}

extension Message {
  fileprivate var names: [MessageReference] {
    [.id(id)] + (remoteID.map { [.remote($0)] } ?? [])
  }
}

/// The readers that each message names.
struct ReaderPlaces {
  /// The readers by the index of the message, each list in ascending order.
  private(set) var names: [Int: [ParticipantID]] = [:]

  /// - Parameter messages: the shown messages, ascending by position.
  init(_ receipts: [Receipt], _ messages: [Message], owner: ParticipantID) {
    guard receipts.contains(where: { $0.participant != owner }), !messages.isEmpty else { return }
    let confirmed = messages.firstIndex { $0.position.confirmed == nil } ?? messages.count
    // For each message, the nearest one before it that somebody else wrote.
    var others = [Int](repeating: -1, count: confirmed)
    for index in 0..<confirmed where index > 0 {
      let isSame = messages[index].sender == messages[index - 1].sender
      others[index] = isSame ? others[index - 1] : index - 1
    }
    for receipt in receipts where receipt.participant != owner {
      var (low, high) = (0, confirmed)
      while low < high {
        let middle = (low + high) / 2
        if messages[middle].position <= receipt.upTo { low = middle + 1 } else { high = middle }
      }
      var place = low - 1
      if place >= 0, messages[place].sender == receipt.participant { place = others[place] }
      if place >= 0 { names[place, default: []].append(receipt.participant) }
    }
    for place in names.keys { names[place]?.sort() }
  }
}

/// Where markers of gaps lie among the messages that are shown.
struct GapSlots {
  struct Marker {
    let id: RowID
    let gap: Gap
  }

  private let messages: [Message]
  private let gaps: [Gap]
  private let older: Gap?
  private let newer: Gap?

  init(of snapshot: Snapshot, _ messages: [Message]) {
    self.messages = messages
    gaps = snapshot.gaps
    (older, newer) = (snapshot.older.gap, snapshot.newer.gap)
  }

  /// Returns the marker right before a message, or after the last one: the newest gap that lies
  /// between the two neighbours. `nil` if there is none.
  ///
  /// It is named by the last known position before it, so that it stays the same row while the gap
  /// is filled from its newer end.
  ///
  /// - Complexity: O(gaps).
  func marker(above index: Int) -> Marker? {
    let (isFirst, isLast) = (index == 0, index == messages.count)
    guard !gaps.isEmpty || isFirst || isLast else { return nil }
    let lower = isFirst ? nil : messages[index - 1].neighbour
    let upper = isLast ? nil : messages[index].neighbour
    var found: Gap?
    let edges = [isFirst ? older : nil, isLast ? newer : nil].compactMap(\.self)
    for gap in gaps + edges where gap.separates(lower, upper) {
      found = found.map { $0.reaches(beyond: gap) ? $0 : gap } ?? gap
    }
    guard let found else { return nil }
    var below = found.after
    if let known = lower?.position.confirmed { below = below.map { Swift.max($0, known) } ?? known }
    return Marker(id: .gap(after: below), gap: found)
  }

  /// Whether nothing is missing right after the newest confirmed message.
  func isComplete(aboveConfirmed messages: [Message]) -> Bool {
    let newest = messages.lastIndex { $0.position.confirmed != nil }
    return marker(above: (newest ?? -1) + 1) == nil
  }
}

extension Edge {
  fileprivate var gap: Gap? {
    switch self {
    case .gap(let gap): gap
    case .more, .end: nil
    }
  }
}

extension Gap {
  fileprivate func reaches(beyond other: Gap) -> Bool {
    guard let before else { return true }
    return other.before.map { $0 < before } ?? false
  }
}
