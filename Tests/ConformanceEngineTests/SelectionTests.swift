import Testing

@testable import MessagingConformance

@Suite struct SelectionTests {
  private func cases() throws -> [CaseID] {
    try ["REPO-001/a", "REPO-001/a@idle", "REPO-001/b", "REPO-002/a", "GAP-001/a"]
      .flatMap { [try ReportSamples.id($0), try ReportSamples.id($0, on: "sqlite")] }
  }

  @Test(arguments: [
    ("", 10), ("*", 10), ("REPO-*", 8), ("REPO-001", 6), ("REPO-001/a", 4), ("REPO-001/*@idle", 2),
    ("REPO-001/a@plain", 2), ("sqlite::*", 5), ("sqlite::REPO-001/*", 3), ("*/a@*", 8),
    ("GAP-*,REPO-002", 4), (" GAP-001 , REPO-002 ", 4), ("*::GAP-001", 2),
    ("REPO-001..REPO-002", 8), ("REPO-001..002", 8), ("REPO-002..REPO-009", 2),
    ("REPO-001..001", 6), ("REPO-001..009/a@idle", 2), ("sqlite::REPO-001..002,GAP-001..009", 6),
  ])
  func `a selection takes what its patterns match`(text: String, count: Int) throws {
    let selection = try Selection(text)
    let cases = try cases()
    try selection.check(against: cases)
    #expect(cases.count(where: selection.includes) == count)
    #expect(selection.isEverything == text.isEmpty)
  }

  @Test func `what is skipped is left out`() throws {
    let selection = try Selection("REPO-*", skip: "REPO-001")
    #expect(try cases().filter(selection.includes).map(\.scenario) == ["REPO-002/a", "REPO-002/a"])
    #expect(selection.description == ["REPO-*", "not REPO-001"])
    #expect(!selection.isEverything)
  }

  @Test func `a range is left out with both its ends`() throws {
    let selection = try Selection("", skip: "REPO-001..REPO-002")
    #expect(try cases().filter(selection.includes).map(\.path) == ["GAP-001/a", "GAP-001/a"])
    #expect(selection.description == ["not REPO-001..REPO-002"])
  }

  @Test func `several texts add up`() throws {
    let selection = try Selection(["REPO-001/b", "GAP-*,REPO-002"], skip: ["GAP-001"])
    #expect(
      try cases().filter(selection.includes).map(\.path)
        == ["REPO-001/b", "REPO-001/b", "REPO-002/a", "REPO-002/a"])
  }

  @Test(arguments: [
    ("REPO", "'REPO': write REPO-* for the whole area"),
    ("REP-001", "'REP-001': unknown area 'REP'; known: ORDER REPO"),
    ("REPO-7", "'REPO-7': 'REPO-7' is not a requirement; write REPO-001"),
    (
      "REPO-02*",
      "'REPO-02*': 'REPO-02*' is not a requirement; write REPO-001..009 for several, REPO-* for all"
    ),
    ("REPO-001/a*", "'REPO-001/a*': '*' stands for a whole part, not for a piece of 'a*'"),
    ("REPO-001/a@late", "'REPO-001/a@late': unknown variant 'late'; known: plain restart"),
    ("REPO-001/", "'REPO-001/': a part of the pattern is empty"),
    ("::REPO-001", "'::REPO-001': a part of the pattern is empty"),
    ("REPO-004..REPO-001", "'REPO-004..REPO-001': a range begins with its smaller number"),
    ("REPO-004..001", "'REPO-004..001': a range begins with its smaller number"),
    ("REPO-001..GAP-004", "'REPO-001..GAP-004': a range stays in one area; write two patterns"),
    ("REPO-001..REP-004", "'REPO-001..REP-004': unknown area 'REP'; known: ORDER REPO"),
    ("REPO-001..4", "'REPO-001..4': 'REPO-4' is not a requirement; write REPO-001"),
    ("REPO-001..", "'REPO-001..': 'REPO-' is not a requirement; write REPO-001"),
    ("REPO-001..*", "'REPO-001..*': a range has two numbers; REPO-* is the whole area"),
    ("REPO-*..004", "'REPO-*..004': a range has two numbers; REPO-* is the whole area"),
  ])
  func `a malformed pattern says what to write`(text: String, expected: String) {
    #expect {
      try Selection(text)
    } throws: { error in
      "\(error)".hasPrefix(expected)
    }
  }

  @Test(arguments: [
    ("REPO-077", "'REPO-077': matches no case; REPO has 2 requirements, REPO-001 to REPO-002"),
    ("REPO-001/c", "'REPO-001/c': matches no case; blocks of REPO-001: a b; subjects: memory sq"),
    ("SEND-*", "'SEND-*': matches no case; areas with cases: REPO GAP"),
    ("REPO-001,SEND-001", "'SEND-001': matches no case"),
    (
      "REPO-003..REPO-009",
      "'REPO-003..REPO-009': matches no case; REPO has 2 requirements, REPO-001 to REPO-002"
    ),
  ])
  func `a pattern that matches nothing is an error`(text: String, expected: String) throws {
    let cases = try cases()
    #expect {
      try Selection(text).check(against: cases)
    } throws: { error in
      "\(error)".hasPrefix(expected)
    }
  }

  @Test func `a selection that leaves nothing is an error`() throws {
    let cases = try cases()
    #expect {
      try Selection("REPO-001", skip: "REPO-*").check(against: cases)
    } throws: { error in
      "\(error)" == "'REPO-001,not REPO-*': the selection leaves nothing to run"
    }
  }
}
