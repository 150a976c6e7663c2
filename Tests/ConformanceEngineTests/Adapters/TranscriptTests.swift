import BuiltInSubjects
import Foundation
import MessagingCore
import Testing

@testable import MessagingConformance

/// The golden transcripts of the guide are what our own store and our own pure parts say.
struct TranscriptTests {
  private static let guides = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../Spec/guides")

  @Test func `the transcript of the guide is what the store in memory says`() async throws {
    try await play("any-language.transcript", on: MemorySubject())
  }

  @Test func `that of roles without a store is what our pure parts say`() async throws {
    try await play("any-language-pure.transcript", on: ModelSubject())
  }

  private func play(_ file: String, on subject: any ConformanceSubject) async throws {
    let (said, says) = AsyncStream<String>.makeStream()
    let server = AdapterServer(subject) { says.yield(String(decoding: $0, as: UTF8.self)) }
    var lines = said.makeAsyncIterator()
    var wanted: [String] = []
    func compare() async {
      // An event may come before the answer or behind it.
      var found: [String] = []
      for _ in wanted { if let line = await lines.next() { found.append(line) } }
      #expect(Set(found) == Set(wanted))
      wanted = []
    }
    let text = try String(contentsOf: Self.guides.appending(path: file), encoding: .utf8)
    for line in text.split(separator: "\n") {
      if line.hasPrefix("> ") {
        await compare()
        try await server.hear(Array(line.dropFirst(2).utf8))
      } else {
        wanted.append(String(line.dropFirst(2)))
      }
    }
    await compare()
  }

  @Test func `a store loses nothing on the way`() async throws {
    let (heard, hears) = AsyncStream<[UInt8]>.makeStream()
    let server = AdapterServer(MemorySubject()) { hears.yield($0) }
    var lines = heard.makeAsyncIterator()
    await #expect(throws: AdapterLine.Mistake.self) { try await server.hear(Array("{}".utf8)) }
    try await server.hear(Array(#"{"id":1,"do":"tokens"}"#.utf8))
    let answer = try #require(await lines.next())
    #expect(try AdapterLine(answer).names == ["error", "id"])
  }
}
