/// A part of a messaging client that the suite can check on its own, with all that the suite needs
/// to know about it.
///
/// To add one, make a folder beside this file with its language, its player, its oracle and its
/// checks, describe it there (`static let sync = Role("sync", …)`), and add it to ``all``.
public struct Role: Sendable {
  /// The role's name: one word, the same as the name of its constant.
  public let name: String
  /// The areas of the Spec whose rules apply to this role.
  let areas: [Area]
  /// The kinds of blocks in which the Spec states evidence for this role.
  let kinds: [BlockKind]
  /// Checks written in Swift, by `REQ/slug`, for what a script cannot express.
  let checks: [String: Check]
  /// Whether a subject provides what this role needs.
  let isPlayed: @Sendable (any ConformanceSubject) -> Bool

  init(
    _ name: String, areas: [Area], kinds: [BlockKind], checks: [String: Check],
    isPlayed: @escaping @Sendable (any ConformanceSubject) -> Bool
  ) {
    self.name = name
    self.areas = areas
    self.kinds = kinds
    self.checks = checks
    self.isPlayed = isPlayed
  }

  /// Every role, in the order in which they are listed and compared.
  public static let all: [Role] = [
    .repository, .rows, .diff, .scroll, .window, .composing, .acting, .sending, .worker,
    .syncing, .engine, .downloading, .fetching, .keeping, .progress, .watching, .timeline,
    .conversations, .screens, .client, .diagnostics, .rollout, .form,
  ]

  /// The index of each role in ``all``, by name.
  private static let places = Dictionary(
    uniqueKeysWithValues: all.enumerated().map { ($1.name, $0) })
}

extension Role: Hashable, Comparable, CustomStringConvertible {
  public static func == (a: Role, b: Role) -> Bool { a.name == b.name }

  /// Compares by the order of ``all``.
  public static func < (a: Role, b: Role) -> Bool {
    (places[a.name] ?? 0) < (places[b.name] ?? 0)
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(name) }

  public var description: String { name }
}

extension Set<Role> {
  /// The names, in order: `rows diff`.
  var names: String { sorted().map(\.name).joined(separator: " ") }
}
