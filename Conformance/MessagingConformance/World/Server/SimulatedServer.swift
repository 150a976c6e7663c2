package import MessagingModel

/// The simplest possible chat server, for any number of devices: one log of events, with a number
/// for each event. It has no clock and no randomness, and does nothing by itself.
///
/// It records separately what it took, and which answers arrived at a device. The caller carries
/// the messages, and may lose, repeat and delay them.
///
///     var server = SimulatedServer(ServerTraits(.polled))
///     let phone = ServerDevice("me")
///     server.write(.text("hello"), in: "k1", by: "ann")
///     let receipt = server.accept(request, from: phone)   // taken, once for each key
///     let answer = server.answer(question, for: phone)    // told, perhaps never heard
package struct SimulatedServer: Sendable {
  /// An event of the log.
  package struct Event: Hashable, Sendable {
    /// The number in the whole log, from 1.
    package let ordinal: Int
    package let stream: StreamID
    /// The number in its stream, from 1.
    package let number: Int
    package let item: SyncItem
    /// The device that sent it; `nil` if none is recorded.
    package let device: ServerDevice?
    /// The place in the history of its conversation. Of two events at one place, the one with the
    /// smaller ``ordinal`` comes first.
    let place: Int64

    package var conversation: ConversationID { item.conversation }

    package var message: ReceivedMessage? {
      if case .message(let message) = item { message } else { nil }
    }

    /// Whether it comes before another event in history.
    func isBefore(_ other: Event) -> Bool { (place, ordinal) < (other.place, other.ordinal) }
  }

  package let traits: ServerTraits
  package var faults = ServerFaults()
  /// The events, in order.
  package private(set) var log: [Event] = []
  /// The number of times that it has forgotten its tokens. Tokens of an earlier age are unknown.
  private(set) var age = 0
  /// The first number of each stream whose token is still known.
  private var firstKnown: [StreamID: Int] = [:]
  /// How many messages have had a name. No name is given twice.
  private var names = 0
  private var highestPlace: Int64 = 0
  /// How many additional tokens it gave for places that already had one.
  var aliases = 0
  var devices: [ServerDevice: DeviceAccount] = [:]
  var ledger = RequestLedger()

  package init(_ traits: ServerTraits) { self.traits = traits }

  /// The number of events of a stream.
  package func head(of stream: StreamID) -> Int { log.last { $0.stream == stream }?.number ?? 0 }

  /// The message with a name, as it was written; `nil` if there is none.
  package func event(named name: RemoteID) -> Event? {
    log.first { $0.message?.position.remoteID == name }
  }

  /// The version of the next event.
  var nextVersion: Version { Version(order: Int64(log.count + 1)) }

  /// Adds a message.
  ///
  /// - Parameters:
  ///   - key: the key under which its device sent it, or claims to have sent it.
  ///   - name: `nil` for a new name.
  ///   - time: the server time, which orders its history; `nil` for the end of the history.
  @discardableResult
  package mutating func write(
    _ body: Body, in conversation: ConversationID, by sender: ParticipantID,
    key: MessageID? = nil, name: RemoteID? = nil, at time: Timestamp? = nil,
    timestamp: Timestamp? = nil, replyTo: RemoteID? = nil, threadRoot: RemoteID? = nil,
    on device: ServerDevice? = nil
  ) -> Event {
    names += 1
    let name = name ?? nextName
    let place = time?.milliseconds ?? nextPlace
    let serverTime = traits.givesLists ? uselessTime : Timestamp(milliseconds: place)
    let position = ServerPosition(
      serverTime: serverTime, timestamp: timestamp ?? Timestamp(milliseconds: place),
      remoteID: name)
    let message = ReceivedMessage(
      conversation: conversation, position: position, id: key, sender: sender, body: body,
      replyTo: replyTo.map { .remote($0) }, threadRoot: threadRoot.map { .remote($0) })
    return add(.message(message), at: place, on: device)
  }

  /// Adds an edit, a deletion, a reaction or a receipt.
  ///
  /// - Parameter author: `nil` for the author of the message.
  /// - Returns: `nil` if the message does not exist.
  @discardableResult
  package mutating func relate(
    _ action: Relation.Action, to name: RemoteID, by author: ParticipantID? = nil,
    on device: ServerDevice? = nil
  ) -> Event? {
    guard let target = event(named: name)?.message else { return nil }
    let relation = Relation(
      conversation: target.conversation, target: .remote(name), author: author ?? target.sender,
      version: nextVersion, action: action)
    return add(.relation(relation), at: nextPlace - 1, on: device)
  }

  /// Adds an event that cannot be decoded.
  @discardableResult
  package mutating func garble(in conversation: ConversationID) -> Event {
    add(.unreadable(conversation), at: nextPlace - 1, on: nil)
  }

  private mutating func add(_ item: SyncItem, at place: Int64, on device: ServerDevice?) -> Event {
    let isOwn = traits.ownStreams.contains(item.conversation)
    let stream = isOwn ? StreamID(item.conversation.text) : .main
    let event = Event(
      ordinal: log.count + 1, stream: stream, number: head(of: stream) + 1, item: item,
      device: device, place: place)
    log.append(event)
    highestPlace = max(highestPlace, place)
    return event
  }

  private var nextPlace: Int64 { max(highestPlace, Int64(log.count)) + 1 }

  /// A new name. If the server gives lists, names do not sort in a useful order.
  private var nextName: RemoteID {
    RemoteID(traits.givesLists ? "\(["z", "a", "m"][names % 3])\(names)" : "s\(names)")
  }

  /// Times that do not order messages: after some increasing ones they repeat, go back a little,
  /// and jump ahead a day.
  private var uselessTime: Timestamp {
    guard log.count >= 8 else {
      return Timestamp(milliseconds: 1_700_000_000_000 + Int64(log.count))
    }
    let steps: [Int64] = [0, 0, 0, -5_000, 3, 3, 86_400_000, -1]
    return Timestamp(milliseconds: 1_700_000_000_000 + steps[log.count % steps.count])
  }

  // Tokens.

  func token(_ number: Int) -> SyncToken {
    traits.arrival == .numbered ? SyncToken(number: Int64(number)) : SyncToken("\(age)/\(number)")
  }

  /// The number in the stream that a token stands for; `nil` if the token is not known, or not
  /// known any more.
  func number(_ token: SyncToken, of stream: StreamID) -> Int? {
    let first = firstKnown[stream] ?? 0
    if traits.arrival == .numbered {
      return token.number.map { Int($0) }.flatMap { $0 < first ? nil : $0 }
    }
    let words = token.text.string.split(separator: "/")
    return (2...3).contains(words.count) && words[0] == "\(age)" ? Int(words[1]) : nil
  }

  /// A token that is given is known from then on.
  mutating func know(_ number: Int, of stream: StreamID) {
    firstKnown[stream] = firstKnown[stream].map { min($0, number) }
  }

  /// Makes all tokens given so far unknown. If tokens are numbers, the newest one of each stream
  /// stays known.
  package mutating func forgetTokens() {
    age += 1
    for event in log { firstKnown[event.stream] = event.number }
  }

  /// Restores the server from a backup: the events after a certain one are gone, and so are their
  /// receipts. Numbers are given again; names and opaque tokens are not.
  ///
  /// - Parameter ordinal: the number of the last event that is left.
  package mutating func restore(to ordinal: Int) {
    log.removeLast(max(0, log.count - max(0, ordinal)))
    age += 1
    ledger.forget(allBut: Set(log.compactMap(\.message?.id)))
    for device in devices.keys { devices[device]?.forget(after: ordinal) }
  }
}
