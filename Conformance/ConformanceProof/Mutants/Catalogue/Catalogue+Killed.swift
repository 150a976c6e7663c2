internal import MessagingConformance

extension MutantCatalogue {
  /// Stores in files that only a killed process, a failed write or damage shows to be wrong.
  static let killed: [Mutant] = [
    Mutant(
      KeptUntilClosed.name, kills: "REPO-001",
      "An answered batch is written only when the store is closed or released.",
      origin:
        "a cache was written when the app went to the background, and the system ended it before",
      .late(KeptUntilClosed.self)),
    Mutant(
      DeletionNotedAfterwards.name, kills: "REPO-005",
      "That a message is deleted is noted in a second write, after its row is gone.",
      origin: "a table of deletions that was added later, with a transaction of its own",
      .late(DeletionNotedAfterwards.self)),
    Mutant(
      WaitingKeptAfterwards.name, kills: "REPO-005",
      "An edit that comes before its message is stored after the rest of its batch.",
      origin: "a queue of changes for later, in a file of its own",
      .late(WaitingKeptAfterwards.self)),
    Mutant(
      ForgottenInTwo.name, kills: "REPO-024",
      "Forgetting a conversation removes its unsent messages in a second write.",
      origin: "a row that marks a conversation as deleted, and a job that cleans up some time",
      .late(ForgottenInTwo.self)),
    Mutant(
      TokenAfterwards.name, kills: "REPO-036",
      "The sync token of a batch is stored after the answer.",
      origin: "the place in the stream was kept among the settings of the app",
      .late(TokenAfterwards.self)),
    Mutant(
      "half-a-write-stays", kills: "REPO-075",
      "A write that fails in the middle leaves what it had changed in memory.",
      origin: "a full disk, and a context that was not reset",
      FaultyPart(.repository) { _ in HalfSubject() }),
    Mutant(
      "writes-into-the-void", kills: "REPO-094",
      "A file that was removed while the store is open is still written to.",
      origin: "a descriptor of a file that was unlinked when its owner signed out",
      FaultyPart(.repository) { VoidSubject(name: $0) }),
    Mutant(
      "begun-anew-if-unreadable", kills: "REPO-026",
      "A file with one unreadable line is treated as an empty one.",
      origin: "a cache that throws itself away when it does not understand itself",
      FaultyPart(.repository) { CarelessSubject(name: $0, habit: .beginsAnew) }),
    Mutant(
      "unreadable-left-out", kills: "REPO-044", "A line that cannot be read is left out.",
      origin: "`try?` around the decoding of each row",
      FaultyPart(.repository) { CarelessSubject(name: $0, habit: .leavesItOut) }),
    Mutant(
      "migration-drops-the-outbox", kills: "REPO-037",
      "A file of an earlier release loses what is unsent when it is brought up to date.",
      origin: "a migration that downloads everything again",
      FaultyPart(.repository) { MigratingSubject(name: $0, habit: .dropsOutbox) }),
    Mutant(
      "newer-file-is-emptied", kills: "REPO-037",
      "A file of a later release is opened as an empty one.",
      origin: "a downgrade that `eraseDatabaseOnSchemaChange` was switched on for",
      FaultyPart(.repository) { MigratingSubject(name: $0, habit: .emptiesNewer) }),
    Mutant(
      "counts-from-the-start", kills: "REPO-093",
      "A store whose own record cannot be read makes a new one, and counts from the start.",
      origin: "`try? load() ?? Settings()`",
      FaultyPart(.repository) { CarelessSubject(name: $0, habit: .renewsItsRecord) }),
  ]
}
