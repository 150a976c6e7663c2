extension ScrollChecks {
  /// The checks, by `SCROLL-001/slug`.
  static let all: [String: @Sendable (RoleContext<any ScrollSubject>) async throws -> Void] = [
    "SCROLL-001/copies-are-apart": copiesAreApart,
    "SCROLL-001/replayed": replayed,
    "SCROLL-003/any-order": anyOrder,
    "SCROLL-005/any-split": anySplit,
    "SCROLL-007/empty-transactions": emptyTransactions,
    "SCROLL-008/every-row-in-sight": everyRowInSight,
    "SCROLL-009/hundred-pages": hundredPages,
    "SCROLL-009/reading-session": readingSession,
    "SCROLL-010/taken-and-put-back": takenAndPutBack,
    "SCROLL-011/sums-above": sumsAbove,
    "SCROLL-012/every-subset": everySubset,
    "SCROLL-018/any-batching": anyBatching,
    "SCROLL-020/there-and-back": thereAndBack,
    "SCROLL-023/there-and-back": keyboard,
    "SCROLL-030/passive-reading": passiveReading,
    "SCROLL-031/distances": distances,
    "SCROLL-034/counted": counted,
    "SCROLL-040/echoes": echoes,
    "SCROLL-047/hundreds-of-fractions": hundredsOfFractions,
    "SCROLL-057/refused": refused,
    "SCROLL-058/between-the-ends": betweenTheEnds,
    "SCROLL-061/every-short-history": everyShortHistory,
    "SCROLL-061/random-histories": randomHistories,
  ]
}
