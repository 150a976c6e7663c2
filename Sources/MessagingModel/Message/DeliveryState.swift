/// The reason why something could not be sent.
public struct FailureReason: Hashable, Sendable {
  /// A word for programs ("forbidden", "too-large").
  public let code: ExactString
  /// A sentence for people.
  public let text: ExactString
  /// Whether a retry without a change may succeed.
  public let isRetryable: Bool

  public init(code: ExactString, text: ExactString = "", isRetryable: Bool = false) {
    self.code = code
    self.text = text
    self.isRetryable = isRetryable
  }
}

/// The delivery state of a message. It is stored, never derived from the memory of a process
/// (`REPO-003`).
///
/// `sending` and `failed` belong to unconfirmed messages, the others to confirmed ones.
public enum DeliveryState: Hashable, Sendable {
  case sending
  case failed(FailureReason)
  case sent
  case delivered
  case read

  /// Whether the server is known to have the message.
  public var isConfirmed: Bool { rank > 0 }

  /// The order of the states: 0 unconfirmed, 1 sent, 2 delivered, 3 read. A state never goes back
  /// (`RECEIPT-003`).
  var rank: Int {
    switch self {
    case .sending, .failed: 0
    case .sent: 1
    case .delivered: 2
    case .read: 3
    }
  }

  /// Returns the state with the higher rank; `self` if the ranks are equal.
  func advanced(to other: DeliveryState) -> DeliveryState {
    other.rank > rank ? other : self
  }
}

extension FailureReason: CanonicalCodable {
  public func encode(to writer: inout CanonicalWriter) {
    writer.object { writer in
      writer.field("code", code)
      writer.field("text", text)
      writer.flag("retryable", isRetryable)
    }
  }

  public init(from reader: inout CanonicalReader) throws(CanonicalError) {
    self = try reader.object { reader throws(CanonicalError) in
      FailureReason(
        code: try reader.field("code"), text: try reader.field("text"),
        isRetryable: try reader.flag("retryable"))
    }
  }
}

extension DeliveryState: CanonicalCodable {
  public func encode(to writer: inout CanonicalWriter) {
    switch self {
    case .sending: writer.string("sending")
    case .sent: writer.string("sent")
    case .delivered: writer.string("delivered")
    case .read: writer.string("read")
    case .failed(let reason):
      // Only this state has details, so only it is an object. The others are words.
      writer.object { $0.field("failed", reason) }
    }
  }

  public init(from reader: inout CanonicalReader) throws(CanonicalError) {
    if reader.isAtObject {
      let reason = try reader.object { reader throws(CanonicalError) in
        try reader.field("failed", as: FailureReason.self)
      }
      self = .failed(reason)
      return
    }
    self = try reader.word()
  }
}

extension CanonicalReader {
  fileprivate mutating func word() throws(CanonicalError) -> DeliveryState {
    if optionalWord("sent") { return .sent }
    if optionalWord("delivered") { return .delivered }
    if optionalWord("read") { return .read }
    if optionalWord("sending") { return .sending }
    let place = offset
    _ = try string()
    throw failure("a state: sending failed sent delivered read", at: place)
  }
}
