internal import MessagingCore
internal import MessagingModel

// Another process that sends what is in the same store (`SEND-106`).
extension SendWorld {
  /// Another process has seen all that is unsent, and may have sent it. It has stored no answer.
  mutating func sendElsewhere() async throws {
    let outbox = try await repository.read(Query(.outbox, in: nil, limit: Limits.page))
    let sequences = outbox.messages.compactMap { message -> Int64? in
      if case .unconfirmed(let sequence) = message.position { sequence } else { nil }
    }
    sentElsewhere = [sentElsewhere, sequences.max()].compactMap(\.self).max()
  }

  /// A search says up to where another process may have sent (`REPO-089`).
  func withWhatOthersSent(_ snapshot: Snapshot, _ query: Query) -> Snapshot {
    guard case .unsent = query.kind, let sentElsewhere else { return snapshot }
    var snapshot = snapshot
    snapshot.othersMayHaveSent = max(snapshot.othersMayHaveSent ?? 0, sentElsewhere)
    snapshot.mayHaveLeft = snapshot.mayHaveLeft.map { max($0, sentElsewhere) }
    return snapshot
  }
}
