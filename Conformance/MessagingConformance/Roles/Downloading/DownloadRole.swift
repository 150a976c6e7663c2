extension Role {
  /// Decides which file is downloaded next, and which is evicted.
  public static let downloading = Role(
    "downloading", areas: [Area("LOAD", "Files that arrive", place: 57)],
    kinds: [.load], checks: DownloadChecks.all.mapValues { Check($0) },
    isPlayed: { subject in
      subject is any DownloadSubject
        && (!(subject is any DownloadWorkerSubject) || WorkerDrive.isPossible)
    })
}

extension BlockKind {
  /// The files that screens request, what a server sends, and what the disk stores.
  static let load = BlockKind("load", DownloadLanguage.language) { subject, seed, _ in
    DownloadPlayer(subject, seed: seed)
  }
}
