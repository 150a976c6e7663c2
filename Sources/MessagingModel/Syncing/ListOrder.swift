/// Makes positions for the messages of a server that gives lists and no numbers. The times of such
/// a server repeat and run backwards, so only the order of its lists counts.
///
/// A position gets a server time that keeps this order: the server's own time if it fits between
/// the neighbours, else the nearest one that fits. It is accurate to a minute, unless the server's
/// clock is wrong.
enum ListOrder {
  /// The room that is left for what is missing, in milliseconds. Some 28,000 messages with one and
  /// the same time fit into it.
  private static let room: Int64 = 60_000
  /// Where at most so many milliseconds are left, no room is left free.
  private static let crowd: Int64 = 1_000

  /// Returns a range of a list with its positions.
  ///
  /// - Parameters:
  ///   - list: in the server's order.
  ///   - upper: the position above the range; `nil` if it reaches the live end.
  ///   - known: positions below `upper`, by remote id. They do not change, and messages that the
  ///     list has between them get positions between them. Known messages that the list does not
  ///     name lie below it.
  ///   - isLoose: whether something may be missing between the known messages and a list that names
  ///     none of them.
  /// - Returns: the messages in ascending order; `nil` if there is no room below `upper`.
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
    // Known messages that the list does not name lie below it, also those that stayed when a
    // history was cleared.
    let named = Set(list.map(\.position.remoteID))
    let unnamed = known.values.filter { !named.contains($0.remoteID) }
    let floor = (unnamed + placed.map(\.position)).max()
    let low = floor?.serverTime.milliseconds
    return placed + ascending(rest, above: low.map { isJoined ? $0 : room.after($0) })
  }

  /// Returns the messages of a list below a known position, with their positions.
  private static func older(
    _ list: ArraySlice<ReceivedMessage>, than position: ServerPosition,
    _ known: [RemoteID: ServerPosition]
  ) -> [ReceivedMessage]? {
    var placed: [ReceivedMessage] = []
    var next = position
    var rest = list
    while !rest.isEmpty {
      // Continue down to the next known message. Known messages that the list does not name all lie
      // below the list.
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

  /// Returns messages at the live end with their positions. There is room for all of them.
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

  /// Returns messages in a gap with their positions. Each message leaves room for what lies below
  /// it. Where little room is left, each takes the next position: what was there before needed no
  /// more than is left.
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
        let lowest = low + min(room, left / 2)
        if number < lowest || left <= crowd {
          // Within a minute of the lower end, each takes a small part of what is left: many follow.
          number = left > room ? lowest : next - max(1, left / 10_000)
        }
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
  /// The server's time, limited to the range of a calendar.
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
  /// Returns a position for a message that a server which gives lists has just taken, without
  /// reporting its position. It lies a little above everything that the server may have listed
  /// before. The echo moves the message down to its real position, because of two positions the
  /// lower one stays.
  ///
  /// - Parameters:
  ///   - timestamp: when the message was written, according to its author's device.
  ///   - answeredAt: the server's clock when it answered; never this device's.
  public static func unlisted(
    _ remoteID: RemoteID, timestamp: Timestamp, answeredAt: Timestamp
  ) -> ServerPosition {
    let time = Int64(600_000).after(ListOrder.number(of: answeredAt))
    return ServerPosition(
      serverTime: Timestamp(milliseconds: time), timestamp: timestamp, remoteID: remoteID)
  }
}
