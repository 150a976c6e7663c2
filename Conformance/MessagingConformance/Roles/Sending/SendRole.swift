extension Role {
  /// Decides what is sent, and when.
  public static let sending = Role(
    "sending",
    areas: [Area("SEND", "Sending", place: 50), Area("MEDIA", "Attachments", place: 60)],
    kinds: [.send], checks: SendChecks.all.mapValues { Check($0) },
    isPlayed: { subject in
      subject is any SendSubject
        && (!(subject is any SendWorkerSubject) || WorkerDrive.isPossible)
    })
}

extension BlockKind {
  /// What the user sends, what happens on the network, and the result of both.
  static let send = BlockKind("send", SendLanguage.language) { subject, seed, _ in
    try await SendPlayer(subject, seed: seed)
  }
}
