/// How binding a requirement is.
package enum Level: String, CaseIterable, Hashable, Comparable, Sendable {
  /// A violation makes the subject non-conforming.
  case must
  /// A violation is reported as a warning.
  case should
  /// A permission. A check documents what is allowed.
  case may

  /// The upper-case word for the obligation in prose.
  package var keyword: String { rawValue.uppercased() }

  /// Orders levels from the most binding to the least binding.
  package static func < (a: Level, b: Level) -> Bool { a.ordinal < b.ordinal }

  private var ordinal: Int {
    switch self {
    case .must: 0
    case .should: 1
    case .may: 2
    }
  }
}
