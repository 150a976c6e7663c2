import BuiltInSubjects
import Foundation
import MessagingCore
import MessagingModel
import MessagingTimeline
import Testing

@testable import MessagingConformance

/// Programs in the roles scroll, window and sending that answer wrongly, end or hang: what becomes
/// of the case.
struct BrokenInstanceTests {
  struct Wrong: Sendable, CustomTestStringConvertible {
    let role: String
    let answer: String
    let said: String

    var testDescription: String { "\(role): \(said)" }
  }

  private static let scroll = #""offset":0,"publishedOffset":0,"unread":0,"distanceFromEnd":0,"#
  private static let scrollRest = #""contentHeight":0,"lead":0,"owed":0"#

  static let wrong = [
    Wrong(role: "scroll", answer: #""state":{"offset":"far"}"#, said: "a number at state.offset"),
    Wrong(role: "scroll", answer: #""state":{"offset":1e999}"#, said: "a number at state.offset"),
    Wrong(
      role: "scroll", answer: #""state":{\#(scroll)"contentHeight":0}"#,
      said: "member \"lead\" at state"),
    Wrong(
      role: "scroll", answer: #""state":{\#(scroll)\#(scrollRest),"speed":1}"#, said: "'}' at state"
    ),
    Wrong(
      role: "scroll", answer: #""state":{"anchor":"m4",\#(scroll)\#(scrollRest)}"#,
      said: "the name of a row at state.anchor"),
    Wrong(
      role: "scroll", answer: #""outcome":{}"#, said: "\"state\" beside \"id\", found id outcome"),
    Wrong(
      role: "scroll", answer: #""error":{"code":"storage","context":"what?"}"#,
      said: "\"state\" beside \"id\", found error id"),
    Wrong(
      role: "window", answer: #""state":{"older":{"more":true}}"#, said: "member \"newer\" at state"
    ),
    Wrong(role: "window", answer: #""state":[]"#, said: "'{' at state"),
    Wrong(
      role: "sending", answer: #""state":{"deadline":1.5}"#, said: "'}' at state.deadline"),
    Wrong(role: "sending", answer: #""deadline":15"#, said: "found deadline id"),
  ]

  private static let cases = [
    "scroll": "SCROLL-002/older-page", "window": "WINDOW-017/whatever-happens",
    "sending": "SEND-022/three-days",
  ]

  private static func hello(_ role: String) -> String {
    #"read l; echo '{"id":1,"hello":{"version":1,"name":"pure","roles":["\#(role)"]}}'; "#
  }

  @Test(arguments: wrong)
  func `an answer that is none is the verdict of its case`(_ wrong: Wrong) async throws {
    let results = try await results(
      of: Self.hello(wrong.role) + "read l; echo '{\"id\":2,\(wrong.answer)}'; cat", wrong.role)
    #expect(results.map(\.outcome) == [.error])
    #expect(results[0].message.hasPrefix("line 2 of the adapter: "), "\(results[0].message)")
    #expect(results[0].message.contains(wrong.said), "\(results[0].message)")
  }

  @Test(arguments: ["scroll", "window", "sending"])
  func `a program that ends or hangs is the verdict of its case`(_ role: String) async throws {
    let ended = try await results(
      of: Self.hello(role) + "read l; echo 'no such row' >&2; exit 7", role)
    #expect(ended.map(\.message) == ["the adapter ended with status 7 in request 2 ('new')"])
    #expect(ended[0].failure?.notes == ["stderr: no such row"])
    let killed = try await results(of: Self.hello(role) + "read l; kill -SEGV $$", role)
    #expect(killed.map(\.message) == ["the adapter was ended by signal 11 in request 2 ('new')"])
    let stuck = try await results(
      of: Self.hello(role) + "sleep 600", role, timeLimit: .milliseconds(300))
    #expect(
      stuck.map(\.message) == [
        "slow or stuck: the adapter did not answer request 2 ('new') within 0.3 s"
      ])
    #expect(stuck[0].interruption == .stuck)
  }

  @Test func `what is wrong with an outcome is named with its place`() async throws {
    let subject = try await ServedPeer.subject(
      ModelSubject(), bend: { $0.replacing(#""purpose":"initial""#, with: #""purpose":"first""#) })
    let options = RunOptions(selection: try Selection("WINDOW-001"))
    let report = try await ConformanceRunner(spec: .bundled(), options: options).run([subject])
    let results = report.results.filter { $0.outcome != .notRun }
    #expect(results.allSatisfy { $0.outcome == .error } && !results.isEmpty)
    let said = "at outcome.actions[0].read.purpose"
    #expect(results.allSatisfy { $0.message.contains(said) }, "\(results.map(\.message))")
  }

  @Test func `a request to a value that there is not has an error`() throws {
    let lines = Locked<[String]>([])
    let server = AdapterServer(ModelSubject()) { line in
      lines.withLock { $0.append(String(decoding: line, as: UTF8.self)) }
    }
    try server.hearPure(Array(#"{"id":1,"do":"frame","instance":7,"row":"start"}"#.utf8))
    try server.hearPure(Array(#"{"id":2,"do":"dance"}"#.utf8))
    #expect(
      lines.current == [
        #"{"id":1,"error":{"code":"storage","context":"no instance 7"}}"#,
        #"{"id":2,"error":{"code":"storage","context":"unknown request"}}"#,
      ])
  }

  /// The case that such a program gets in a role.
  private func results(
    of command: String, _ role: String, timeLimit: Duration = .seconds(20)
  ) async throws -> [CaseResult] {
    let subject = try await CommandSubject(command: command, timeLimit: timeLimit)
    let selection = try Selection(try #require(BrokenInstanceTests.cases[role]))
    let options = RunOptions(selection: selection, historiesMax: 1)
    let report = try await ConformanceRunner(spec: .bundled(), options: options).run([subject])
    return report.results.filter { $0.outcome != .notRun }
  }
}
