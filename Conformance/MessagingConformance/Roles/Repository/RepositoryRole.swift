extension Role {
  /// Stores and reads messages.
  public static let repository = Role(
    "repository", areas: [.order, .repository, .page, .gap, .receipt, .capability],
    kinds: [.scenario, .property, .crash, .failure],
    checks: RepositoryChecks.all.mapValues { Check($0) },
    isPlayed: { $0 is any RepositorySubject })
}

extension Area {
  static let order = Area("ORDER", "The one total order", place: 10)
  static let repository = Area("REPO", "What a store keeps and promises", place: 20)
  static let page = Area("PAGE", "Reading page by page", place: 30)
  static let gap = Area("GAP", "History known to be missing", place: 40)
  static let receipt = Area("RECEIPT", "Who has read what", place: 80)
  static let capability = Area("CAPA", "What a backend says about itself", place: 130)
}

extension BlockKind {
  /// Steps and expectations, run line by line in every variant.
  package static let scenario = {
    var kind = BlockKind("scenario", StoreLanguage.language) { subject, seed, variant in
      ScenarioRun(subject, seed: seed, variant: variant)
    }
    kind.variants = \.storeVariants
    return kind
  }()

  /// Steps in every order, or random steps, with expectations that always hold.
  static let property = {
    var kind = BlockKind("property", StoreLanguage.properties) { planned, subject, options, tally in
      try await PropertyRun(planned: planned, subject: subject.playing(), options: options)
        .run(&tally)
    }
    kind.isSweep = true
    return kind
  }()

  /// A scenario that is cut off at every storage operation. A file-backed store whose process can
  /// be killed does not need to make its operations fail (`.faults`).
  static let crash = {
    var kind = BlockKind("crash", StoreLanguage.language) { planned, subject, options, tally in
      try await CrashRun(planned: planned, subject: subject.playing(), options: options)
        .run(&tally)
    }
    kind.isSweep = true
    kind.needs = [.durable, .faults]
    kind.isSparedByFiles = [.faults]
    return kind
  }()

  /// A scenario in whose last step every storage operation fails once.
  static let failure = {
    var kind = BlockKind("failure", StoreLanguage.language) { planned, subject, options, tally in
      try await FailureRun(planned: planned, subject: subject.playing(), options: options)
        .run(&tally)
    }
    kind.isSweep = true
    kind.needs = [.faults]
    return kind
  }()
}
