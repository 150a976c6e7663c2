internal import MessagingCore
internal import MessagingModel

// What may have left the device, with several outboxes and several handles.
extension HandleChecks {
  /// Finds everything unsent.
  static let search = Query(.unsent(since: .zero), in: nil, limit: Limits.page)

  /// Expects that a search of one handle counts the first message of another one.
  static func expectOthers(
    in app: any MessageRepository, _ moment: String, _ context: CheckContext
  ) async throws {
    let found = try await app.read(search)
    guard let first = found.localSequences.min() else {
      throw Violation("the search finds no message, expected the one of the other handle")
    }
    let told = [("may have left", found.mayHaveLeft), ("others sent", found.othersMayHaveSent)]
    for (what, last) in told {
      try context.expect(
        last.map { $0 >= first } ?? true,
        "\(moment), the message of another handle has the local sequence \(first), and what "
          + "\(what) ends at \(last ?? 0)")
    }
  }

  /// A read of an outbox with older messages does not take back what another outbox returned.
  static func twoOutboxes(_ context: CheckContext) async throws {
    let app = try await context.open()
    _ = try await app.read(search)
    try await context.tell(app, "send c1 \"one\"", "send c2 \"two\" in=k2")
    for conversation in ["k2", "k1"] as [ConversationID] {
      _ = try await app.read(Query(.outbox, in: conversation, limit: 10))
    }
    let found = try await app.read(search)
    guard let last = found.localSequences.max() else {
      throw Violation("a search finds nothing unsent, expected 2 messages")
    }
    try context.expect(
      found.mayHaveLeft.map { $0 >= last } ?? true,
      "two outboxes were read, the one with the older message last; the newer message has the "
        + "local sequence \(last), and what may have left ends at \(found.mayHaveLeft ?? 0)")
  }

  /// A commit that failed leaves its revision to another handle, whose message may have left.
  static func afterAFailedCommit(_ context: CheckContext) async throws {
    for number in 1...10_000 {
      let place = context.elsewhere()
      let opening = try await place.operationsOfOpening()
      let faults = FaultInjector(.fail(at: opening + number))
      let app = try await place.open(faults)
      let other = try await place.open()
      let batch = try place.changes("receive s1@1 \"hello\"")
      // One of these fails: the first search, or the commit.
      _ = try? await app.read(search)
      _ = try? await app.apply(batch)
      guard let fault = faults.firstFault else { return }
      try await place.tell(other, "send c1 \"one\"")
      try await expectOthers(in: app, "after '\(fault.name)' failed", context)
    }
  }
}
