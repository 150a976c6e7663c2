/// Names that were read a moment ago: rows of one conversation share the strings of its name and of
/// the few who take part, instead of holding a copy each.
public struct RecentNames: Sendable {
  /// At most one name for each place; empty to remember nothing.
  private var places: [ExactString?]

  /// Remembers a handful.
  public init() {
    places = Array(repeating: nil, count: 16)
  }

  private init(places: [ExactString?]) {
    self.places = places
  }

  /// Remembers nothing.
  public static let none = RecentNames(places: [])

  /// Shorter ones lie in the value itself and need nothing to share.
  private static let shortest = 16

  /// The name that these bytes write, if it is here.
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

  /// Names differ in their ends mostly.
  private func place(of bytes: UnsafeBufferPointer<UInt8>) -> Int {
    (bytes.count &+ Int(bytes[bytes.count - 1]) &+ 5 &* Int(bytes[bytes.count - 2])) & 15
  }
}
