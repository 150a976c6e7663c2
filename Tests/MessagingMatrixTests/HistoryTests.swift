import MessagingModel
import Testing

@testable import MessagingMatrix

@Suite struct HistoryTests {
  private func answer(_ json: JSON) -> HistoryAnswer? {
    var timeline = MatrixTimeline(Samples.room, owner: Samples.me, book: MatrixBook(file: nil))
    return HistoryAnswer(matrix: json, in: &timeline)
  }

  @Test func `a page comes newest first, and is turned around`() throws {
    let answer = try #require(
      self.answer([
        "chunk": [
          Samples.reaction("$r", to: "$1"), Samples.text("$2", "b"), Samples.text("$1", "a"), 5,
        ],
        "end": "e1",
      ]))
    #expect(answer.conversation == Samples.room)
    #expect(answer.messages.map(\.position.remoteID) == ["$1", "$2"])
    #expect(answer.relations.map(\.target) == [.remote("$1")])
    #expect(answer.below == .more("e1"))
  }

  @Test func `without a token below it is the start, and so it is below the creation`() throws {
    let create = Samples.event("$0", type: "m.room.create", [:], ["state_key": ""])
    #expect(answer(["chunk": []])?.below == .start)
    #expect(answer(["chunk": [Samples.text("$1", "a"), create], "end": "e"])?.below == .start)
    #expect(answer(["chunk": [], "end": "e"])?.below == .more("e"))
    // A token that no store keeps is a way that nobody can go.
    let long = ExactString(String(repeating: "e", count: 70_000))
    #expect(answer(["chunk": [], "end": .string(long)])?.below == .more(nil))
  }

  @Test(arguments: [.null, [], [:], ["chunk": 1], ["chunk": "x"]] as [JSON])
  func `an answer without a page makes no sense`(json: JSON) {
    #expect(answer(json) == nil)
  }
}
