/// What is stored about the attempts to send something, for the next run of the process: how old it
/// is, until when the server asked to wait, and whether the server may have it.
///
/// Times are those of the device's clock, which may be set back or forward. The reader decides how
/// far to trust them (decisions, the-wall-clock-is-not-trusted).
public struct SendTrial: Hashable, Sendable {
  /// Whether the server may have taken it although no response says so. It stays `true`
  /// (`REPO-051`).
  public var mayBeTaken: Bool
  /// Whether a request with it has left or is about to leave, and its result is not stored yet.
  /// Only edits, deletions and reactions use it. It is stored before the request leaves
  /// (`SEND-096`).
  public var isInFlight: Bool
  /// When a server first had the chance to take it and did not; `nil` if there was no such attempt.
  public var since: Timestamp?
  /// The server ordered not to retry before this moment; `nil` for no order.
  public var notBefore: Timestamp?

  public init(
    mayBeTaken: Bool = false, isInFlight: Bool = false, since: Timestamp? = nil,
    notBefore: Timestamp? = nil
  ) {
    self.mayBeTaken = mayBeTaken
    self.isInFlight = isInFlight
    self.since = since
    self.notBefore = notBefore
  }

  /// The empty value: a later run needs to know nothing.
  public static let none = SendTrial()

  /// Whether it is indeterminate: the server may have taken it.
  public var isInDoubt: Bool { mayBeTaken || isInFlight }

  /// Takes the newer values of a sender. `mayBeTaken` never goes back to `false`.
  mutating func take(_ newer: SendTrial) {
    self = SendTrial(
      mayBeTaken: mayBeTaken || newer.mayBeTaken, isInFlight: newer.isInFlight,
      since: newer.since, notBefore: newer.notBefore)
  }

  /// Clears the age and the ordered wait: a person retries it (`REPO-052`).
  mutating func beginAnew() {
    since = nil
    notBefore = nil
  }
}

extension SendTrial: CanonicalCodable {
  public func encode(to writer: inout CanonicalWriter) {
    writer.object { writer in
      writer.flag("mayBeTaken", mayBeTaken)
      writer.flag("underWay", isInFlight)
      writer.field("since", since)
      writer.field("notBefore", notBefore)
    }
  }

  public init(from reader: inout CanonicalReader) throws(CanonicalError) {
    self = try reader.object { reader throws(CanonicalError) in
      SendTrial(
        mayBeTaken: try reader.flag("mayBeTaken"), isInFlight: try reader.flag("underWay"),
        since: try reader.optional("since"),
        notBefore: try reader.optional("notBefore"))
    }
  }
}

extension CanonicalWriter {
  /// Writes the member `tried`, unless the value is empty.
  mutating func tried(_ trial: SendTrial) {
    if trial != .none { field("tried", trial) }
  }
}

extension CanonicalReader {
  /// Reads the member `tried`; absent means the empty value.
  @inline(__always)
  mutating func tried() throws(CanonicalError) -> SendTrial {
    guard optionalKey("tried") else { return .none }
    let place = offset
    let trial = try SendTrial(from: &self)
    guard trial != .none else { throw failure("no empty trial (it is left out)", at: place) }
    return trial
  }
}
