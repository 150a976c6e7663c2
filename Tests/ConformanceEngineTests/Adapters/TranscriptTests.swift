import BuiltInSubjects
import Foundation
import MessagingCore
import MessagingModel
import Testing

@testable import MessagingConformance

/// The golden transcripts of the guide are what our own stores and our own pure parts say, and what
/// the suite says of those who answer wrongly.
struct TranscriptTests {
  @Test func `the transcript of the guide is what the store in memory says`() async throws {
    try await play("any-language.transcript", on: MemorySubject())
  }

  @Test(arguments: ["pure", "scroll", "window", "sending"])
  func `that of roles without a store is what our pure parts say`(_ name: String) async throws {
    try await play("any-language-\(name).transcript", on: ModelSubject())
  }

  @Test func `what was answered before a kill is there afterwards`() async throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "transcript-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await play("any-language-kill.transcript", on: SQLiteSubject(), in: folder.path)
  }

  @Test func `every transcript is played`() throws {
    let ours = ["", "-pure", "-scroll", "-window", "-sending", "-kill"]
    let played = ours + TranscriptTests.wrong.map { "-\($0)" }
    #expect(try Set(Transcript.names()) == Set(played.map { "any-language\($0).transcript" }))
  }

  @Test(arguments: ["scroll", "window", "sending"])
  func `its events are written exactly as the suite writes them`(_ role: String) throws {
    let lines = try Transcript("any-language-\(role).transcript").lines
    for line in lines where line.kind == .request {
      let request = try AdapterLine(Array(line.text.utf8))
      guard let event = request["event"].map({ Array($0) }) else { continue }
      switch role {
      case "scroll": #expect(try ScrollEventForm(canonical: event).canonical == event)
      case "window": #expect(try WindowEventForm(canonical: event).canonical == event)
      default: #expect(try SendEventForm(canonical: event).canonical == event)
      }
    }
  }

  // MARK: Wrong answers

  private static let wrong = ["error", "violation"]

  @Test(arguments: wrong)
  func `a wrong answer is the verdict that the transcript says`(_ name: String) async throws {
    let transcript = try Transcript("any-language-\(name).transcript")
    let heard = Locked<[String]>([])
    let subject = try await ServedPeer.scripted(
      transcript.lines.filter { $0.kind == .answer }.map(\.text)
    ) { line in heard.withLock { $0.append(line) } }
    let options = RunOptions(selection: try Selection(try #require(transcript.playedCase)))
    let report = try await ConformanceRunner(spec: .bundled(), options: options).run([subject])
    let results = report.results.filter { $0.outcome != .notRun }
    let verdicts = transcript.lines.filter { $0.kind == .verdict }.map(\.text)
    #expect(results.map { "\($0.outcome.rawValue): \($0.message)" } == verdicts)
    let requests = transcript.lines.filter { $0.kind == .request }.map(\.text)
    #expect(heard.current == requests)
  }

  // MARK: Playing

  private func play(
    _ file: String, on subject: any ConformanceSubject, in folder: String? = nil
  ) async throws {
    let (said, says) = AsyncStream<String>.makeStream()
    var lines = said.makeAsyncIterator()
    func begin() -> AdapterServer {
      AdapterServer(subject) { says.yield(String(decoding: $0, as: UTF8.self)) }
    }
    var server = begin()
    var wanted: [String] = []
    func compare() async {
      // An event may come before the answer or behind it.
      var found: [String] = []
      for _ in wanted { if let line = await lines.next() { found.append(line) } }
      #expect(Set(found) == Set(wanted))
      wanted = []
    }
    for line in try Transcript(file).lines {
      switch line.kind {
      case .request:
        await compare()
        let text = folder.map { line.text.replacing("/cases/1", with: $0) } ?? line.text
        try await server.hear(Array(text.utf8))
      case .answer: wanted.append(line.text)
      case .act:
        await compare()
        server = begin()
      case .verdict: Issue.record("there is no verdict on a server")
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
