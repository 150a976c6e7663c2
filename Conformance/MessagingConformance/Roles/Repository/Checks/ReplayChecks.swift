internal import MessagingCore
internal import MessagingModel

/// Applying the same change again changes nothing.
enum ReplayChecks {
  /// Random histories of every change that the subject supports, each change applied twice.
  static func eachChangeAgain(_ context: CheckContext) async throws {
    try await context.tryHistories(40) { seed, number in
      let random = SeededRandom(seed: seed, stream: "REPO-057/\(number)")
      var generator = HistoryGenerator(verbs: verbs(of: context), random: random)
      let repository = try await context.elsewhere().open()
      for line in generator.history(length: 60) {
        let batch = try context.changes(line)
        guard let first = try await taken(batch, by: repository) else { continue }
        let again = try await repository.apply(batch)
        let what = "applied again, \"\(line)\" of history \(number) of seed \(seed)"
        try context.expect(
          "the revision after what is \(what)", again.revision, is: first.revision)
        try context.expect("the kinds of what is \(what)", again.kinds.names, is: [])
      }
      await repository.close()
    }
  }

  /// Random histories of every change that the subject supports. A commit that names no kind must
  /// leave everything visible unchanged.
  static func shownOrSilent(_ context: CheckContext) async throws {
    try await context.tryHistories(40) { seed, number in
      let random = SeededRandom(seed: seed, stream: "REPO-055/\(number)")
      var generator = HistoryGenerator(verbs: verbs(of: context), random: random)
      let repository = try await context.elsewhere().open()
      var before = try await shown(by: repository)
      for line in generator.history(length: 60) {
        let batch = try context.changes(line)
        guard let commit = try await taken(batch, by: repository) else { continue }
        let after = try await shown(by: repository)
        if batch.count == 1, commit.kinds.isEmpty, after != before {
          throw Violation(
            "\"\(line)\" of history \(number) of seed \(seed) named no kind, "
              + "and other rows are shown"
          )
        }
        before = after
      }
      await repository.close()
    }
  }

  /// What a screen shows of the messages in the conversation of these histories.
  private static func shown(
    by repository: any MessageRepository
  ) async throws -> [MessageReference?: [Message]] {
    let query = Query(.newest, in: ScriptNames.conversation, limit: 100, crossesGaps: true)
    let read = try await repository.read(query)
    var shown: [MessageReference?: [Message]] = [nil: read.messages.map(\.asDrawn)]
    for (name, quote) in read.quotes { shown[name] = [quote.asDrawn] }
    return shown
  }

  /// - Returns: `nil` for a refused batch; a random history contains some.
  private static func taken(
    _ batch: [Change], by repository: any MessageRepository
  ) async throws -> Commit? {
    do throws(RepositoryError) {
      return try await repository.apply(batch)
    } catch {
      let expected: [RepositoryError.Code] = [
        .unknownMessage, .malformedChange, .remoteIDTaken, .staleToken,
      ]
      if expected.contains(error.code) { return nil }
      throw Violation("a batch of a random history was refused: \(error)")
    }
  }

  private static func verbs(of context: CheckContext) -> [String] {
    var verbs: [String] = [
      "send", "ack", "fail", "tried", "retry", "cancel", "status", "receive", "page", "token",
      "reset",
      "forget",
    ]
    if context.has(.gaps) { verbs.append("gap") }
    if context.has(.media) { verbs.append("upload") }
    if context.has(.receipts) { verbs += ["receipt", "read", "reported"] }
    // Deletions are twice as likely, because these checks are mostly about them.
    if context.has(.edits) { verbs += ["edit", "delete", "delete", "amend", "settle", "discard"] }
    if context.has(.reactions) { verbs += ["react", "unreact"] }
    return verbs
  }
}

extension Message {
  /// The message without invisible fields. Of the version only the mark of an edit is visible.
  fileprivate var asDrawn: Message {
    var message = self
    message.version = isEdited ? Version(order: 1) : nil
    message.hasEcho = false
    return message
  }
}
