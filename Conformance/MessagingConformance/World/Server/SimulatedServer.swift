package import MessagingModel

/// A chat server as simple as can be, for any number of devices: one log of what happened, with a
/// number for each event. It has no clock and no randomness, and does nothing by itself.
///
/// It keeps apart what it took, what it told each device, and what a device heard: whoever carries
/// messages to and fro loses, repeats and delays them.
///
///     var server = SimulatedServer(ServerTraits(.polled))
///     let phone = ServerDevice("me")
///     server.write(.text("hello"), in: "k1", by: "ann")
///     let receipt = server.accept(request, from: phone)   // taken, once for each key
///     let answer = server.answer(question, for: phone)    // told, perhaps never heard
package struct SimulatedServer: Sendable {
  /// Something that happened.
  package struct Event: Hashable, Sendable {
    /// In the whole log, from 1.
    package let ordinal: Int
    package let stream: StreamID
    /// In its stream, from 1.
    package let number: Int
    package let item: SyncItem
    /// What sent it, if it was a device that keeps track of that.
    package let device: ServerDevice?
    /// Where it lies in the history of its conversation; of two at one place the earlier comes
    /// first.
    let place: Int64

    package var conversation: ConversationID { item.conversation }

    package var message: ReceivedMessage? {
      if case .message(let message) = item { message } else { nil }
    }

    /// Whether it comes before another one in history.
    func isBefore(_ other: Event) -> Bool { (place, ordinal) < (other.place, other.ordinal) }
  }

  package let traits: ServerTraits
  package var faults = ServerFaults()
  /// What happened, in its order.
  package private(set) var log: [Event] = []
  /// Tokens of an earlier age are not known any more.
  private(set) var age = 0
  /// The first number of each stream of which a token is still known.
  private var firstKnown: [StreamID: Int] = [:]
  /// How many messages ever had a name; none is given twice.
  private var names = 0
  private var highestPlace: Int64 = 0
  /// How many tokens it gave for a place that had one.
  var aliases = 0
  var devices: [ServerDevice: DeviceAccount] = [:]
  var ledger = RequestLedger()

  package init(_ traits: ServerTraits) { self.traits = traits }

  /// How many events a stream has.
  package func head(of stream: StreamID) -> Int { log.last { $0.stream == stream }?.number ?? 0 }

  /// The message that a name means, as it was written.
  package func event(named name: RemoteID) -> Event? {
    log.first { $0.message?.position.remoteID == name }
  }

  /// The version of what happens next.
  var nextVersion: Version { Version(order: Int64(log.count + 1)) }

  /// Somebody writes a message.
  ///
  /// - Parameters:
  ///   - key: under which its device sent it, or claims to have sent it.
  ///   - name: `nil` for one that was never given.
  ///   - time: the server's time, by which its history is sorted; `nil` for after all there is.
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

  /// Somebody edits, deletes, reacts or reads.
  ///
  /// - Parameter author: `nil` for who wrote the message.
  /// - Returns: `nil` if there is no such message.
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

  /// The server sends an event that cannot be decoded.
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

  /// In no useful order, where lists have one.
  private var nextName: RemoteID {
    RemoteID(traits.givesLists ? "\(["z", "a", "m"][names % 3])\(names)" : "s\(names)")
  }

  /// After a good beginning some of one time, then a little back, then a day on.
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

  /// The place that a token means; `nil` if it means none, or none any more.
  func number(_ token: SyncToken, of stream: StreamID) -> Int? {
    let first = firstKnown[stream] ?? 0
    if traits.arrival == .numbered {
      return token.number.map { Int($0) }.flatMap { $0 < first ? nil : $0 }
    }
    let words = token.text.string.split(separator: "/")
    return (2...3).contains(words.count) && words[0] == "\(age)" ? Int(words[1]) : nil
  }

  /// No token that was given up to now is known any more.
  package mutating func forgetTokens() {
    age += 1
    for event in log { firstKnown[event.stream] = event.number }
  }

  /// It is restored from a backup: what happened after an event is gone, and so are the receipts.
  /// Numbers are given again; names, and opaque tokens, are not.
  ///
  /// - Parameter ordinal: of the last event that is left.
  package mutating func restore(to ordinal: Int) {
    log.removeLast(max(0, log.count - max(0, ordinal)))
    age += 1
    ledger.forget(allBut: Set(log.compactMap(\.message?.id)))
    for device in devices.keys { devices[device]?.forget(after: ordinal) }
  }
}
