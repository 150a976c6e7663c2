internal import MessagingCore
internal import MessagingModel

extension RefusalChecks {
  private static let secret = "rosebud-7391"

  /// Whatever the reason for a refusal, the error does not contain the text of a message.
  static func refusedSecret(_ context: CheckContext) async throws {
    let repository = try await context.open()
    try await context.tell(
      repository, "receive s1=c1@1 \"\(secret)\"", "send c2 \"\(secret)\" @2",
      "receive s3@3 \"\(secret)\"")
    for (reason, changes) in try refusedBatches(context) {
      try await expectDiscretion(of: reason) { try await repository.apply(changes) }
    }
    let message = try context.changes("receive s4@4 \"\(secret)\"")
    try await Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await expectDiscretion(of: "a batch of a cancelled task") {
        try await repository.apply(message)
      }
    }.value
    await repository.close()
    try await expectDiscretion(of: "a batch after closing") {
      try await repository.apply(message)
    }
    if context.has(.faults) { try await expectDiscretionOfFaults(context, message) }
  }

  /// One batch for each reason to refuse one.
  private static func refusedBatches(
    _ context: CheckContext
  ) throws -> [(reason: String, changes: [Change])] {
    let text = Body.text(secret)
    let long = Body.text(secret + String(repeating: "x", count: Limits.body))
    let many = Array(
      repeating: Change.enqueue(outgoing(4, text)), count: Limits.batch + 1)
    return [
      ("an identity that is taken", [.enqueue(outgoing(2, text, at: 99))]),
      ("a remote id that is taken", try context.changes("ack c2 s1@1")),
      ("a text that is too long", [.enqueue(outgoing(5, long))]),
      ("a batch that is too long", many),
      ("a page with a message of another conversation", [.page(strayPage(text))]),
      ("a photo message without a file", [.enqueue(photo(caption: ExactString(secret)))]),
      ("an edit of nothing", try context.changes("amend d1 s9 edit \"\(secret)\"")),
      ("a reaction to nothing", try context.changes("amend d2 s9 react \"\(secret)\"")),
      ("an edit of what another wrote", try context.changes("amend d3 s3 edit \"\(secret)\"")),
      (
        "a reason that is too long",
        [
          .fail(
            OutboxKey(MessageKey(ScriptNames.conversation, ScriptNames.client(2))),
            FailureReason(
              code: "forbidden",
              text: ExactString(secret + String(repeating: "x", count: Limits.name))))
        ]
      ),
    ]
  }

  /// Checks only the text of the error. Other checks decide whether the batch is refused.
  private static func expectDiscretion(
    of reason: String, _ call: () async throws -> Commit
  ) async throws {
    do {
      _ = try await call()
    } catch let error as RepositoryError {
      let said = "\(error) \(error.userMessage) \(error.cause.map { "\($0)" } ?? "")"
      guard !said.contains(secret) else {
        throw Violation(
          "the error of \(reason) quotes what somebody wrote: '\(error.description.prefix(200))'")
      }
    }
  }

  private static func expectDiscretionOfFaults(
    _ context: CheckContext, _ changes: [Change]
  ) async throws {
    let place = context.elsewhere()
    let opening = try await place.operationsOfOpening()
    let repository = try await place.open(FaultInjector(.fail(from: opening + 1)))
    try await expectDiscretion(of: "a disk that fails") { try await repository.apply(changes) }
  }
}
