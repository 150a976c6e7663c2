import Foundation
import MessagingModel
import MessagingTimeline
import Testing

@testable import MessagingConformance

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// Playing `scroll` blocks, and drawing what happens.
@Suite struct ScrollPlayerTests {
  @Test func `a block that holds is played to its end`() async throws {
    let player = try await ScrollSamples.play(ScrollSamples.page)
    #expect(player.stepCount == 5)
    #expect(player.film.frames.count == 5)
    #expect(player.programmatic == 1)
    #expect(player.compensations == 1)
  }

  @Test func `the first line that does not hold is told with what is seen`() async throws {
    let violation = try #require(
      try await ScrollSamples.violation(ScrollSamples.page, .ignoresPrepends))
    #expect(violation.message == "top o2 is 126, expected 28 (+98)")
    #expect(violation.index == 5)
    #expect(violation.comparison == Comparison(expected: ["28"], actual: ["126"]))
    #expect(
      violation.notes == [
        "Seen after the step above: command none · offset 60 · anchor m1 · pinned no · unseen 0 · "
          + "distance 144."
      ])
    #expect(violation.picture?.contains("moved +98") ?? false)
  }

  @Test func `what is refused unasked does not hold; asked, it does`() async throws {
    let text = "viewport 100x100\nrows m1:40 m2:40\nresize m1:nan\n"
    #expect(
      try await ScrollSamples.violation(text)?.message == "'resize m1:nan' was refused: bad-length")
    let asked = try await ScrollSamples.play(
      text + "? offset = 0\n? error = bad-length\n? top m2 = 60")
    #expect(asked.mirror.rows.map(\.height) == [40, 40])
    #expect(
      try await ScrollSamples.violation(text + "? error = none")?.message
        == "error is bad-length, expected none")
  }

  @Test func `a step of several events tells all their commands`() async throws {
    let player = try await ScrollSamples.play(
      "viewport 100x100\nrows m1:80 m2:80\njump m2 top\n"
        + "? command = jump 80\n? writes = 80\njump end")
    #expect(player.command.text == "end 60")
    #expect(player.programmatic == 3)
  }

  @Test func `opening again begins with what was saved`() async throws {
    let text = "viewport 100x100\nrows m1:80 m2:80\nscroll 30\n? saved = m2 50\nopen\n"
    let player = try await ScrollSamples.play(text + "& rows m0:20 m1:80 m2:80\n? top m0 = -80")
    #expect(player.programmatic == 1)
  }

  @Test func `a report shows the script, the line and the drawing`() async throws {
    let spec = try ScrollSamples.spec(ScrollSamples.page)
    let report = try await ConformanceRunner(spec: spec).run([ScrollToy(fault: .ignoresPrepends)])
    let terminal = report.terminal()
    for line in [
      "FAIL toy::SCROLL-001/page", "  top o2 is 126, expected 28 (+98)", "  SCROLL.md:17",
      "    > ? top o2 = 28",
      "  replay: messaging-conformance run --subject toy --select 'SCROLL-001/page'",
      "toy (scroll) does not conform.",
    ] {
      #expect(terminal.contains(line + "\n"), "\(terminal)")
    }
    let page = report.html()
    #expect(page.contains("<figure class=\"picture\"><svg "))
    #expect(XMLParser(data: Data(page.utf8)).parse())
  }

  @Test func `the drawing is the same each time, and as it was`() async throws {
    let violation = try #require(
      try await ScrollSamples.violation(ScrollSamples.page, .ignoresPrepends))
    let picture = try #require(violation.picture)
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Golden/film.svg")
    #expect(try String(contentsOf: file, encoding: .utf8) == picture)
  }

  @Test func `a long film shows its ends and what is around the failure`() async throws {
    let opening = "viewport 100x100\nrows m1:80 m2:80\n"
    let steps = (0..<84).map { "scroll \($0)" }.joined(separator: "\n")
    let player = try await ScrollSamples.play(opening + steps)
    var film = player.film
    let whole = film.svg(title: "long")
    #expect(whole.count(of: "class=\"film-view\"") == 24)
    #expect(whole.contains(">61 panels</text>"))
    film = Film(frames: Array(film.frames.prefix(60)))
    film.violate("moved +1")
    film.frames += player.film.frames.suffix(25)
    let failed = film.svg(title: "failed")
    #expect(failed.count(of: "class=\"film-view") == 24)
    #expect(failed.contains(">60. scroll 58</text>"))
    #expect(failed.contains(">47 panels</text>"))
    #expect(failed.contains(">14 panels</text>"))
    #expect(XMLParser(data: Data(failed.utf8)).parse())
  }
}

extension String {
  fileprivate func count(of text: String) -> Int { components(separatedBy: text).count - 1 }
}
