internal import MessagingModel

/// What users wanted, recorded without any rules of chat. This is half of the oracle.
struct SimulationStory: Sendable {
  /// Whether the server must receive a wish.
  enum Fate: Sendable {
    case wanted
    /// It may or may not, because its device was given up, or the store's answer was lost.
    case unknown
    case takenBack
  }

  struct Letter: Sendable {
    let id: MessageID
    let conversation: ConversationID
    let body: Body
    let replyTo: MessageReference?
    let owner: ParticipantID
    let author: Author
    var fate = Fate.wanted
    /// Whether its author cancelled it. It may still arrive at any time, and stay if the device
    /// that cancelled it was given up.
    var isCancelled = false
  }

  struct Wish: Sendable {
    let target: MessageReference
    let id: MessageID
    let action: Dependent.Action
    let owner: ParticipantID
    let author: Author
    var fate = Fate.wanted
  }

  /// One store of one user. Its changes arrive in one order.
  struct Author: Hashable, Sendable {
    let device: Int
    let session: Int
  }

  /// The messages, in the order in which stores accepted them.
  private(set) var letters: [Letter] = []
  private(set) var wishes: [Wish] = []

  mutating func wrote(
    _ message: OutgoingMessage, by owner: ParticipantID, device: Int, session: Int
  ) {
    letters.append(
      Letter(
        id: message.key.id, conversation: message.key.conversation,
        body: message.body.asWritten,
        replyTo: message.replyTo, owner: owner, author: Author(device: device, session: session)))
  }

  mutating func changed(
    _ target: Message, _ id: MessageID, _ action: Dependent.Action, by owner: ParticipantID,
    device: Int, session: Int, isCertain: Bool
  ) {
    wishes.append(
      Wish(
        target: target.remoteID.map(MessageReference.remote) ?? .id(target.id), id: id,
        action: action, owner: owner, author: Author(device: device, session: session),
        fate: isCertain ? .wanted : .unknown))
  }

  mutating func cancelled(_ id: MessageID, isCertain: Bool) {
    for index in letters.indices where letters[index].id == id {
      letters[index].fate = isCertain ? .takenBack : .unknown
      letters[index].isCancelled = true
    }
  }

  mutating func takenBack(_ id: MessageID, isCertain: Bool) {
    for index in wishes.indices where wishes[index].id == id {
      wishes[index].fate = isCertain ? .takenBack : .unknown
    }
  }

  /// Records that a device's store is gone. What had left may have arrived.
  mutating func abandon(device: Int, session: Int) {
    let author = Author(device: device, session: session)
    for index in letters.indices where letters[index].author == author {
      letters[index].fate = .unknown
    }
    for index in wishes.indices where wishes[index].author == author {
      wishes[index].fate = .unknown
    }
  }
}
