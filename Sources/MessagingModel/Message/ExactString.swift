/// A string that is compared byte by byte (UTF-8), as networks and files do.
///
/// Swift's own `==` treats `"é"` and `"e\u{301}"` as equal. An edit from one to the other would be
/// lost, and two ids could become one (`REPO-012`).
public struct ExactString: Hashable, Comparable, Sendable, ExpressibleByStringLiteral {
  /// The string as a Swift string.
  public let string: String

  public init(_ string: String) {
    var string = string
    string.makeContiguousUTF8()
    self.string = string
  }

  public init(stringLiteral value: String) {
    self.init(value)
  }

  /// Creates one from a string whose UTF-8 bytes are contiguous already.
  init(contiguous string: String) {
    self.string = string
  }

  /// Returns whether the string has exactly these bytes. Allocates nothing.
  ///
  /// - Complexity: O(bytes).
  public func hasBytes(_ bytes: UnsafeRawBufferPointer) -> Bool {
    let isEqual = string.utf8.withContiguousStorageIfAvailable {
      areEqual(UnsafeRawBufferPointer($0), bytes)
    }
    return isEqual ?? string.utf8.elementsEqual(bytes)
  }

  /// The number of bytes.
  public var byteCount: Int { string.utf8.count }

  @inlinable public static func == (left: ExactString, right: ExactString) -> Bool {
    guard left.string.utf8.count == right.string.utf8.count else { return false }
    // Compares the stored bytes: many times as fast as the UTF-8 view.
    let isEqual = left.string.utf8.withContiguousStorageIfAvailable {
      right.hasBytes(UnsafeRawBufferPointer($0))
    }
    return isEqual ?? left.string.utf8.elementsEqual(right.string.utf8)
  }

  public func hash(into hasher: inout Hasher) {
    var string = string
    string.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    hasher.combine(0xFF as UInt8)
  }

  /// Compares byte by byte, like the binary collation of a database.
  public static func < (left: ExactString, right: ExactString) -> Bool {
    left.string.utf8.lexicographicallyPrecedes(right.string.utf8)
  }
}

extension ExactString: CanonicalCodable {
  public func encode(to writer: inout CanonicalWriter) { writer.string(string) }
  public init(from reader: inout CanonicalReader) throws(CanonicalError) {
    self.init(contiguous: try reader.string())
  }
}

extension ExactString: CustomStringConvertible {
  public var description: String { string }
}

/// A name that somebody else gave: any bytes, compared byte by byte.
public protocol ExactIdentifier: Hashable, Comparable, ExpressibleByStringLiteral,
  CustomStringConvertible, CanonicalCodable
{
  var text: ExactString { get }
  init(_ text: ExactString)
}

extension ExactIdentifier {
  public init(_ string: String) { self.init(ExactString(string)) }
  public init(stringLiteral value: String) { self.init(ExactString(value)) }
  public var description: String { text.string }
  public static func < (left: Self, right: Self) -> Bool { left.text < right.text }
  public func encode(to writer: inout CanonicalWriter) { text.encode(to: &writer) }
  public init(from reader: inout CanonicalReader) throws(CanonicalError) {
    self.init(try ExactString(from: &reader))
  }
}

/// The name of a conversation.
public struct ConversationID: ExactIdentifier {
  public let text: ExactString
  public init(_ text: ExactString) { self.text = text }
  public init(from reader: inout CanonicalReader) throws(CanonicalError) {
    text = try reader.name()
  }
}

/// The name of a participant.
public struct ParticipantID: ExactIdentifier {
  public let text: ExactString
  public init(_ text: ExactString) { self.text = text }
  public init(from reader: inout CanonicalReader) throws(CanonicalError) {
    text = try reader.name()
  }
}

/// The network's name for a message, unknown while the message is unconfirmed. It is never the
/// identity of a row.
public struct RemoteID: ExactIdentifier {
  public let text: ExactString
  public init(_ text: ExactString) { self.text = text }
}

/// An opaque position in a stream of the server. It is stored in the same commit as what it covers.
public struct SyncToken: ExactIdentifier {
  public let text: ExactString
  public init(_ text: ExactString) { self.text = text }
}

/// The name of a stream of the server. Each stream has its own ``SyncToken``.
///
/// A server has one stream for everything, or one for each conversation, or both.
public struct StreamID: ExactIdentifier {
  public let text: ExactString
  public init(_ text: ExactString) { self.text = text }

  /// The stream without a name: the only stream of a server that has one for everything.
  public static let main: StreamID = ""
}

/// An opaque token of the server. A request with it fills a gap.
public struct GapToken: ExactIdentifier {
  public let text: ExactString
  public init(_ text: ExactString) { self.text = text }
}
