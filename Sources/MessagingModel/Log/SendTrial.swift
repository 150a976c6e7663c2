/// What became of the attempts to send something, as far as the next run of the process has to know
/// it: how old it is, and until when the server asked to wait.
///
/// Times are those of the device's clock, which is set back and forward; the reader decides how
/// far to believe them (decisions, the-wall-clock-is-not-trusted).
public struct SendTrial: Hashable, Sendable {
  /// Whether the server may have taken it, although no answer says so; never unsaid (`REPO-051`).
  public var mayBeTaken: Bool
  /// Whether a request with it has left, or is about to, and what became of that is not stored yet;
  /// only of edits, deletions and reactions. Stored before the request leaves (`SEND-096`).
  public var isInFlight: Bool
  /// When a server first had a chance to take it, and did not.
  public var since: Timestamp?
  /// What the server ordered: not before this moment.
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

  /// Nothing that a later run has to know.
  public static let none = SendTrial()

  /// Whether it is indeterminate: the server may have it.
  public var isInDoubt: Bool { mayBeTaken || isInFlight }

  /// Takes what a sender knows now.
  mutating func take(_ newer: SendTrial) {
    self = SendTrial(
      mayBeTaken: mayBeTaken || newer.mayBeTaken, isInFlight: newer.isInFlight,
      since: newer.since, notBefore: newer.notBefore)
  }

  /// Somebody wants it to be tried anew (`REPO-052`).
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
  /// Writes the member `tried`, unless there is nothing to say.
  mutating func tried(_ trial: SendTrial) {
    if trial != .none { field("tried", trial) }
  }
}

extension CanonicalReader {
  /// Reads the member `tried`; absent means that there is nothing to say.
  @inline(__always)
  mutating func tried() throws(CanonicalError) -> SendTrial {
    guard optionalKey("tried") else { return .none }
    let place = offset
    let trial = try SendTrial(from: &self)
    guard trial != .none else { throw failure("no empty trial (it is left out)", at: place) }
    return trial
  }
}
