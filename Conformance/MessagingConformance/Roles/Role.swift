/// A part of a messaging client that can be checked alone: all that the suite has to know of it.
///
/// To add one, make a folder beside this file with its language, its player, its oracle and its
/// checks, describe it there (`static let sync = Role("sync", …)`), and add it to ``all``.
public struct Role: Sendable {
  /// A word: the name of its constant.
  public let name: String
  /// The parts of the Spec that ask it.
  let areas: [Area]
  /// How the Spec gives evidence for it.
  let kinds: [BlockKind]
  /// What a script cannot say: checks in Swift, by `REQ/slug`.
  let checks: [String: Check]
  /// Whether a subject has what the role needs.
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

  /// Every role there is.
  public static let all: [Role] = [
    .repository, .rows, .diff, .scroll, .window, .sending, .worker, .syncing, .engine,
    .downloading, .progress, .timeline, .conversations, .screens,
    .diagnostics, .rollout, .form,
  ]

  /// The place in ``all``.
  private static let places = Dictionary(
    uniqueKeysWithValues: all.enumerated().map { ($1.name, $0) })
}

extension Role: Hashable, Comparable, CustomStringConvertible {
  public static func == (a: Role, b: Role) -> Bool { a.name == b.name }

  /// As in ``all``.
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
