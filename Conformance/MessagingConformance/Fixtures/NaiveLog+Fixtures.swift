package import MessagingModel

// What the oracle says about the changes of a fixture.
extension NaiveLog {
  /// The oracle after these changes, each a batch of its own.
  package init(telling changes: [Change]) {
    self.init(owner: HistoryFixture.owner)
    for change in changes { apply([change]) }
  }

  /// The whole timeline, oldest first.
  package var timeline: [TimelineRow] {
    read(Query(.newest, in: HistoryFixture.conversation, limit: Limits.page, crossesGaps: true))
      .messages.map(TimelineRow.init)
  }

  /// The remote ids in ranges from the newest on, by counting from the end.
  package func pages(of limit: Int) -> [[RemoteID]] {
    let names = timeline.map { $0.position.confirmed?.remoteID ?? "" }
    return stride(from: names.count, to: 0, by: -limit).map { end in
      Array(names[max(0, end - limit)..<end])
    }
  }
}
