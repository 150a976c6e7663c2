extension Role {
  /// Decides what to request from the server, and what to store of its answers.
  public static let syncing = Role(
    "syncing", areas: [Area("SYNC", "What a server says reaches the store", place: 45)],
    kinds: [.sync], checks: SyncChecks.all.mapValues { Check($0) },
    isPlayed: { subject in
      subject is any SyncSubject
        && (!(subject is any SyncEngineSubject) || WorkerDrive.isPossible)
    })
}

extension BlockKind {
  /// Events at a server and on a device, and what the device's store shows.
  static let sync = {
    var kind = BlockKind("sync", SyncLanguage.language) { subject, seed, variant in
      SyncPlayer(subject, seed: seed, variant: variant)
    }
    kind.variants = { block in
      guard let script = try? block.script(for: SyncPlayer.self) else { return [.plain] }
      // The first family is the plain variant.
      return [.plain] + SyncPlayer.families(of: script).dropFirst().map(\.variant)
    }
    return kind
  }()
}
