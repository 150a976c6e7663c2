import SourceFaults
import Testing

@Suite("The list of equivalent faults")
struct EquivalentFaultsTests {
  private let list = """
    # notes are skipped
    A.swift boundary 2
    - b < c
    + b <= c
    because nothing is ever
    as long as that

    A.swift statement 1
    - g()
    + (nothing)
    because g does nothing yet
    """

  @Test("An entry is found by its text and number, whatever lines stand between")
  func found() throws {
    let equivalents = EquivalentFaults(list)
    #expect(equivalents.problems.isEmpty)
    for text in ["func f() { h(b < c, b < c) }", "func f() {\n\n\n  h(b < c,\n   b < c)\n}"] {
      let faults = FaultFinder.faults(in: "A.swift", text: text)
      let noted = faults.filter { equivalents.reason(for: $0.name) != nil }
      #expect(noted.map(\.name.ordinal) == [2])
      let fault = try #require(noted.first)
      #expect(equivalents.reason(for: fault.name) == "nothing is ever as long as that")
    }
  }

  @Test("An entry without its fault is stale")
  func stale() {
    let faults = FaultFinder.faults(in: "A.swift", text: "func f() { h(b < c, b < d); g() }")
    let stale = EquivalentFaults(list).stale(among: Set(faults.map(\.name)))
    #expect(stale.map(\.line) == [2])
  }

  @Test(
    "What cannot be read is told with its line",
    arguments: [
      "A.swift boundary\n- a\n+ b\nbecause c", "A.swift nonsense 1\n- a\n+ b\nbecause c",
      "A.swift boundary 1\n- a\n+ b", "A.swift boundary 1\n- a\n+ b\nno reason",
    ])
  func malformed(_ text: String) {
    let equivalents = EquivalentFaults("# note\n" + text)
    #expect(equivalents.entries.isEmpty)
    #expect(equivalents.problems.first?.hasPrefix("equivalent-faults.txt:2: ") == true)
  }

  @Test("An entry that stands twice is told")
  func twice() {
    let entry = "A.swift boundary 1\n- a\n+ b\nbecause c\n\n"
    #expect(EquivalentFaults(entry + entry).problems.count == 1)
  }

  @Test("What a fault writes for the list is read back")
  func written() throws {
    let fault = try #require(
      FaultFinder.faults(in: "A.swift", text: "func f() { g() }").first)
    let read = EquivalentFaults(fault.listEntry.replacing("…", with: "it does nothing"))
    #expect(read.entries.map(\.name) == [fault.name])
  }
}
