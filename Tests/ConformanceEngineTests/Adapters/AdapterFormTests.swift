import Foundation
import MessagingCore
import MessagingModel
import Testing

@testable import MessagingConformance

/// What adapters may write instead of the canonical form, and what they are told otherwise.
struct AdapterFormTests {
  @Test func `members may come in any order, with white space`() async throws {
    for snapshot in try await snapshots() {
      let parsed = try JSONSerialization.jsonObject(with: Data(snapshot.canonical))
      for options: JSONSerialization.WritingOptions in [[], .prettyPrinted, .sortedKeys] {
        let written = try JSONSerialization.data(withJSONObject: parsed, options: options)
        let read = try AdapterForm.read(Snapshot.self, from: Array(written)[...], as: "snapshot")
        #expect(read == snapshot)
      }
    }
  }

  @Test func `what holds its default may be written`() throws {
    let text = """
      {"notices": [], "kinds": [], "revision": 3}
      """
    let commit = try AdapterForm.read(Commit.self, from: Array(text.utf8)[...], as: "commit")
    #expect(commit == Commit(revision: Revision(3), kinds: []))
  }

  @Test(arguments: [
    (#"{"revision":1.5,"kinds":[]}"#, "at commit.revision"),
    (#"{"revision":1,"kinds":["words"]}"#, "of structure, content, metadata, in this order"),
    (#"{"kinds":[]}"#, "member \"revision\" at commit"),
    ("[1,", "a value in commit"),
  ])
  func `what is wrong is named with its place, and not quoted`(_ json: String, _ said: String) {
    let bytes = Array(json.utf8)[...]
    let error = #expect(throws: AdapterLine.Mistake.self) {
      try AdapterForm.read(Commit.self, from: bytes, as: "commit")
    }
    let text = error?.description ?? ""
    #expect(text.contains(said) && !text.contains("words"), "\(text)")
  }

  @Test(arguments: [
    #""\u+041""#, #""\u 041""#, #""\ud83d\n1234""#, #""\ud83d\u0041""#, #""\ud83d""#,
    #""\ud83d"#, #""\"#,
  ])
  func `half a sign is refused`(_ json: String) {
    #expect(throws: AdapterLine.Mistake.self) {
      try AdapterForm.read(ExactString.self, from: Array(json.utf8)[...], as: "text")
    }
  }

  @Test func `a sign of two halves is one`() throws {
    let bytes = Array(#""\uD83d\ude00\u0041""#.utf8)[...]
    #expect(try AdapterForm.read(ExactString.self, from: bytes, as: "text") == "\u{1F600}A")
  }

  @Test func `a place in a long answer has a path`() throws {
    let bytes = Array(#"{"messages":[{"id":"a"},{"id":"b","at":[1,2,{"x":1}]}]}"#.utf8)
    let offset = try #require(bytes.lastIndex(of: UInt8(ascii: "1")))
    #expect(AdapterForm.path(to: offset, in: bytes) == ".messages[1].at[2].x")
  }

  @Test(arguments: [
    ("", 0), ("[]", 0), (#"{"a" 1}"#, 5), (#"{"a":1"#, 6), (#"{"a":1}}"#, 7), (#"{"a":"b}"#, 8),
    (#"{"a":1,"a":2}"#, 7), (#"{"a":}"#, 5),
  ])
  func `a line that is no object is refused where it goes wrong`(_ text: String, _ offset: Int) {
    let error = #expect(throws: AdapterLine.Mistake.self) { try AdapterLine(Array(text.utf8)) }
    #expect(error?.offset == offset, "\(text): \(String(describing: error))")
  }

  /// Pages with everything in them that a page can have.
  private func snapshots() async throws -> [Snapshot] {
    let repository = try await InMemoryRepository(owner: "me")
    var names = ScriptNames()
    let lines = [
      "page s1@1 \"one\" s3@3 \"three\" to=here token=t1",
      "receive s5@5 \"fünf\" reply=s1 thread=s1",
      "react s5 \"👍\" by=bob", "receipt s5 by=bob @7", "send c1 \"mine\" reply=s5 file=a/b.jpg",
      "fail c1 timeout retryable", "amend d1 s5 react \"+\"", "send c2 \"gone\"",
      "tried c2 maybe since=10 until=90", "cancel c2", "delete s3", "read s5",
      "upload c1 1 failed timeout", "token \"t5\"",
    ]
    for line in lines {
      _ = try await repository.apply(StoreLanguage.changes(line, &names))
    }
    let chat = ScriptNames.conversation
    return [
      try await repository.read(Query(.newest, in: chat, limit: 100, crossesGaps: true)),
      try await repository.read(
        Query(.newest, in: chat, limit: 100, scope: .withoutReplies)),
      try await repository.read(Query(.outbox, in: chat, limit: 100)),
      try await repository.read(Query(.unsent(since: .zero), in: nil, limit: 100)),
    ]
  }
}
