extension DiffChecks {
  /// The checks, by `DIFF-001/slug`.
  static let all: [String: @Sendable (RoleContext<any DiffSubject>) async throws -> Void] = [
    "DIFF-001/random-pairs": randomPairs,
    "DIFF-001/all-small-pairs": allSmallPairs,
    "DIFF-002/twenty-five-taken": twentyFiveTaken,
    "DIFF-002/random-pairs": neverBoth,
    "DIFF-003/every-field": everyField,
    "DIFF-003/random-pairs": contentOfRandomPairs,
    "DIFF-004/random-pairs": nothingElse,
    "DIFF-006/random-pairs": oldCoordinates,
    "DIFF-007/random-pairs": listsInOrder,
    "DIFF-008/no-more-than-needed": fewestMoves,
    "DIFF-008/one-of-five-thousand": oneOfManyMoves,
    "DIFF-009/random-pairs": namedOnce,
    "DIFF-014/field-by-field": metadataAlone,
    "DIFF-015/field-by-field": contentTold,
    "DIFF-017/all-at-once": allAspects,
    "DIFF-019/another-version": otherBase,
    "DIFF-020/there-and-back": thereAndBack,
    "DIFF-021/twice": sameAgain,
    "DIFF-022/alike-in-one-half": alikeIDs,
    "DIFF-023/twenty-thousand-reversed": twentyThousandReversed,
    "DIFF-024/random-pairs": everythingAtOnce,
    "DIFF-024/all-small-pairs": everythingSmall,
    "DIFF-024/step-by-step": stepByStep,
    "DIFF-030/contradictions": contradictions,
  ]
}
