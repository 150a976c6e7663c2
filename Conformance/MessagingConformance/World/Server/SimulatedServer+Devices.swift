package import MessagingModel

/// What a server knows about a device.
struct DeviceAccount: Sendable {
  /// The requests whose answers arrived at the device.
  var heard: Set<MessageID> = []
  /// The ordinal up to which its connection has delivered events; `nil` if it has no connection.
  var connectedAt: Int?

  mutating func forget(after ordinal: Int) {
    connectedAt = connectedAt.map { min($0, ordinal) }
  }
}

// Requests of devices.
extension SimulatedServer {
  /// Handles a request. Each key is taken once, in any order and with any number of copies. The
  /// answer to the first copy is the answer to all.
  ///
  /// - Returns: the answer. The caller decides whether it arrives, and reports that with
  ///   ``heard(_:by:)``.
  package mutating func accept(
    _ request: SendRequest, from device: ServerDevice
  ) -> Result<SendReceipt, SendError> {
    if case .retract = request.action { return .success(retract(request, on: device)) }
    if let known = ledger.answer(to: request) { return known }
    let version = nextVersion
    let receipt: SendReceipt
    switch request.action {
    case .publish(let body, let timestamp, let replyTo, let threadRoot):
      let event = write(
        body, in: request.conversation, by: device.owner, key: request.key, timestamp: timestamp,
        replyTo: replyTo, threadRoot: threadRoot, on: device)
      guard let place = event.message?.position else { return .failure(.refused("no-place")) }
      receipt = .published(request.key, at: placeInReceipt(place))
    case .edit(let target, let body):
      guard isShown(target) else { return .failure(.refused("target-gone")) }
      guard event(named: target)?.message?.sender == device.owner else {
        return .failure(.refused("forbidden"))
      }
      relate(.edit(body), to: target, by: device.owner, on: device)
      receipt = .took(request.key, version: version)
    case .delete(let target):
      if isShown(target) {
        relate(
          .delete(isModerator: false, leavesRow: false), to: target, by: device.owner, on: device)
      }
      receipt = .took(request.key, version: version)
    case .react(let target, let key):
      guard isShown(target) else { return .failure(.refused("target-gone")) }
      relate(.react(key), to: target, by: device.owner, on: device)
      receipt = .took(request.key, version: version)
    case .unreact(let target, let key):
      relate(.unreact(key), to: target, by: device.owner, on: device)
      receipt = .took(request.key, version: version)
    case .retract: return .success(retract(request, on: device))
    }
    return .success(ledger.take(request, receipt))
  }

  /// Whether a request with this key was taken, whether or not an answer arrived.
  package func hasTaken(_ key: MessageID) -> Bool { ledger.hasTaken(key) }

  /// Records that the answer to a request arrived at the device.
  package mutating func heard(_ key: MessageID, by device: ServerDevice) {
    devices[device, default: DeviceAccount()].heard.insert(key)
  }

  /// Whether the answer to a request arrived at a device.
  package func hasHeard(_ key: MessageID, _ device: ServerDevice) -> Bool {
    devices[device]?.heard.contains(key) ?? false
  }

  /// The position in a receipt. A server that gives lists returns the name of what it took, but not
  /// its position.
  private func placeInReceipt(_ place: ServerPosition) -> ServerPosition {
    guard traits.givesLists else { return place }
    return .unlisted(
      place.remoteID, timestamp: place.timestamp, answeredAt: 1_700_000_100_000_000)
  }

  private mutating func retract(_ request: SendRequest, on device: ServerDevice) -> SendReceipt {
    let known = log.first { $0.message?.id == request.key }
    if let name = known?.message?.position.remoteID, isShown(name) {
      relate(.delete(isModerator: false, leavesRow: false), to: name, on: device)
    }
    return ledger.retract(request.key)
  }

  /// Whether a message exists and is not deleted.
  func isShown(_ name: RemoteID) -> Bool {
    guard let conversation = event(named: name)?.conversation else { return false }
    return truth(in: conversation).contains { $0.name == name }
  }
}

extension SendError {
  fileprivate static func refused(_ code: ExactString) -> SendError {
    SendError(.permanent, code: code)
  }
}

// Events on connections.
extension SimulatedServer {
  /// Opens a connection of a device, which delivers events from now on.
  package mutating func connect(_ device: ServerDevice) {
    devices[device, default: DeviceAccount()].connectedAt = log.count
  }

  /// Closes the connection. Events that it has not delivered are not delivered any more.
  package mutating func disconnect(_ device: ServerDevice) { devices[device]?.connectedAt = nil }

  package func isConnected(_ device: ServerDevice) -> Bool {
    devices[device]?.connectedAt != nil
  }

  /// The events since the connection last delivered something, one update for each.
  package mutating func updates(for device: ServerDevice) -> [SyncUpdate] {
    guard traits.arrival != .polled, let known = devices[device]?.connectedAt else { return [] }
    let new = log.dropFirst(known).filter { !faults.refuses.contains($0.conversation) }
    devices[device]?.connectedAt = log.count
    return new.map { update(of: $0, for: device) }
  }

  /// The update that a connection delivers for an event.
  package func update(of event: Event, for device: ServerDevice) -> SyncUpdate {
    SyncUpdate(
      stream: event.stream, span: span(of: Int64(event.number)),
      items: [item(of: event, for: device)])
  }

  /// The numbers of an update. Faulty ones are missing, the other way round, or twice the same
  /// where a stream has some, and there where it has none.
  private func span(of number: Int64) -> SyncUpdate.Span? {
    let isNumbered = traits.arrival == .numbered
    guard faults.misnumbers else {
      return isNumbered ? SyncUpdate.Span(after: number - 1, to: number) : nil
    }
    guard isNumbered else { return SyncUpdate.Span(after: number - 1, to: number) }
    switch number % 4 {
    case 0: return SyncUpdate.Span(after: number, to: number)
    case 2: return SyncUpdate.Span(after: number, to: number - 1)
    case _: return nil
    }
  }

  /// The form in which a device sees an event.
  func item(of event: Event, for device: ServerDevice) -> SyncItem {
    guard let message = event.message, message.id != nil else { return event.item }
    let isShown =
      switch traits.keysAreShownTo {
      case .everybody: true
      case .author: message.sender == device.owner
      case .device: event.device == nil || event.device == device
      case .nobody: false
      }
    return isShown ? event.item : .message(message.with(body: message.body, key: nil))
  }
}

extension ReceivedMessage {
  /// The same message with another body, version and key.
  func with(body: Body, version: Version? = nil, key: MessageID?) -> ReceivedMessage {
    ReceivedMessage(
      conversation: conversation, position: position, id: key, sender: sender,
      version: version ?? self.version, body: body, replyTo: replyTo, threadRoot: threadRoot)
  }
}
