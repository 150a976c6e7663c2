import MessagingModel
import Testing

/// What is told twice, and the order of what ends together.
@Suite("Sync: told twice, ended together") struct SyncRepeatTests {
  /// A system reports each change of a network, also those that change nothing here.
  @Test("a network that is reported twice ends no wait") func onlineTwice() throws {
    var table = SyncTable()
    try table.goOnline([.main: "a"])
    let error = SyncError(.transient, code: "503")
    let asked = try #require(table.asked)
    #expect(table.tell(.answered(asked, .failure(error))) == [])
    #expect(table.tell(.online(true)) == [])
    #expect(table.tell(.online(true), after: 500) == [])
    table.tell(.clock, after: 500)
    #expect(table.open.compactMap(\.question).count == 1)
  }

  @Test("pages that end together end from the oldest gap of a conversation to the newest")
  func orderOfPages() throws {
    var table = SyncTable()
    try table.goOnline([.main: "a"])
    let gaps = [
      Gap(after: .at(7), before: .at(9)), Gap(after: .at(1), before: .at(3)),
      Gap(after: .at(4), before: .at(6)),
    ]
    for (number, gap) in zip([1, 2, 3] as [Int64], gaps) {
      table.tell(.wanted(SyncCaller(number), "k1", gap))
    }
    let replies = table.tell(.online(false)).compactMap { action -> [SyncCaller]? in
      if case .reply(let callers, _) = action { callers } else { nil }
    }
    #expect(replies == [[SyncCaller(2)], [SyncCaller(3)], [SyncCaller(1)]])
  }
}
