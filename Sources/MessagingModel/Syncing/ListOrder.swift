/// Places for the messages of a server that gives lists and no numbers: its times repeat, and run
/// backwards, so the order of its lists is all there is.
///
/// A place then has a server time that keeps the order: the server's own, where the neighbours
/// leave room for it, else one as near to it as they do. It is right to a minute, unless the
/// server's clock is not.
enum ListOrder {
  /// What is left free for what is missing, in milliseconds: so many messages of one and the same
  /// time.
  private static let room: Int64 = 60_000
  /// Where no more than so many milliseconds are left, none is left out.
  private static let crowd: Int64 = 1_000

  /// Gives a range of a list its places.
  ///
  /// - Parameters:
  ///   - list: in the server's order.
  ///   - upper: the place above the range; `nil` if it reaches the live end.
  ///   - known: places below `upper`, by name: they stay as they are, and what the list has between
  ///     them goes between them. What the list does not name lies below it.
  ///   - isLoose: whether something may be missing between these and a list that names none.
  /// - Returns: in ascending order; `nil` if there is no room below `upper`.
  static func place(
    _ list: [ReceivedMessage], below upper: ServerPosition?, known: [RemoteID: ServerPosition],
    isLoose: Bool
  ) -> [ReceivedMessage]? {
    var rest = list[...]
    if let upper, let end = rest.firstIndex(where: { $0.position.remoteID == upper.remoteID }) {
      rest = rest[..<end]
    }
    if let upper { return older(rest, than: upper, known) }
    var placed: [ReceivedMessage] = []
    if let last = rest.lastIndex(where: { known[$0.position.remoteID] != nil }),
      let position = known[rest[last].position.remoteID]
    {
      guard let older = older(rest[..<last], than: position, known) else { return nil }
      placed = older + [rest[last].moved(to: position.serverTime.milliseconds, position.timestamp)]
      rest = rest[(last + 1)...]
    }
    let isJoined = !placed.isEmpty || !isLoose
    // What the list does not name lies below it, also what stayed when a history was cleared.
    let named = Set(list.map(\.position.remoteID))
    let unnamed = known.values.filter { !named.contains($0.remoteID) }
    let floor = (unnamed + placed.map(\.position)).max()
    let low = floor?.serverTime.milliseconds
    return placed + ascending(rest, above: low.map { isJoined ? $0 : room.after($0) })
  }

  /// What a list has below a known position.
  private static func older(
    _ list: ArraySlice<ReceivedMessage>, than position: ServerPosition,
    _ known: [RemoteID: ServerPosition]
  ) -> [ReceivedMessage]? {
    var placed: [ReceivedMessage] = []
    var next = position
    var rest = list
    while !rest.isEmpty {
      // Down to the next known one; of what the list does not name, all lies below the list.
      let last = rest.lastIndex { known[$0.position.remoteID].map { $0 < next } ?? false }
      let named = Set(list.map(\.position.remoteID))
      let floor = known.values.filter { $0 < next && !named.contains($0.remoteID) }.max()
      let below = last.flatMap { known[rest[$0].position.remoteID] } ?? floor
      let between = rest[(last.map { $0 + 1 } ?? rest.startIndex)...]
      guard
        let some = descending(
          between, above: below?.serverTime.milliseconds, below: next.serverTime.milliseconds)
      else { return nil }
      placed = some + placed
      guard let last, let below else { return placed }
      placed.insert(rest[last].moved(to: below.serverTime.milliseconds, below.timestamp), at: 0)
      next = below
      rest = rest[..<last]
    }
    return placed
  }

  /// At the live end there is room for all that comes.
  private static func ascending(
    _ list: ArraySlice<ReceivedMessage>, above low: Int64?
  ) -> [ReceivedMessage] {
    var previous = low
    return list.map { message in
      let number = max(message.number, previous.map { Int64(1).after($0) } ?? .min)
      previous = number
      return message.moved(to: number, message.position.timestamp)
    }
  }

  /// In a gap each message leaves room for what lies below it; in a crowd each takes the next
  /// place, because what stood there before needed no more than is left.
  private static func descending(
    _ list: ArraySlice<ReceivedMessage>, above low: Int64?, below high: Int64
  ) -> [ReceivedMessage]? {
    var next = high
    var placed: [ReceivedMessage] = []
    for message in list.reversed() {
      var number = message.number
      if number >= next || low.map({ number <= $0 }) ?? false { number = Int64(-1).after(next) }
      if let low {
        let left = next.minus(low)
        number = left > crowd ? max(number, low + min(room, left / 2)) : next - 1
      }
      guard number < next, low.map({ $0 < number }) ?? true else { return nil }
      next = number
      placed.append(message.moved(to: number, message.position.timestamp))
    }
    return placed.reversed()
  }

  fileprivate static func number(of time: Timestamp) -> Int64 {
    min(max(time.milliseconds, 0), 1 << 52)
  }
}

extension ReceivedMessage {
  /// The time that the server says, within what a calendar has.
  fileprivate var number: Int64 { ListOrder.number(of: position.serverTime) }

  fileprivate func moved(to number: Int64, _ timestamp: Timestamp) -> ReceivedMessage {
    let moved = ServerPosition(
      serverTime: Timestamp(milliseconds: number), timestamp: timestamp,
      remoteID: position.remoteID)
    return ReceivedMessage(
      conversation: conversation, position: moved, id: id, sender: sender, version: version,
      body: body, replyTo: replyTo, threadRoot: threadRoot)
  }
}

extension ServerPosition {
  /// The place of a message that a server which gives lists has just taken, without a word of where
  /// it lies: a little above all that it may have listed before. The echo brings it down to where
  /// it belongs, because of two places the earlier stays.
  ///
  /// - Parameters:
  ///   - timestamp: when its author says it was written.
  ///   - answeredAt: the server's clock when it answered; never this device's.
  public static func unlisted(
    _ remoteID: RemoteID, timestamp: Timestamp, answeredAt: Timestamp
  ) -> ServerPosition {
    let time = Int64(600_000).after(ListOrder.number(of: answeredAt))
    return ServerPosition(
      serverTime: Timestamp(milliseconds: time), timestamp: timestamp, remoteID: remoteID)
  }
}
