/// A part of the Spec: the first half of a requirement's id. The roles define which areas there
/// are.
package struct Area: Sendable {
  /// The code in capital letters: `REPO`.
  package let code: String
  /// What the area is about, in a few words.
  package let title: String
  /// The place in the Spec's table of contents. The smallest comes first.
  let place: Int

  init(_ code: String, _ title: String, place: Int) {
    self.code = code
    self.title = title
    self.place = place
  }

  /// Finds an area by its code; `nil` if there is none.
  package init?(code: String) {
    guard let area = Area.byCode[code] else { return nil }
    self = area
  }

  /// All areas, in the order of the Spec's table of contents.
  package static let all = Role.all.flatMap(\.areas).sorted()

  /// The role that the area checks: the part of a messaging client that it is about.
  package var role: Role { Area.roles[code] ?? .repository }

  private static let byCode = Dictionary(uniqueKeysWithValues: all.map { ($0.code, $0) })
  private static let roles = Dictionary(
    uniqueKeysWithValues: Role.all.flatMap { role in role.areas.map { ($0.code, role) } })
}

extension Area: Hashable, Comparable {
  package static func == (a: Area, b: Area) -> Bool { a.code == b.code }

  package static func < (a: Area, b: Area) -> Bool { a.place < b.place }

  package func hash(into hasher: inout Hasher) { hasher.combine(code) }
}
