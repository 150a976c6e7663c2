internal import MessagingModel

extension Role {
  /// Keeps downloaded files in a directory.
  public static let keeping = Role(
    "keeping", areas: [Area("KEEP", "The directory of downloads", place: 59)], kinds: [],
    checks: KeepingChecks.all.mapValues { Check($0, unexpected: KeepingChecks.words) },
    isPlayed: { $0 is any DownloadFolderSubject })
}

extension KeepingChecks {
  /// What is wrong if a call of a directory fails that should not.
  static func words(of error: any Error) -> String? {
    (error as? DownloadError).map {
      "a call fails (\($0.code.string)), expected that it is carried out"
    }
  }
}
