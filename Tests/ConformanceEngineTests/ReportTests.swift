import Foundation
import Testing

@testable import MessagingConformance

@Suite struct ReportTests {
  @Test func `every report is the same, whatever the order of the results`() throws {
    let (one, two) = (try ReportSamples.report(), try ReportSamples.report(shuffled: true))
    #expect(one.terminal() == two.terminal())
    #expect(one.jsonLines() == two.jsonLines())
    #expect(one.junit() == two.junit())
    #expect(one.html() == two.html())
  }

  @Test func `the terminal tells a failure once, with everything needed`() throws {
    let text = try ReportSamples.report().terminal()
    let failure = """

      FAIL memory::REPO-001/first
        timeline is wrong: \\u{1} & <more> "here"
        also: idle

        What was written MUST be read back, with <tags> & "quotes".
        Why: people trust what they see.
        If this fails: look at the write.

        REPO.md:15
            receive s7@10 "a"
            -- the same again
            receive s7@10 "a"
          > ? timeline = s7 s8

        - expected  + actual
            … (2 unchanged)
          - s8
          + "\\u{0}<b>\\u{202e}"
        seed 7

        replay: messaging-conformance run --select 'REPO-001/first'


      """
    #expect(text.contains(failure), "\(text)")
    #expect(text.contains("WARN memory::REPO-002/one\n  slow\n"))
  }

  @Test func `the summary is in words`() throws {
    let text = try ReportSamples.report().terminal()
    let summary = """
      memory (minimal) does not conform.
        MUST: 0 of 2 hold, 1 violated, 1 not supported
        SHOULD: 0 of 1 hold, 1 violated
        not supported: 1 case (needs media)
        untested by the Spec: 1 requirement
      sqlite (full) conforms.
        MUST: 2 of 2 hold
        SHOULD: 1 of 1 hold
        untested by the Spec: 1 requirement

      10 cases of 10 planned; the whole suite
      suite 0.1, spec 0.1, seed 17, debug build
      13 steps

      """
    #expect(text.hasSuffix(summary), "\(text)")
    #expect(!text.contains("%"))
  }

  @Test func `colours add no text`() throws {
    let report = try ReportSamples.report()
    let colored = report.terminal(style: .colored)
    #expect(colored.contains("\u{1B}[31m"))
    var plain = colored
    while let start = plain.range(of: "\u{1B}["),
      let end = plain.range(of: "m", range: start.upperBound..<plain.endIndex)
    {
      plain.removeSubrange(start.lowerBound..<end.upperBound)
    }
    #expect(plain == report.terminal())
  }

  @Test func `the time a run took is only told when given`() throws {
    let report = try ReportSamples.report()
    #expect(report.terminal(elapsed: .milliseconds(20)).contains("20 ms, 500 cases per second"))
    #expect(!report.terminal().contains("per second"))
  }

  @Test func `each JSON line is an object, from header to footer`() throws {
    let report = try ReportSamples.report()
    let lines = report.jsonLines().split(separator: "\n")
    let records = try lines.map { line in
      try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
    #expect(records.first?["schema"] as? String == "messaging-conformance.report/1")
    #expect(records.last?["verdict"] as? String == "violated")
    #expect(records.last?["complete"] as? Bool == true)
    let kinds = records.compactMap { $0["record"] as? String }
    #expect(kinds.count { $0 == "case" } == 10)
    #expect(kinds.count { $0 == "requirement" } == 4)
    let failing = try #require(records.first { $0["outcome"] as? String == "fail" })
    #expect(failing["actual"] as? [String] == ["s6", "s7", "\"\u{0}<b>\u{202E}\""])
    #expect(failing["failing"] as? Int == 3)
  }

  @Test func `JUnit is well formed and counts right`() throws {
    let document = try ParsedMarkup(try ReportSamples.report().junit())
    let root = try #require(document.elements.first)
    #expect(root.name == "testsuites")
    #expect(root.attributes["tests"] == "10")
    #expect(root.attributes["failures"] == "2")
    #expect(root.attributes["skipped"] == "1")
    #expect(document.elements.count { $0.name == "testcase" } == 10)
    #expect(document.elements.count { $0.name == "testsuite" } == 4)
    let failure = try #require(document.elements.first { $0.name == "failure" })
    #expect(failure.attributes["message"] == "timeline is wrong: \\u{1} & <more> \"here\"")
    #expect(document.elements.count { $0.name == "system-out" } == 1)
  }

  @Test func `a wrong list fails in JUnit too`() throws {
    let report = Report(
      header: ReportHeader(suite: "0.1", spec: "0.1", seed: 1), subjects: [], requirements: [],
      results: [], problems: [Diagnostic(FileLine(file: "known.txt", line: 3), "no \"case\"")])
    let document = try ParsedMarkup(report.junit())
    #expect(document.elements.first?.attributes["failures"] == "1")
    #expect(
      document.elements.first { $0.name == "failure" }?.attributes["message"] == "no \"case\"")
  }

