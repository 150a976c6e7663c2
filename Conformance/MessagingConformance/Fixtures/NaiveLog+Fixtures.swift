package import MessagingModel

// The values that the oracle expects for the changes of a fixture.
extension NaiveLog {
  /// Creates the oracle after these changes, each applied as a batch of its own.
  package init(telling changes: [Change]) {
    self.init(owner: HistoryFixture.owner)
    for change in changes { apply([change]) }
  }

  /// The whole timeline, with the oldest row first.
  package var timeline: [TimelineRow] {
    read(Query(.newest, in: HistoryFixture.conversation, limit: Limits.page, crossesGaps: true))
      .messages.map(TimelineRow.init)
  }

  /// Returns the remote ids in pages from the newest on, by counting from the end.
  package func pages(of limit: Int) -> [[RemoteID]] {
    let names = timeline.map { $0.position.confirmed?.remoteID ?? "" }
    return stride(from: names.count, to: 0, by: -limit).map { end in
      Array(names[max(0, end - limit)..<end])
    }
  }
}
