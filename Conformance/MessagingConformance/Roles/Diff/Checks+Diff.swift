extension Checks {
  /// By `DIFF-001/slug`.
  static let diff: [String: @Sendable (RoleContext<any DiffSubject>) async throws -> Void] = [
    "DIFF-001/random-pairs": DiffChecks.randomPairs,
    "DIFF-001/all-small-pairs": DiffChecks.allSmallPairs,
    "DIFF-002/twenty-five-taken": DiffChecks.twentyFiveTaken,
    "DIFF-002/random-pairs": DiffChecks.neverBoth,
    "DIFF-003/every-field": DiffChecks.everyField,
    "DIFF-003/random-pairs": DiffChecks.contentOfRandomPairs,
    "DIFF-004/random-pairs": DiffChecks.nothingElse,
    "DIFF-006/random-pairs": DiffChecks.oldCoordinates,
    "DIFF-007/random-pairs": DiffChecks.listsInOrder,
    "DIFF-008/no-more-than-needed": DiffChecks.fewestMoves,
    "DIFF-008/one-of-five-thousand": DiffChecks.oneOfManyMoves,
    "DIFF-009/random-pairs": DiffChecks.namedOnce,
    "DIFF-014/field-by-field": DiffChecks.metadataAlone,
    "DIFF-015/field-by-field": DiffChecks.contentTold,
    "DIFF-017/all-at-once": DiffChecks.allAspects,
    "DIFF-019/another-version": DiffChecks.otherBase,
    "DIFF-020/there-and-back": DiffChecks.thereAndBack,
    "DIFF-021/twice": DiffChecks.sameAgain,
    "DIFF-022/alike-in-one-half": DiffChecks.alikeIDs,
    "DIFF-023/twenty-thousand-reversed": DiffChecks.twentyThousandReversed,
    "DIFF-024/random-pairs": DiffChecks.everythingAtOnce,
    "DIFF-024/all-small-pairs": DiffChecks.everythingSmall,
    "DIFF-030/contradictions": DiffChecks.contradictions,
  ]
}