  @Test func `the page is well formed, stands alone and links inside itself`() throws {
    let page = try ReportSamples.report().html()
    let document = try ParsedMarkup(page)
    #expect(!document.elements.contains { ["link", "img", "iframe"].contains($0.name) })
    #expect(document.elements.allSatisfy { $0.attributes["src"] == nil })
    #expect(document.elements.count { $0.name == "script" } == 1)
    #expect(!page.contains("http"))
    #expect(!page.contains("@import"))
    #expect(!page.contains("url("))
    let ids = document.elements.compactMap { $0.attributes["id"] }
    #expect(Set(ids).count == ids.count)
    let links = document.elements.compactMap { $0.attributes["href"] }
    #expect(links.allSatisfy { $0.hasPrefix("#") && ids.contains(String($0.dropFirst())) })
    #expect(links.contains("#failure-memory-REPO-001"))
  }

  @Test func `the page tells prose beside the outcome`() throws {
    let page = try ReportSamples.report().html()
    #expect(page.contains("1 of 2 subjects conform"))
    #expect(page.contains("What was written <strong>MUST</strong> be read back, with &lt;tags&gt;"))
    #expect(page.contains(#"<span class="chip fail">✗ violated</span>"#))
    #expect(page.contains(#"<span class="line failing"><i class="number">15</i>? timeline"#))
    #expect(page.contains("<b>Untested:</b> needs two machines"))
    #expect(page.contains("prefers-color-scheme: dark"))
  }

  @Test func `each row has a link to its own place`() throws {
    let page = try ReportSamples.report().html()
    #expect(
      page.contains(
        ##"<a class="permalink" href="#REPO-001">REPO-001<span aria-hidden="true">#</span></a>"##))
    #expect(page.contains(##"<tr id="REPO-001" data-outcomes="fail pass">"##))
  }

  @Test func `a failure says why the rule is there`() throws {
    let report = try ReportSamples.report()
    #expect(report.html().contains("<b>Why:</b> people trust what they see."))
    #expect(report.terminal().contains("  Why: people trust what they see.\n  If this fails:"))
  }

  @Test func `what was not run has no row, and the page says so`() throws {
    let report = try ReportSamples.report { $0.requirement == "GAP-001" ? .notRun : nil }
    let page = report.html()
    #expect(!page.contains("id=\"GAP\""))
    #expect(!page.contains("GAP-001"))
    #expect(report.leftOut == "Not run, and left out: GAP")
    let part = try ReportSamples.report { $0.requirement == "REPO-002" ? .notRun : nil }
    #expect(part.leftOut == "Not run, and left out: 1 requirement of the areas below")
    #expect(part.html().contains("id=\"REPO-003\""), "what the Spec leaves untested stays")
  }

  @Test func `an area in which nothing is to be done is folded`() throws {
    let page = try ReportSamples.report().html()
    #expect(page.contains(#"<details class="area" id="REPO" open="open">"#))
    #expect(page.contains(#"<details class="area" id="GAP">"#))
  }

  @Test func `times are told where somebody measured`() throws {
    var report = try ReportSamples.report()
    #expect(!report.html().contains("Where the time went"))
    report = try ReportSamples.report(elapsed: .milliseconds(1250))
    let page = report.html()
    #expect(page.contains("Where the time went"))
    // Three of its five cases are of REPO-001.
    #expect(page.contains("1 of 3 cases, 3.7 s"))
    #expect(ReportWording.time(.milliseconds(999)) == "999 ms")
    #expect(ReportWording.time(.milliseconds(1999)) == "1.9 s")
  }

  @Test func `prose becomes markup`() {
    #expect(
      Markup.prose("**Now** it MUST NOT be `a < b`, see [there](x.md#y) & **end**")
        == "<b>Now</b> it <strong>MUST</strong> <strong>NOT</strong> be <code>a &lt; b</code>,"
        + " see there &amp; <b>end</b>")
  }

  @Test func `a long script loses its middle and keeps the failing line`() {
    var failure = Failure()
    failure.script = (1...40).map { BlockLine(number: $0, text: "\($0)") }
    failure.failingIndex = 29
    let shown = failure.excerpt(linesMax: 12).map { $0?.index }
    #expect(shown == [0, 1, 2, 3, nil, 22, 23, 24, 25, 26, 27, 28, 29, nil])
    failure.failingIndex = 1
    #expect(failure.excerpt(linesMax: 6).map { $0?.index } == [0, 1, 2, 3, 4, 5, nil])
    #expect(failure.excerpt(linesMax: 40).count == 40)
  }

  @Test func `progress is shown on a terminal only`() {
    var silent = ProgressLine(isTerminal: false)
    #expect(silent.update(done: 1, planned: 2, bad: 0, current: "a") == "")
    #expect(silent.finish() == "")
    var line = ProgressLine(isTerminal: true, columns: 24)
    #expect(line.update(done: 1, planned: 2, bad: 0, current: "a") == "\r\u{1B}[K1/2  a")
    #expect(line.update(done: 1, planned: 2, bad: 0, current: "a") == "")
    let long = line.update(done: 2, planned: 2, bad: 1, current: String(repeating: "x", count: 50))
    #expect(long == "\r\u{1B}[K2/2, 1 bad  xxxxxxxxxxx")
    #expect(line.finish() == "\r\u{1B}[K")
    #expect(line.finish() == "")
  }
}
