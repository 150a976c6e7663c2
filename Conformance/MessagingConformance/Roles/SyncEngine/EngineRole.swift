extension Role {
  /// Stores what a server sends: the complete engine with its tasks.
  public static let engine = Role(
    "engine", areas: [Area("ENGINE", "The engine that syncs", place: 47)], kinds: [],
    checks: EngineChecks.all.mapValues { Check($0) },
    isPlayed: { $0 is any SyncEngineSubject && WorkerDrive.isPossible })
}
