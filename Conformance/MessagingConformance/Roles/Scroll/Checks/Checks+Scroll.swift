extension Checks {
  /// By `SCROLL-001/slug`.
  static let scroll: [String: @Sendable (RoleContext<any ScrollSubject>) async throws -> Void] = [
    "SCROLL-001/copies-are-apart": ScrollChecks.copiesAreApart,
    "SCROLL-001/replayed": ScrollChecks.replayed,
    "SCROLL-003/any-order": ScrollChecks.anyOrder,
    "SCROLL-005/any-split": ScrollChecks.anySplit,
    "SCROLL-007/empty-transactions": ScrollChecks.emptyTransactions,
    "SCROLL-008/every-row-in-sight": ScrollChecks.everyRowInSight,
    "SCROLL-009/hundred-pages": ScrollChecks.hundredPages,
    "SCROLL-009/reading-session": ScrollChecks.readingSession,
    "SCROLL-010/taken-and-put-back": ScrollChecks.takenAndPutBack,
    "SCROLL-011/sums-above": ScrollChecks.sumsAbove,
    "SCROLL-012/every-subset": ScrollChecks.everySubset,
    "SCROLL-018/any-batching": ScrollChecks.anyBatching,
    "SCROLL-020/there-and-back": ScrollChecks.thereAndBack,
    "SCROLL-023/there-and-back": ScrollChecks.keyboard,
    "SCROLL-030/passive-reading": ScrollChecks.passiveReading,
    "SCROLL-031/distances": ScrollChecks.distances,
    "SCROLL-034/counted": ScrollChecks.counted,
    "SCROLL-040/echoes": ScrollChecks.echoes,
    "SCROLL-047/hundreds-of-fractions": ScrollChecks.hundredsOfFractions,
    "SCROLL-057/refused": ScrollChecks.refused,
    "SCROLL-058/between-the-ends": ScrollChecks.betweenTheEnds,
    "SCROLL-061/every-short-history": ScrollChecks.everyShortHistory,
    "SCROLL-061/random-histories": ScrollChecks.randomHistories,
  ]
}
