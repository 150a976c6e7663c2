extension Role {
  /// Decides which file is downloaded next, and which has to go.
  public static let downloading = Role(
    "downloading", areas: [Area("LOAD", "Files that arrive", place: 57)],
    kinds: [.load], checks: DownloadChecks.all.mapValues { Check($0) },
    isPlayed: { $0 is any DownloadSubject })
}

extension BlockKind {
  /// What screens wish for, what a server gives of it, and what lies on the disk.
  static let load = BlockKind("load", DownloadLanguage.language) { subject, seed, _ in
    DownloadPlayer(subject, seed: seed)
  }
}
