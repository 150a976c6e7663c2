import MessagingModel
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
      send o5:40
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
      release
      coast 40
      rest
      echo 41
      jump m4 ifNeeded place=12
      end
      reopen
      & rows m1:60
      ? saved = m4 -20 or none
      ? needs-newest != yes
      """
    #expect(ScrollSamples.problems(everything) == [])
  }

  @Test(arguments: [
    ("", "nothing opens; write: rows m1:60 m2:40"),
    ("rows m1:60", "the frame comes first; write: viewport 320x600"),
    ("viewport 320\nrows", "'320' is no size; write 320x600"),
    ("viewport 1x1\nrows m1", "'m1' has no height; write m4:60, or m4~60 for an estimate"),
    ("viewport 1x1\nrows m1:60\nrows m2:60", "the list is open; write 'replace', or 'reopen' and"),
    ("viewport 1x1\nrows\nresize m1:4 cause=new", "unknown cause 'new'; known: measured grouping"),
    ("viewport 1x1\nrows\ninsert m1:4", "'insert' wants a place: before=m3, after=m3 or at=#3"),
    ("viewport 1x1\nrows\n? offset 4", "the expectation compares with nothing; write one of: = !="),
    ("viewport 1x1\nrows\n? top = 4", "unknown row '='; known: m1 o1 day1 gap1 divider typing"),
    ("viewport 1x1\nrows\n? ofset = 4", "unknown observable 'ofset'; known: offset published top"),
    ("viewport 1x1\nrows\nscrol 4", "unknown step 'scrol'; known: options viewport rows prepend"),
    ("viewport 1x1\nrows\nscroll", "'' is not a length; write 40, 12.5, -20, nan or inf"),
    ("viewport 1x1\nrows\ntouch m1", "'touch' does not take 'm1'"),
    ("viewport 1x1\nrows\n& touch", "'touch' is nothing that joins a transaction"),
    ("viewport 1x1\nrows\ntouch\n& newer no", "'& ' joins the change in the line above; there is"),
    ("viewport 1x1\nrows\noptions scale=2", "'options' stands in the first line"),
    ("options speed=2\nviewport 1x1\nrows", "unknown option 'speed=2'; known: enter exit button"),
  ])
  func `what is wrong is told with what would be right`(text: String, message: String) {
    let problems = ScrollSamples.problems(text.isEmpty ? "-- nothing" : text)
    #expect(problems.count == 1, "\(problems)")
    #expect(problems.first?.dropFirst(3).hasPrefix(message) ?? false, "\(problems)")
  }

  @Test func `every example of the grammar page is well written`() {
    let words = ScrollScript.grammar.sections.flatMap(\.words)
    #expect(words.count > 40)
    for word in words {
      var lines = [word.example]
      if !word.example.hasPrefix("options") { lines.insert("viewport 1x1\nrows", at: 0) }
      if word.example.hasPrefix("options") { lines.append("viewport 1x1\nrows") }
      if word.usage.hasPrefix("viewport") || word.usage.hasPrefix("rows") {
        lines = ["viewport 320x600", "rows day1:30 m1:60 o2:120 m3~80"]
      }
      #expect(ScrollSamples.problems(lines.joined(separator: "\n")) == [], "\(word.example)")
    }
  }

  @Test func `the Spec's reader tells the line of the file`() {
    let text = SpecSamples.requirement(
      id: "SCROLL-001", evidence: "```scroll one\nviewport 1x1\nrows\njump m1 middle\n```")
    #expect(
      SpecSamples.diagnostics(text) == [
        "bad.md:14: error: unknown alignment 'middle'; known: top center bottom ifNeeded"
      ])
  }

  @Test func `a kind of block belongs in the areas of its role`() {
    let wrong = SpecSamples.requirement(evidence: "```scroll one\nviewport 1x1\nrows\n```")
    #expect(
      SpecSamples.diagnostics(wrong) == [
        "bad.md:11: error: a scroll block does not belong in REPO; "
          + "known there: scenario property crash check"
      ])
  }

  @Test func `lines that are joined are one transaction, in the coordinates of the role`() throws {
    var mirror = ScrollMirror()
    mirror.rows = try ["m1:10", "m2:20", "m3:30", "m4:40"].map(ScrollWords.sized)
    var draft = ScrollDraft(mirror)
    let lines = [
      "remove m1", "prepend m8:5 m9:6", "move m2 after=m4", "arrive m7:7",
      "resize m3:33 cause=grouping",
    ]
    for line in lines {
      var words = ScrollWords(line[...])
      let change = try words.change(words.verb)
      try draft.apply(try #require(change))
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
    mirror.rows = try ["m1:10", "m2:20.5"].map(ScrollWords.sized)
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
