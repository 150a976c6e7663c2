extension WorkerChecks {
  /// The checks of the area WORKER.
  static let all: [String: @Sendable (RoleContext<any SendWorkerSubject>) async throws -> Void] =
    [
      "WORKER-001/second-run": secondRun,
      "WORKER-001/two-at-once": twoAtOnce,
      "WORKER-002/closed-store": closedStore,
      "WORKER-002/closed-during-a-request": closedDuringARequest,
      "WORKER-002/closed-while-it-waits": closedWhileItWaits,
      "WORKER-003/paused-before": pausedBefore,
      "WORKER-003/paused-in-the-run-before": pausedInTheRunBefore,
      "WORKER-003/paused-everywhere-before": pausedEverywhereBefore,
      "WORKER-004/run-again": runAgain,
      "WORKER-012/run-again-at-once": runAgainAtOnce,
      "WORKER-005/stopped-under-way": stoppedUnderWay,
      "WORKER-005/stopped-in-an-upload": stoppedInUpload,
      "WORKER-010/late-request": lateRequest,
      "WORKER-011/ends-after-its-successor-began": stoppedUpload,
    ]
}
