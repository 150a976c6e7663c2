import Foundation
import MessagingCore
import Testing

@testable import MessagingConformance

/// Programs that are no good adapters: what becomes of the case, in words.
struct BrokenAdapterTests {
  private static let hello =
    #"read l; echo '{"id":1,"hello":{"version":1,"name":"broken"}}'; "#
  private static let open = #"read l; echo '{"id":2}'; "#

  @Test func `a program that ends is the verdict of its case, with its last words`() async throws {
    let result = try await result(of: Self.hello + "read l; echo 'no such table' >&2; exit 7")
    #expect(result.outcome == .error)
    #expect(result.message == "the adapter ended with status 7 in request 2 ('open')")
    #expect(result.failure?.notes == ["stderr: no such table"])
    #expect(result.failure?.replay?.contains("--command 'read l; echo '\\''{") ?? false)
  }

  @Test func `a program that does not answer is stuck`() async throws {
    let result = try await result(of: Self.hello + "sleep 600", timeLimit: .milliseconds(300))
    #expect(
      result.message
        == "slow or stuck: the adapter did not answer request 2 ('open') within 0.3 s")
    #expect(result.interruption == .stuck)
  }

  @Test func `a program that is killed says by which signal`() async throws {
    let result = try await result(of: Self.hello + Self.open + "read l; kill -SEGV $$")
    #expect(result.message == "the adapter was ended by signal 11 in request 3 ('apply')")
  }

  @Test func `a malformed line is named by its number, and not quoted`() async throws {
    let result = try await result(
      of: Self.hello + Self.open + #"read l; echo '{"id":3,"commit" "a secret"}'; cat"#)
    #expect(
      result.message
        == "line 3 of the adapter, 28 bytes: byte 17: expected a colon after the name "
        + "of a member")
  }

  @Test func `an answer to another request is no answer`() async throws {
    let result = try await result(of: Self.hello + #"read l; echo '{"id":1}'; cat"#)
    #expect(
      result.message.contains("expected the answer to request 2 ('open'), not one to request 1"))
  }

  @Test func `a value that is not what it should be is named with its place`() async throws {
    let result = try await result(
      of: Self.hello + Self.open
        + #"read l; echo '{"id":3,"commit":{"revision":"one","kinds":[]}}'; cat"#)
    #expect(result.message.contains("at commit.revision"), "\(result.message)")
  }

  @Test func `what people wrote is cut out of its last words`() async throws {
    let answers = #"""
      n=2; while read l; do n=$((n+1)); case "$l" in
      *'"text"'*) echo "in $l" >&2; exit 1;;
      *'"apply"'*) echo "{\"id\":$n,\"commit\":{\"revision\":1,\"kinds\":[]}}";;
      *) echo "{\"id\":$n,\"snapshot\":{\"revision\":1,\"older\":{\"end\":true},\"newer\":{\"end\":true},\"unread\":{\"count\":0},\"found\":true}}";;
      esac; done
      """#
    let result = try await result(
      of: Self.hello + Self.open + answers, selecting: "ORDER-001/server-time-first")
    let words = result.failure?.notes.joined() ?? ""
    #expect(words.contains("in {") && words.contains("…") && !words.contains("taken"), "\(words)")
  }

  @Test func `a program that claims what there is not is one error`() async throws {
    let claim =
      #"read l; echo '{"id":1,"hello":{"version":1,"name":"a","capabilities":["speed"]}}'"#
    let error = await #expect(throws: AdapterTrouble.self) {
      _ = try await CommandSubject(command: claim)
    }
    #expect(error?.description.contains("a known capability, not 'speed'") ?? false)
  }

  /// The first case of a rule that such a program gets.
  private func result(
    of command: String, timeLimit: Duration = .seconds(20), selecting: String = "ORDER-001"
  ) async throws -> CaseResult {
    let subject = try await CommandSubject(command: command, timeLimit: timeLimit)
    var options = RunOptions(selection: try Selection(selecting))
    options.replay = .command(command)
    let report = try await ConformanceRunner(spec: .bundled(), options: options).run([subject])
    return try #require(report.results.first { $0.outcome == .error })
  }
}
