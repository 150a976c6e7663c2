/// A part of the Spec; the first half of a requirement's id. Which areas there are say the roles
/// that they ask.
package struct Area: Sendable {
  /// In capital letters: `REPO`.
  package let code: String
  /// What the area is about, in a few words.
  package let title: String
  /// Its place in the Spec's table of contents: the smallest comes first.
  let place: Int

  init(_ code: String, _ title: String, place: Int) {
    self.code = code
    self.title = title
    self.place = place
  }

  /// The area of that code, if there is one.
  package init?(code: String) {
    guard let area = Area.byCode[code] else { return nil }
    self = area
  }

  /// In the order of the Spec's table of contents.
  package static let all = Role.all.flatMap(\.areas).sorted()

  /// Who is asked: the part of a messaging client that the area is about.
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
