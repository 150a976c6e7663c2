extension Role {
  /// Carries out what was decided: the complete worker with its tasks.
  public static let worker = Role(
    "worker", areas: [Area("WORKER", "The worker that sends", place: 70)], kinds: [],
    checks: WorkerChecks.all.mapValues { Check($0) },
    isPlayed: { $0 is any SendWorkerSubject && WorkerDrive.isPossible })
}
