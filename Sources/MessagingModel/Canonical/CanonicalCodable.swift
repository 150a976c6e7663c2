/// A value with one canonical form (`Spec/canonical-form.md`): what is journalled, stored,
/// compared and checked into `Fixtures/`.
///
/// Laws: `init(canonical: x.canonical) == x`, and equal values have equal bytes.
public protocol CanonicalCodable: Sendable {
  /// Writes the value.
  func encode(to writer: inout CanonicalWriter)
  /// Reads a value that ``encode(to:)`` wrote.
  init(from reader: inout CanonicalReader) throws(CanonicalError)
}

/// The error for bytes that are not the canonical form of the value to read.
public struct CanonicalError: Error, Equatable, CustomStringConvertible {
  /// How many bytes came before the mistake.
  public let offset: Int
  /// What the reader expected there. It never quotes the text that was found.
  public let expected: String

  public init(offset: Int, expected: String) {
    self.offset = offset
    self.expected = expected
  }

  public var description: String { "byte \(offset): expected \(expected)" }
}

extension CanonicalCodable {
  /// The canonical form, as UTF-8.
  public var canonical: [UInt8] {
    var writer = CanonicalWriter()
    encode(to: &writer)
    return writer.bytes
  }

  /// Reads a value from exactly these bytes.
  public init(canonical bytes: [UInt8]) throws(CanonicalError) {
    self = try CanonicalReader.read(bytes) { reader throws(CanonicalError) in
      let value = try Self(from: &reader)
      try reader.end()
      return value
    }
  }

  /// Reads a value from exactly these bytes, in place. Its names are shared with values that were
  /// read before.
  public init(
    canonical bytes: UnsafeRawBufferPointer, sharing names: inout RecentNames
  ) throws(CanonicalError) {
    self = try CanonicalReader.read(bytes, sharing: &names) { reader throws(CanonicalError) in
      let value = try Self(from: &reader)
      try reader.end()
      return value
    }
  }
}

extension CanonicalWriter {
  /// Writes a member.
  public mutating func field(_ name: StaticString, _ value: some CanonicalCodable) {
    key(name)
    value.encode(to: &self)
  }

  /// Writes a member unless it is absent.
  public mutating func field(_ name: StaticString, _ value: (some CanonicalCodable)?) {
    guard let value else { return }
    key(name)
    value.encode(to: &self)
  }

  /// Writes a list member unless it is empty.
  public mutating func field(_ name: StaticString, _ values: [some CanonicalCodable]) {
    guard !values.isEmpty else { return }
    key(name)
    array(values) { $1.encode(to: &$0) }
  }

  /// Writes a member that is `false` by default.
  public mutating func flag(_ name: StaticString, _ value: Bool) {
    guard value else { return }
    key(name)
    boolean(true)
  }
}

extension CanonicalReader {
  /// Reads a member that must come next.
  @inline(__always)
  public mutating func field<Value: CanonicalCodable>(
    _ name: StaticString, as type: Value.Type = Value.self
  ) throws(CanonicalError) -> Value {
    try key(name)
    return try Value(from: &self)
  }

  /// Reads a member that may be absent.
  @inline(__always)
  public mutating func optional<Value: CanonicalCodable>(
    _ name: StaticString, as type: Value.Type = Value.self
  ) throws(CanonicalError) -> Value? {
    guard optionalKey(name) else { return nil }
    return try Value(from: &self)
  }

  /// Reads a list member; absent means empty, and present means not empty.
  public mutating func list<Value: CanonicalCodable>(
    _ name: StaticString, of type: Value.Type = Value.self
  ) throws(CanonicalError) -> [Value] {
    guard optionalKey(name) else { return [] }
    let place = offset
    let values = try array { reader throws(CanonicalError) in try Value(from: &reader) }
    guard !values.isEmpty else { throw failure("no empty list (it is left out)", at: place) }
    return values
  }

  /// Reads a member that is `false` when absent.
  @inline(__always)
  public mutating func flag(_ name: StaticString) throws(CanonicalError) -> Bool {
    guard optionalKey(name) else { return false }
    let place = offset
    guard try boolean() else { throw failure("no `false` (it is left out)", at: place) }
    return true
  }

  /// Reads the one member that tells the kind of an object, and returns its index in `names`.
  public mutating func kind(_ names: [StaticString]) throws(CanonicalError) -> Int {
    for (index, name) in names.enumerated() where optionalKey(name) { return index }
    let known = names.map { "\($0)" }.joined(separator: " ")
    throw failure("one of the kinds: \(known)")
  }
}

extension Int64: CanonicalCodable {
  public func encode(to writer: inout CanonicalWriter) { writer.integer(self) }
  public init(from reader: inout CanonicalReader) throws(CanonicalError) {
    self = try reader.integer()
  }
}

extension Int: CanonicalCodable {
  public func encode(to writer: inout CanonicalWriter) { writer.integer(Int64(self)) }
  public init(from reader: inout CanonicalReader) throws(CanonicalError) {
    self = Int(try reader.integer())
  }
}
