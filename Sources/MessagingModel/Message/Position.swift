/// A point in time: milliseconds since 1970-01-01 00:00 UTC.
public struct Timestamp: Hashable, Comparable, Sendable, ExpressibleByIntegerLiteral {
  public let milliseconds: Int64

  public init(milliseconds: Int64) { self.milliseconds = milliseconds }
  public init(integerLiteral value: Int64) { milliseconds = value }

  public static func < (left: Timestamp, right: Timestamp) -> Bool {
    left.milliseconds < right.milliseconds
  }
}

extension Timestamp: CanonicalCodable {
  public func encode(to writer: inout CanonicalWriter) { writer.integer(milliseconds) }
  public init(from reader: inout CanonicalReader) throws(CanonicalError) {
    self.init(milliseconds: try reader.integer())
  }
}

/// The position that the server gave a message: server time, then timestamp, then remote id.
///
/// The remote id is unique, so no two messages share a position (`ORDER-001`).
public struct ServerPosition: Hashable, Comparable, Sendable {
  /// When the server took the message (seed 004's block time).
  public let serverTime: Timestamp
  /// When the message was written, according to its author's device.
  public let timestamp: Timestamp
  /// The network's name for the message.
  public let remoteID: RemoteID

  public init(serverTime: Timestamp, timestamp: Timestamp, remoteID: RemoteID) {
    self.serverTime = serverTime
    self.timestamp = timestamp
    self.remoteID = remoteID
  }

  @inlinable public static func < (left: ServerPosition, right: ServerPosition) -> Bool {
    if left.serverTime != right.serverTime { return left.serverTime < right.serverTime }
    if left.timestamp != right.timestamp { return left.timestamp < right.timestamp }
    return left.remoteID < right.remoteID
  }
}

/// The position of a message in the total order of its conversation, and the cursor of a page.
///
/// Confirmed messages come first, in the server's order. Unconfirmed ones follow, in the order in
/// which this device accepted them. The wall clock of a device never decides (`ORDER-004`).
public enum Position: Hashable, Comparable, Sendable {
  case confirmed(ServerPosition)
  /// The `sequence` is a counter of this store, stored with the message.
  case unconfirmed(sequence: Int64)

  public static func < (left: Position, right: Position) -> Bool {
    switch (left, right) {
    case (.confirmed(let left), .confirmed(let right)): left < right
    case (.confirmed, .unconfirmed): true
    case (.unconfirmed, .confirmed): false
    case (.unconfirmed(let left), .unconfirmed(let right)): left < right
    }
  }

  /// The position that the server gave; `nil` for an unconfirmed message.
  public var confirmed: ServerPosition? {
    switch self {
    case .confirmed(let position): position
    case .unconfirmed: nil
    }
  }
}

extension Position {
  /// Bytes that sort like the positions: a key for any store that compares bytes.
  ///
  /// One byte for the kind, then eight bytes for each number with the sign bit flipped, then the
  /// bytes of the remote id.
  public var sortKey: [UInt8] {
    var key: [UInt8] = []
    switch self {
    case .confirmed(let position):
      key.reserveCapacity(17 + position.remoteID.text.byteCount)
      key.append(0)
      Position.append(position.serverTime.milliseconds, to: &key)
      Position.append(position.timestamp.milliseconds, to: &key)
      key.append(contentsOf: position.remoteID.text.string.utf8)
    case .unconfirmed(let sequence):
      key.append(1)
      Position.append(sequence, to: &key)
    }
    return key
  }

  /// Returns whether these bytes are the ``sortKey``. Allocates nothing.
  public func hasSortKey(_ bytes: UnsafeRawBufferPointer) -> Bool {
    switch self {
    case .confirmed(let position):
      return bytes.count >= 17 && bytes[0] == 0
        && Position.word(bytes, at: 1) == position.serverTime.milliseconds
        && Position.word(bytes, at: 9) == position.timestamp.milliseconds
        && position.remoteID.text.hasBytes(UnsafeRawBufferPointer(rebasing: bytes[17...]))
    case .unconfirmed(let sequence):
      return bytes.count == 9 && bytes[0] == 1 && Position.word(bytes, at: 1) == sequence
    }
  }

  private static func word(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> Int64 {
    let word = UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    return Int64(bitPattern: word ^ 1 << 63)
  }

  private static func append(_ value: Int64, to key: inout [UInt8]) {
    let word = UInt64(bitPattern: value) ^ 1 << 63
    for shift in stride(from: UInt64(56), through: 0, by: -8) {
      key.append(UInt8(truncatingIfNeeded: word >> shift))
    }
  }
}

extension ServerPosition: CanonicalCodable {
  public func encode(to writer: inout CanonicalWriter) {
    writer.object { writer in
      writer.field("server", serverTime)
      writer.field("at", timestamp)
      writer.field("remote", remoteID)
    }
  }

  public init(from reader: inout CanonicalReader) throws(CanonicalError) {
    self = try reader.object { reader throws(CanonicalError) in
      ServerPosition(
        serverTime: try reader.field("server"), timestamp: try reader.field("at"),
        remoteID: try reader.field("remote"))
    }
  }
}

extension Position: CanonicalCodable {
  public func encode(to writer: inout CanonicalWriter) {
    switch self {
    case .confirmed(let position): position.encode(to: &writer)
    case .unconfirmed(let sequence): writer.object { $0.field("local", sequence) }
    }
  }

  public init(from reader: inout CanonicalReader) throws(CanonicalError) {
    self = try reader.object { reader throws(CanonicalError) in
      if let sequence = try reader.optional("local", as: Int64.self) {
        return .unconfirmed(sequence: sequence)
      }
      return .confirmed(
        ServerPosition(
          serverTime: try reader.field("server"), timestamp: try reader.field("at"),
          remoteID: try reader.field("remote")))
    }
  }
}
