extension Role {
  /// Carries out what was decided: the complete download worker with its tasks.
  public static let fetching = Role(
    "fetching", areas: [Area("FETCH", "The worker that downloads", place: 58)], kinds: [],
    checks: FetchChecks.all.mapValues { Check($0) },
    isPlayed: { $0 is any DownloadWorkerSubject && WorkerDrive.isPossible })
}
