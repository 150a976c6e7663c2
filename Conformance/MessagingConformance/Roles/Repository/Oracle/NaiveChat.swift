internal import MessagingModel

/// One conversation in the oracle.
struct NaiveChat: Sendable {
  /// Something that was said about what is missing.
  enum Word: Sendable {
    /// A range is missing.
    case missing(Gap)
    /// The server cannot give what a gap lacks.
    case unavailable(Gap)
    /// A range is known, both ends included; `nil` is the respective end.
    case known(from: ServerPosition?, to: ServerPosition?, GapToken?)
    /// A message arrived live: nothing is missing from it up to what arrives live, unless history
    /// further up is known.
    case live(ServerPosition)
    /// The range that ends there is fetched with another token.
    case token(endingAt: ServerPosition?, GapToken)
  }

  struct Deletion: Sendable {
    let name: MessageReference
    let leavesRow: Bool
    let place: ServerPosition?
  }

  struct Reading: Sendable {
    let participant: ParticipantID
    /// Of the message that was read; it goes with it.
    var place: ServerPosition
    let time: Timestamp
    /// Whether this device says so, and whether the server was told.
    var isOurs = false
    var isTold = false
  }

  let id: ConversationID
  /// Whose store it is.
  let owner: ParticipantID
  /// The messages that are there.
  var cards: [NaiveCard] = []
  /// What was ever deleted, by name; survives a reset.
  var deletions: [Deletion] = []
  /// Local changes that were sent, given up or deleted with their message; survives a reset.
  var retired: Set<MessageID> = []
  /// Cancelled messages that the server may have; survives a reset.
  var retractions: [Retraction] = []
  /// What was said about messages that are not there.
  var waiting: [Relation] = []
  var readings: [Reading] = []
  /// Since the beginning, or the last reset: then everything is missing.
  var words: [Word] = []
  /// What was unread when the history was dropped, as long as nobody read on.
  var unreadFloor = 0

  /// Deleted messages whose files may still be on this device.
  var filesToRemove: [MessageID] = []

  /// The highest place of what the server showed and that is deleted, since the beginning or the
  /// last reset.
  var highestDeleted: ServerPosition?

  func index(of name: MessageReference) -> Int? { cards.firstIndex { $0.has(name) } }

  func card(_ name: MessageReference) -> NaiveCard? { index(of: name).map { cards[$0] } }

  /// Whether something of this name was deleted, and whether a row says so.
  func deletion(of name: MessageReference) -> (leavesRow: Bool, place: ServerPosition?)? {
    let all = deletions.filter { $0.name == name }
    guard !all.isEmpty else { return nil }
    // Of all that the server ever said of its place, the lowest counts, as for what is there.
    let place = all.compactMap(\.place).min { NaiveOrder.precedes($0, $1) }
    return (all.allSatisfy(\.leavesRow), place)
  }

  /// The messages from the oldest to the newest.
  var sorted: [NaiveCard] {
    cards.sorted { NaiveOrder.precedes($0.position, $1.position) }
  }

  /// How far each participant has read: the greatest place, and the latest time for it.
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

  /// What the server is to be told of the owner's reading: the step to the marker, if this device
  /// made it, and nobody else said as much since.
  var toReport: MessagingModel.Reading? {
    let steps = readings.filter { $0.participant == owner && $0.place == marker }
    guard let first = steps.first, steps.allSatisfy({ $0.isOurs && !$0.isTold }) else {
      return nil
    }
    return MessagingModel.Reading(conversation: id, upTo: first.place, readAt: first.time)
  }

  /// How many messages others wrote above the marker that can be read.
  var unread: Int {
    let marker = marker
    return cards.filter { card in
      guard let place = card.place, card.sender != owner else { return false }
      switch card.confirmedBody {
      case .system, .redacted: return false
      case .text, .media, .payment, .unknown: break
      }
      return marker.map { NaiveOrder.precedes($0, place) } ?? true
    }.count
  }
}
