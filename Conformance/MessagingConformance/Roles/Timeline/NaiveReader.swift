internal import MessagingModel

/// What the reader of a screen has seen, and what was said to be read: the oracle of readings.
///
/// It knows what may be said, and what must have been said at rest. It does not know when.
struct NaiveReader: Sendable {
  /// Since when each visible message has been in sight of somebody who looks, in milliseconds.
  private var since: [MessageID: Int64] = [:]
  private var visible: [Message] = []
  /// The visible messages that have had a row ever since they were reported.
  private var steady: Set<MessageID> = []
  private var isLooking = true
  /// The readings that the store took, and those that it did not.
  private var stored: Set<MessageReference> = []
  private var refused: Set<MessageReference> = []

  mutating func open() {
    (since, visible, steady, isLooking) = ([:], [], [], true)
    refused = []
  }

  /// Takes the messages that the view reports.
  mutating func see(_ messages: [Message], at now: Int64) {
    let before = since
    (since, visible, steady) = ([:], messages, Set(messages.map(\.id)))
    guard isLooking else { return }
    for message in messages { since[message.id] = before[message.id] ?? now }
  }

  mutating func look(_ isLooking: Bool, at now: Int64) {
    guard isLooking != self.isLooking else { return }
    self.isLooking = isLooking
    since = [:]
    guard isLooking else { return }
    for message in visible { since[message.id] = now }
  }

  /// Notes which messages have rows now.
  mutating func keep(_ messages: [Message]) { steady.formIntersection(messages.map(\.id)) }

  /// Notes that the history of the conversation is gone, with all readings.
  mutating func forget() { (stored, steady) = ([], []) }

  /// Notes a reading.
  ///
  /// - Returns: the rule that it breaks; `nil` if none.
  func law(against reading: MessageReference, after time: Int64, at now: Int64) -> Law? {
    if stored.contains(reading) { return .readTwice }
    // Only a reading that the store did not take may be of something that is out of sight.
    if refused.contains(reading) { return nil }
    let read = visible.filter { message in
      !message.isOutgoing && (since[message.id].map { now - $0 >= time } ?? false)
    }
    return read.contains { $0.isMeant(by: reading) } ? nil : .readUnseen
  }

  /// Notes what the store answered to a reading.
  mutating func note(_ reading: MessageReference, _ refusal: RepositoryError.Code?) {
    refused.remove(reading)
    guard let refusal else {
      stored.insert(reading)
      return
    }
    guard refusal == .unknownMessage else {
      refused.insert(reading)
      return
    }
    // It has to come into sight anew (`OPEN-029`).
    for message in visible where message.isMeant(by: reading) {
      since[message.id] = nil
      steady.remove(message.id)
    }
    visible.removeAll { $0.isMeant(by: reading) }
  }

  /// A message that is in sight and should have been said to be read, once nothing is waited for;
  /// `nil` if none is.
  ///
  /// - Parameters:
  ///   - marker: the position up to which the owner has read.
  ///   - stored: the messages as they are stored, wherever they were when they came into sight.
  func unread(above marker: Position?, of stored: [Message]) -> Message? {
    stored.first { message in
      !message.isOutgoing && steady.contains(message.id) && since[message.id] != nil
        && (marker.map { NaiveOrder.precedes($0, message.position) } ?? true)
    }
  }
}

extension Message {
  func isMeant(by reference: MessageReference) -> Bool {
    switch reference {
    case .id(let id): self.id == id
    case .remote(let remote): remoteID == remote
    }
  }
}
