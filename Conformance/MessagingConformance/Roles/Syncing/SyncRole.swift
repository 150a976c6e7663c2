extension Role {
  /// Decides what is asked of the server, and what of its answers is stored.
  public static let syncing = Role(
    "syncing", areas: [Area("SYNC", "What a server says reaches the store", place: 45)],
    kinds: [.sync], checks: SyncChecks.all.mapValues { Check($0) },
    isPlayed: { subject in
      subject is any SyncSubject
        && (!(subject is any SyncEngineSubject) || WorkerDrive.isPossible)
    })
}

extension BlockKind {
  /// What happens at a server, what a device goes through, and what its store shows of it.
  static let sync = {
    var kind = BlockKind("sync", SyncLanguage.language) { subject, seed, variant in
      SyncPlayer(subject, seed: seed, variant: variant)
    }
    kind.variants = { block in
      guard let script = try? block.script(for: SyncPlayer.self) else { return [.plain] }
      // The first family is the plain case.
      return [.plain] + SyncPlayer.families(of: script).dropFirst().map(\.variant)
    }
    return kind
  }()
}
