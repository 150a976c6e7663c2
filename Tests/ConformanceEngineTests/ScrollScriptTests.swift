import MessagingModel
import MessagingTimeline
import Testing

@testable import MessagingConformance

/// The language of `scroll` blocks: what is read, what is refused, what it does.
@Suite struct ScrollScriptTests {
  private static let opening = "viewport 100x100\nrows m1:40 m2:40 m3:40 m4:40\n"

  @Test func `what is well written has no problems`() {
    #expect(ScrollSamples.problems(ScrollSamples.page) == [])
    let everything = """
      -- a comment
      options enter=5 exit=50 button=200 scale=3 write=no prefer=bottom restore=m4@7:-20 \
      fraction=0.5 pinned focus=m7
      viewport 320x600 top=44 bottom=50 gap=8 padding=10/10 align=top
      rows m1:60 o2:120 day1:30 gap1:20 divider:10 typing:20 start:5 loading~9 m3~80 m4@12:60
      append m10:40
      & newer no
      insert m11:50 before=m3
      & insert m12:50 after=m3
      post o5:40
      remove m2 #7
      move m4 before=m1
      move #3 at=#9
      resize m99:nan m4:80 cause=grouping
      inset bottom=inf
      size 600x320
      viewport 320x500 gap=-1
      replace
      touch
      drag -20.5
      lift
      coast 40
      rest
      report 41
      jump m4 ifNeeded position=12
      jump end
      open
      & rows m1:60
      ? saved = m4 -20 or none
      ? needs-newest != yes
      """
    #expect(ScrollSamples.problems(everything) == [])
  }

  @Test(arguments: [
    ("", "nothing opens; write: rows m1:60 m2:40"),
    ("rows m1:60", "the frame comes first; write: viewport 320x600"),
    ("viewport 320\nrows", "viewport: '320' is unexpected; usage: viewport [WxH]"),
    ("viewport\nrows", "viewport: give at least one argument"),
    ("viewport 1x1\nrows m1", "rows: 'm1' is unexpected; usage: rows [ROW:N…]"),
    ("viewport 1x1\nrows m1:60\nrows m2:60", "the list is open; write 'replace', or 'open' and"),
    (
      "viewport 1x1\nrows\nresize m1:4 cause=new",
      "resize: 'cause=' must be measured|grouping|content|width, not 'new'"
    ),
    ("viewport 1x1\nrows\ninsert m1:4", "insert: usage: insert ROW:N… before=ROW | insert"),
    ("viewport 1x1\nrows\n? offset", "the expectation has no comparison; write one of: = !="),
    ("viewport 1x1\nrows\n? top = 4", "top: ROW is missing; usage: ? top ROW"),
    (
      "viewport 1x1\nrows\n? ofset = 4",
      "unknown question 'ofset'; known: anchor approximate before"
    ),
    ("viewport 1x1\nrows\nscrol 4", "unknown step 'scrol'; known: append arrive coast drag"),
    ("viewport 1x1\nrows\nscroll", "scroll: LENGTH is missing; usage: scroll LENGTH"),
    ("viewport 1x1\nrows\ntouch m1", "touch: 'm1' is unexpected"),
    ("viewport 1x1\nrows\n& touch", "'touch' is nothing that joins a transaction"),
    ("viewport 1x1\nrows\ntouch\n& newer no", "'& ' joins the change in the line above; there is"),
    (
      "viewport 1x1\nrows\n? offset = 0\n& newer no",
      "'& ' joins the step in the line above, but there"
    ),
    ("viewport 1x1\nrows\noptions scale=2", "'options' stands in the first line"),
    (
      "options speed=2\nviewport 1x1\nrows",
      "options: unknown key 'speed'; known: button enter exit"
    ),
  ])
  func `what is wrong is told with what would be right`(text: String, message: String) {
    let problems = ScrollSamples.problems(text.isEmpty ? "-- nothing" : text)
    #expect(problems.count == 1, "\(problems)")
    #expect(problems.first?.dropFirst(3).hasPrefix(message) ?? false, "\(problems)")
  }

  private static func rows(_ words: String...) throws -> [ScrollRow] {
    try words.map { try #require(ScrollLanguage.sizedRow.read(.word($0))) }
  }

  @Test func `the Spec's reader tells the line of the file`() {
    let text = SpecSamples.requirement(
      id: "SCROLL-001", evidence: "```scroll one\nviewport 1x1\nrows\njump m1 middle\n```")
    #expect(
      SpecSamples.diagnostics(text) == [
        "bad.md:14: error: jump: usage: jump ROW top|center|bottom|ifNeeded [position=N] | jump end"
      ])
  }

  @Test func `a kind of block belongs in the areas of its role`() {
    let wrong = SpecSamples.requirement(evidence: "```scroll one\nviewport 1x1\nrows\n```")
    #expect(
      SpecSamples.diagnostics(wrong) == [
        "bad.md:11: error: a scroll block does not belong in REPO; "
          + "known there: scenario property crash failure check"
      ])
  }

  @Test func `lines that are joined are one transaction, in the coordinates of the role`() throws {
    var mirror = ScrollMirror()
    mirror.rows = try Self.rows("m1:10", "m2:20", "m3:30", "m4:40")
    var draft = ScrollDraft(mirror)
    let lines = [
      "remove m1", "prepend m8:5 m9:6", "move m2 after=m4", "arrive m7:7",
      "resize m3:33 cause=grouping",
    ]
    for line in lines {
      let step = try ScrollLanguage.language.line(line, at: 0)?.step
      try draft.apply(try #require(step))
    }
    let (transaction, after) = draft.finished()
    guard case .changes(let changes) = transaction.rows else {
      Issue.record("\(transaction.rows)")
      return
    }
    #expect(changes.deletes == [0])
    #expect(changes.inserts.map(\.index) == [0, 1, 5])
    #expect(changes.inserts.map(\.isNew) == [false, false, true])
    #expect(changes.moves == [TimelineDiff.Move(from: 1, to: 4)])
    #expect(after.rows.map { ScrollNames.name($0.id) } == ["m8", "m9", "m3", "m4", "m2", "m7"])
    #expect(after.rows.map(\.height) == [5, 6, 33, 40, 20, 7])
    #expect(changes.applied(to: mirror.rows) == after.rows)
  }

  @Test func `the harness works out where rows are by itself`() throws {
    var mirror = ScrollMirror()
    mirror.rows = try Self.rows("m1:10", "m2:20.5")
    mirror.geometry = ScrollGeometry(
      height: 100, topInset: 10, bottomInset: 5, gap: 4, topPadding: 3, bottomPadding: 2)
    // 3 + 10 + 4 + 20.5 + 2 = 39.5 of 85: 45.5 are left above.
    #expect(mirror.contentHeight == 7584)
    let second = try #require(ScrollNames.row("m2").flatMap { mirror.edges(of: $0) })
    #expect(ScrollPoints.text(units: second.top) == "62.5")
    #expect(ScrollPoints.text(units: second.bottom) == "83")
  }

  @Test(arguments: [
    (0.0, "0"), (12.5, "12.5"), (-20, "-20"), (1.0 / 3, "0.3333"), (-0.25, "-0.25"),
    (33.999, "34"), (.nan, "nan"), (.infinity, "inf"),
  ])
  func `lengths are written with as many decimals as they need`(length: Double, text: String) {
    #expect(ScrollPoints.text(length) == text)
    guard let units = ScrollPoints.units(length) else { return }
    #expect(Double(text).flatMap(ScrollPoints.units) == units)
  }
}
