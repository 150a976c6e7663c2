import MessagingModel
import Testing

/// Updates without numbers that look the same are not the same.
@Suite("Sync: equal updates") struct SyncEqualUpdatesTests {
  private func reaction(_ action: Relation.Action) -> Relation {
    Relation(conversation: "k1", target: .remote("s8"), author: "bob", action: action)
  }

  private func push(_ item: SyncItem) -> SyncEvent {
    .updated(SyncUpdate(stream: .main, items: [item]))
  }

  /// Bob likes a message, takes that back, and likes it again, while the disk is slow.
  @Test("a pushed update that equals one that waits is stored, too, in its order")
  func again() throws {
    var table = SyncTable(.pushed)
    try table.goOnline([.main: "a"])
    try table.answer(.of(next: "a"))
    #expect(table.state.status.phase == .live)
    table.tell(push(.message(received(8))))
    let commit = try table.ticket(\.asCommit)
    let (likes, takesBack) = (reaction(.react("👍")), reaction(.unreact("👍")))
    for relation in [likes, takesBack, likes] {
      #expect(table.tell(push(.relation(relation))) == [])
    }
    table.tell(.committed(commit))
    #expect(
      table.changes == [
        .relate(likes), .relate(takesBack), .relate(likes), .advance(.main, from: "a", to: "a"),
      ])
  }
}
