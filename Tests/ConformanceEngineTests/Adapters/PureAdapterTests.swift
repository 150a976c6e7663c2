import Foundation
import MessagingCore
import MessagingModel
import MessagingTimeline
import Testing

@testable import MessagingConformance

/// Programs that play a role without a store: what they may answer, and what becomes of the case.
struct PureAdapterTests {
  private static let hello =
    #"read l; echo '{"id":1,"hello":{"version":1,"name":"pure","roles":["diff"]}}'; "#

  @Test(arguments: [
    (#""diff":{"base":"one","target":2}"#, "a number at diff.base"),
    (#""diff":{"base":1}"#, "member \"target\" at diff"),
    (#""diff":{"base":1,"target":2,"speed":3}"#, "'}' at diff"),
    (#""diff":{"base":1,"target":2,"moves":[{"from":0}]}"#, "member \"to\" at diff.moves[0]"),
    (
      #""diff":{"base":1,"target":2,"inserts":[{"index":0,"item":{"row":"a","start":true}}]}"#,
      "a row with its own name"
    ),
    (#""diff":[]"#, "'{' at diff"),
    (#""timeline":{"version":2}"#, "\"diff\" beside \"id\", found id timeline"),
    (#""error":{"code":"bad-index"}"#, "\"diff\" beside \"id\", found error id"),
  ])
  func `an answer that is no diff is the verdict of its case`(
    _ answer: String, _ said: String
  ) async throws {
    let results = try await results(
      of: Self.hello + "read l; echo '{\"id\":2,\(answer)}'; cat", "DIFF-018/three-to-four")
    #expect(results.map(\.outcome) == [.error])
    #expect(results[0].message.hasPrefix("line 2 of the adapter: "), "\(results[0].message)")
    #expect(results[0].message.contains(said), "\(results[0].message)")
  }

  @Test func `a refusal has one of the codes of diffs`() async throws {
    let results = try await results(
      of: Self.hello + #"read l; echo '{"id":2,"error":{"code":"disk-full"}}'; cat"#,
      "DIFF-030/contradictions")
    #expect(results.map(\.outcome) == [.error])
    #expect(results[0].message.contains("an error with a known code; known: other-base"))
  }

  @Test func `a differ that ends or hangs is the verdict of its case`() async throws {
    let ended = try await results(
      of: Self.hello + "read l; echo 'no such row' >&2; exit 7", "DIFF-018/three-to-four")
    #expect(ended.map(\.message) == ["the adapter ended with status 7 in request 2 ('diff')"])
    #expect(ended[0].failure?.notes == ["stderr: no such row"])
    let stuck = try await results(
      of: Self.hello + "sleep 600", "DIFF-001/random-pairs", timeLimit: .milliseconds(300))
    #expect(
      stuck.map(\.message) == [
        "slow or stuck: the adapter did not answer request 2 ('diff') within 0.3 s"
      ])
    #expect(stuck[0].interruption == .stuck)
  }

  @Test func `a wrong diff is a violation`() async throws {
    let blind = #"""
      n=1; while read l; do n=$((n+1)); echo "{\"id\":$n,\"diff\":{\"target\":2, \"base\":1}}"; done
      """#
    let results = try await results(
      of: Self.hello + blind, "DIFF-001/same-rows-in-another-order,DIFF-004/nothing-happened")
    #expect(results.map(\.outcome) == [.fail, .pass])
  }

  @Test func `who plays one role is asked in that one`() async throws {
    let subject = try await CommandSubject(command: Self.hello + "cat")
    #expect(subject.roles == [.diff])
    let plan = CasePlan(try Spec.bundled().requirements, subject: subject)
    #expect(Set(plan.cases.map(\.id.requirement.area.code)) == ["DIFF"])
  }

  @Test func `every kind of row is the same after a way over a line`() throws {
    let place = ServerPosition(serverTime: 1, timestamp: 2, remoteID: "a:b")
    let day = CalendarDay(number: -3, zone: "Europe/Berlin")
    var row = DiffChecks.FieldChange.base(1)
    row.derived = DerivedContent(links: [0..<7, 9..<12], isSystem: true)
    row.grouping = Grouping(isFirst: false, isLast: true)
    let items = [
      TimelineItem(id: .message(row.message.id), content: .message(row)),
      TimelineItem(id: .day(day), content: .day(day)),
      TimelineItem(id: .unreadDivider, content: .unreadDivider),
      TimelineItem(id: .gap(after: place), content: .gap(Gap(after: place, before: nil))),
      TimelineItem(id: .gap(after: nil), content: .gap(Gap(after: nil, before: place))),
      TimelineItem(id: .start, content: .start),
      TimelineItem(id: .loadingOlder, content: .loading),
      TimelineItem(id: .loadingNewer, content: .loading),
      TimelineItem(id: .typing, content: .typing([])),
    ]
    let timeline = Timeline(version: 5, rows: items, reachesEnd: false)
    let form = TimelineForm(timeline).canonical
    #expect(try TimelineForm(canonical: form).timeline == timeline)
    // Sorted by name, as a library may write it.
    let parsed = try JSONSerialization.jsonObject(with: Data(form))
    let sorted = try JSONSerialization.data(withJSONObject: parsed, options: .sortedKeys)
    let read = try AdapterForm.read(TimelineForm.self, from: Array(sorted)[...], as: "timeline")
    #expect(read.timeline == timeline)
    #expect(Set(items.map { RowForm.name(of: $0.id) }).count == items.count)
  }

  @Test func `a list with a row twice is none`() {
    let text = #"{"version":1,"rows":[{"row":"start","start":true},{"row":"start","start":true}]}"#
    let error = #expect(throws: CanonicalError.self) {
      try TimelineForm(canonical: Array(text.utf8))
    }
    #expect(error?.expected == "no row twice")
  }

  @Test func `bytes that are no text go over a line as digits`() throws {
    let bytes: [UInt8] = [0, 0x7F, 0x80, 0xFF]
    #expect(String(decoding: HexForm(bytes).canonical, as: UTF8.self) == "\"007f80ff\"")
    #expect(try HexForm(canonical: Array("\"007F80ff\"".utf8)).bytes == bytes)
    for wrong in ["\"0\"", "\"0g\"", "1"] {
      #expect(throws: CanonicalError.self) { try HexForm(canonical: Array(wrong.utf8)) }
    }
  }

  /// The cases of a selection that such a program gets.
  private func results(
    of command: String, _ selection: String, timeLimit: Duration = .seconds(20)
  ) async throws -> [CaseResult] {
    let subject = try await CommandSubject(command: command, timeLimit: timeLimit)
    let options = RunOptions(selection: try Selection(selection))
    let report = try await ConformanceRunner(spec: .bundled(), options: options).run([subject])
    return report.results.filter { $0.outcome != .notRun }
  }
}
