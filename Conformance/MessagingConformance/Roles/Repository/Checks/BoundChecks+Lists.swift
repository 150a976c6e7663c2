internal import MessagingCore
internal import MessagingModel

extension BoundChecks {
  /// A hundred files of one message are accepted, and no more.
  static func files(_ context: CheckContext) async throws {
    let repository = try await context.elsewhere().open()
    func message(_ number: Int, files count: Int) -> Change {
      let files = (1...count).map { index in
        Attachment(localPath: RelativePath("files/\(index)"), upload: .waiting)
      }
      return .enqueue(
        RefusalChecks.outgoing(number, .media(Body.Media(kind: .file, attachments: files))))
    }
    try await expectAccepted("a message with 100 files") {
      try await repository.apply([message(1, files: 100)])
    }
    let stored = try await context.onlyMessage(repository).body.attachments.count
    try context.expect("the number of 100 files", stored, is: 100)
    try await context.expectRefusal(.limitExceeded, of: "a message with 101 files") {
      try await repository.apply([message(2, files: 101)])
    }
  }

  /// A hundred unsent changes of one message are accepted, and no more.
  static func unsentChanges(_ context: CheckContext) async throws {
    let repository = try await context.elsewhere().open()
    try await context.tell(repository, "receive s1@1 \"hello\"")
    let lines = (1...101).map { "amend d\($0) s1 react \"\($0)\"" }
    let changes = try lines.flatMap { try context.changes($0) }
    try await expectAccepted("100 unsent changes of a message") {
      try await repository.apply(Array(changes.prefix(100)))
    }
    let stored = try await context.onlyMessage(repository).dependents.count
    try context.expect("the number of 100 unsent changes", stored, is: 100)
    try await context.expectRefusal(.limitExceeded, of: "the 101st unsent change of a message") {
      try await repository.apply([changes[100]])
    }
  }
}
