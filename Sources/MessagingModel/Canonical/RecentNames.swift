/// Recently read names. Rows of one conversation share the strings of its name and of its few
/// participants, instead of a copy each.
public struct RecentNames: Sendable {
  /// At most one name for each slot; empty to remember nothing.
  private var places: [ExactString?]

  /// Creates a cache that remembers a few names.
  public init() {
    places = Array(repeating: nil, count: 16)
  }

  private init(places: [ExactString?]) {
    self.places = places
  }

  /// A cache that remembers nothing.
  public static let none = RecentNames(places: [])

  /// Shorter strings are stored in the value itself, so there is nothing to share.
  private static let shortest = 16

  /// Returns the remembered name with these bytes; `nil` if there is none.
  func name(_ bytes: UnsafeBufferPointer<UInt8>) -> ExactString? {
    guard !places.isEmpty, bytes.count >= RecentNames.shortest,
      let known = places[place(of: bytes)], known.hasBytes(UnsafeRawBufferPointer(bytes))
    else { return nil }
    return known
  }

  mutating func remember(_ name: ExactString, _ bytes: UnsafeBufferPointer<UInt8>) {
    guard !places.isEmpty, bytes.count >= RecentNames.shortest else { return }
    places[place(of: bytes)] = name
  }

  /// Returns the slot of a name. Names differ mostly at their ends.
  private func place(of bytes: UnsafeBufferPointer<UInt8>) -> Int {
    (bytes.count &+ Int(bytes[bytes.count - 1]) &+ 5 &* Int(bytes[bytes.count - 2])) & 15
  }
}
