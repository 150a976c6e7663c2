extension Checks {
  /// Of the areas SEND and MEDIA.
  static let sending: [String: @Sendable (RoleContext<any SendSubject>) async throws -> Void] = [
    "SEND-061/histories": SendChecks.histories,
    "SEND-062/each-step": SendChecks.crashAtEachStep,
    "SEND-063/small-cases": SendChecks.everyOrder,
    "SEND-065/recorded-outages": SendChecks.recorded("outages.send"),
    "SEND-066/recorded-orders": SendChecks.recorded("echo-and-answer.send"),
    "SEND-071/stubborn-stores": SendChecks.stubbornStores,
    "MEDIA-014/recorded-table": SendChecks.recorded("photo-on-its-way.send"),
  ]

  /// Of the area WORKER.
  static let worker: [String: @Sendable (RoleContext<any SendWorkerSubject>) async throws -> Void] =
    [
      "WORKER-001/second-run": WorkerChecks.secondRun,
      "WORKER-002/closed-store": WorkerChecks.closedStore,
      "WORKER-003/paused-before": WorkerChecks.pausedBefore,
      "WORKER-004/run-again": WorkerChecks.runAgain,
      "WORKER-005/stopped-under-way": WorkerChecks.stoppedUnderWay,
      "WORKER-010/late-request": WorkerChecks.lateRequest,
    ]
}
