/// A way to run a scenario that must not change what the scenario expects.
///
/// Each scenario runs in every variant that applies to it. A block whose prose contradicts a
/// variant excludes it in its opening line (`not redeliver`), where readers see it.
package enum Variant: String, CaseIterable, Hashable, Comparable, Sendable {
  /// The scenario as written.
  case plain
  /// The store is closed and opened again after each step.
  case restartEachStep = "restart-each-step"
  /// Every event from the network arrives twice.
  case redeliver
  /// A batch is applied one change at a time.
  case splitBatch = "split-batch"
  /// Observers subscribe after the last step.
  case observerLate = "observer-late"
  /// An hour passes after each step.
  case idle
  /// A server whose streams have numbers.
  case numbered
  /// A server whose connection carries updates without numbers.
  case pushed
  /// A server that gives lists whose times do not define an order.
  case lists

  /// What the variant does, in one sentence.
  package var summary: String {
    switch self {
    case .plain: "The scenario as written."
    case .restartEachStep: "The store is closed and opened again after each step."
    case .redeliver: "Every event from the network arrives twice."
    case .splitBatch: "A batch is applied one change at a time."
    case .observerLate: "Observers subscribe after the last step."
    case .idle: "An hour passes after each step."
    case .numbered: "A `sync` block with a server whose streams have numbers."
    case .pushed: "A `sync` block with a server whose updates have no numbers."
    case .lists: "A `sync` block with a server that gives lists, whose times tell no order."
    }
  }

  /// Whether the variant is another family of servers, and not another way to run a scenario.
  package var isFamily: Bool {
    switch self {
    case .plain, .restartEachStep, .redeliver, .splitBatch, .observerLate, .idle: false
    case .numbered, .pushed, .lists: true
    }
  }

  /// Orders variants as they are declared, with `plain` first.
  package static func < (a: Variant, b: Variant) -> Bool { a.ordinal < b.ordinal }

  private var ordinal: Int { Variant.allCases.firstIndex(of: self) ?? Variant.allCases.count }
}
