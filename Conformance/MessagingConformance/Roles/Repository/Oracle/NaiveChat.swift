internal import MessagingModel

/// One conversation in the oracle.
struct NaiveChat: Sendable {
  /// A fact about what is missing.
  enum Word: Sendable {
    /// A range is missing.
    case missing(Gap)
    /// The server cannot return what a gap lacks.
    case unavailable(Gap)
    /// A range is known, both ends included; `nil` stands for the start or the live end.
    case known(from: ServerPosition?, to: ServerPosition?, GapToken?)
    /// A message arrived live: nothing is missing from it up to the live end, unless newer history
    /// is already known.
    case live(ServerPosition)
    /// The missing range that ends at the position is fetched with another token.
    case token(endingAt: ServerPosition?, GapToken)
  }

  struct Deletion: Sendable {
    let name: MessageReference
    let leavesRow: Bool
    var place: ServerPosition?
  }

  struct Reading: Sendable {
    let participant: ParticipantID
    /// The position of the message that was read. It moves with that message.
    var place: ServerPosition
    let time: Timestamp
    /// Whether this device recorded the reading, and whether the server has it.
    var isOurs = false
    var isTold = false
  }

  let id: ConversationID
  /// The owner of the store.
  let owner: ParticipantID
  /// The messages that are stored.
  var cards: [NaiveCard] = []
  /// Every deletion so far, by name. Survives a reset.
  var deletions: [Deletion] = []
  /// The ids of unsent changes that were sent, given up or deleted with their message. Survives a
  /// reset.
  var retired: Set<MessageID> = []
  /// Cancelled messages that the server may have taken. Survives a reset.
  var retractions: [Retraction] = []
  /// Relations to messages that have not arrived.
  var waiting: [Relation] = []
  var readings: [Reading] = []
  /// The messages that somebody had read when the history was dropped: where the server lists them
  /// next is where they lie, deleted or not.
  var awaited: Set<RemoteID> = []
  /// The facts about what is missing, since the beginning or the last reset. At that point
  /// everything is missing.
  var words: [Word] = []
  /// The unread count when the history was dropped; zero once the owner reads further.
  var unreadFloor = 0

  /// Deleted messages whose files may still be on this device.
  var filesToRemove: [MessageID] = []

  /// The highest position of a message that the server returned and that is now deleted, since the
  /// beginning or the last reset.
  var highestDeleted: ServerPosition?

  func index(of name: MessageReference) -> Int? { cards.firstIndex { $0.has(name) } }

  func card(_ name: MessageReference) -> NaiveCard? { index(of: name).map { cards[$0] } }

  /// The remote id in place of the id of a message that the server has. The message can be dropped
  /// and come back under another id; and an id that was derived from a remote id goes when the
  /// owner's own id turns out to name the message.
  func lasting(_ name: MessageReference) -> MessageReference {
    guard case .id = name, let card = card(name), let place = card.place else { return name }
    return .remote(place.remoteID)
  }

  /// The remote id in place of the id of a message that is gone without a row, although the server
  /// had it: a request can still name it.
  func nameOfDeleted(_ name: MessageReference) -> MessageReference {
    guard case .id = name, card(name) == nil, let place = deletion(of: name)?.place else {
      return name
    }
    return .remote(place.remoteID)
  }

  /// The deletion of a name: whether it leaves a row, and the position. `nil` if the name was not
  /// deleted.
  func deletion(of name: MessageReference) -> (leavesRow: Bool, place: ServerPosition?)? {
    let all = deletions.filter { $0.name == name }
    guard !all.isEmpty else { return nil }
    // The lowest position that the server gave counts, as for messages that are stored.
    let place = all.compactMap(\.place).min { NaiveOrder.precedes($0, $1) }
    return (all.allSatisfy(\.leavesRow), place)
  }

  /// Where a deleted message lies: as its remote id says, if the server has moved it since.
  func placeOfDeleted(_ name: MessageReference) -> ServerPosition? {
    guard let place = deletion(of: name)?.place else { return nil }
    return deletion(of: .remote(place.remoteID))?.place ?? place
  }

  /// The messages from the oldest to the newest.
  var sorted: [NaiveCard] {
    cards.map { ($0.position, $0) }.sorted { NaiveOrder.precedes($0.0, $1.0) }.map(\.1)
  }

  /// How far each participant has read: the greatest position, and the latest time for it.
  var receipts: [Reading] {
    readings.filter { one in
      readings.allSatisfy { other in
        guard other.participant == one.participant, other.place != one.place else { return true }
        return NaiveOrder.precedes(other.place, one.place)
      }
    }.filter { one in
      readings.allSatisfy { other in
        other.participant != one.participant || other.place != one.place
          || other.time.milliseconds <= one.time.milliseconds
      }
    }
  }

  /// How far the owner has read.
  var marker: ServerPosition? { receipts.first { $0.participant == owner }?.place }

  /// The reading that the server still needs: the marker's position, if only this device recorded
  /// it and the server does not have it yet.
  var toReport: MessagingModel.Reading? {
    let steps = readings.filter { $0.participant == owner && $0.place == marker }
    guard let first = steps.first, steps.allSatisfy({ $0.isOurs && !$0.isTold }) else {
      return nil
    }
    return MessagingModel.Reading(conversation: id, upTo: first.place, readAt: first.time)
  }

  /// The number of readable messages of others above the marker.
  var unread: Int {
    let marker = marker
    return cards.filter { card in
      guard let place = card.place, card.sender != owner else { return false }
      return (marker.map { NaiveOrder.precedes($0, place) } ?? true) && card.isReadable
    }.count
  }
}
