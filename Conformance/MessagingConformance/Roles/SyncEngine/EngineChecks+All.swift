extension EngineChecks {
  /// The checks of the area ENGINE.
  static let all: [String: @Sendable (RoleContext<any SyncEngineSubject>) async throws -> Void] =
    [
      "ENGINE-001/second-run": secondRun,
      "ENGINE-002/closed-store": closedStore,
      "ENGINE-003/run-again": runAgain,
      "ENGINE-004/stopped-under-way": stoppedUnderWay,
      "ENGINE-005/end-of-a-run": endOfARun,
      "ENGINE-005/end-by-closing": endByClosing,
      "ENGINE-006/late-answer": lateAnswer,
      "ENGINE-007/out-of-the-network": outOfTheNetwork,
      "ENGINE-008/late-greeting": lateGreeting,
      "ENGINE-008/late-words": lateWords,
      "ENGINE-009/slow-store": slowStore,
      "ENGINE-010/page-on-its-way-into-the-store": pageOnItsWay,
      "ENGINE-011/ten-callers": tenCallers,
      "ENGINE-012/one-of-two-leaves": oneOfTwoLeaves,
      "ENGINE-013/newcomer": newcomer,
      "ENGINE-014/batch-on-its-way": batchOnItsWay,
      "ENGINE-015/run-after-sign-out": runAfterSignOut,
      "ENGINE-016/earlier-moment": earlierMoment,
      "ENGINE-017/opened-before": openedBefore,
      "ENGINE-017/one-of-two-screens": oneOfTwoScreens,
      "ENGINE-017/closed-before": closedBefore,
      "ENGINE-018/stopped-while-live": stoppedWhileLive,
      "ENGINE-019/stopped-while-somebody-types": stoppedWhileSomebodyTypes,
      "ENGINE-020/run-again-at-once": runAgainAtOnce,
    ]
}
