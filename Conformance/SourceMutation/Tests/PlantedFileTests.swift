import SourceFaults
import Testing

@Suite("Faults behind a switch")
struct PlantedFileTests {
  private static let head = "public import MutationSwitch; "

  /// The text with the faults of some kinds planted.
  private func planted(_ text: String, _ kinds: FaultKind...) -> PlantedFile {
    let faults = FaultFinder.faults(in: "A.swift", text: text)
      .filter { kinds.contains($0.name.kind) }
    return PlantedFile(
      faults.enumerated().map { (number: $0.offset + 1, fault: $0.element) }, in: text)
  }

  @Test("Without faults a file only imports the switch")
  func none() {
    #expect(PlantedFile([], in: "let a = 1\n").text == Self.head + "let a = 1\n")
  }

  @Test("An expression and its fault stand in one choice")
  func expression() {
    #expect(
      planted("let a = b < c // so\n", .boundary).text
        == Self.head + "let a = (mutation_is(1) ? (b <= c) : (b < c)) // so\n")
  }

  @Test("A statement is left out, or another one runs")
  func statement() {
    let head = Self.head
    #expect(
      planted("func f() { g() }", .statement).text
        == head + "func f() { if !mutation_is(1) { g() } }")
    #expect(
      planted("func f() { a += b }", .arithmetic).text
        == head + "func f() { if mutation_is(1) { a -= b } else { a += b } }")
  }

  @Test("A condition that binds gets one more")
  func condition() {
    #expect(
      planted("func f() { if let a = b { g() } }", .never).text
        == Self.head + "func f() { if let a = b, !mutation_is(1) { g() } }")
  }

  @Test(
    "The right text of an outer fault holds the switch of the inner one, its faulty text does not")
  func nested() {
    #expect(
      planted("let a = b + 1 == c", .equality, .constant).text
        == Self.head + "let a = (mutation_is(1) ? (b + 1 != c) : "
        + "(b + (mutation_is(2) ? (2) : ((mutation_is(3) ? (0) : (1)))) == c))")
  }

  @Test("An error of the compiler names the innermost fault around it")
  func culprits() {
    let text = "let x = 0\nlet a = b + 1 == c\n\n\nlet d = 2\n"
    let file = planted(text, .equality, .boolean, .constant)
    let line = file.text.split(separator: "\n", omittingEmptySubsequences: false)[1]
    let inner = line.utf8.count - "2) : (1)))) == c))".utf8.count
    #expect(file.faults(line: 2, column: inner).count == 1)
    #expect(file.faults(line: 2, column: 9) == [2])
    // The first column is before all switches of the line: any of them may be meant.
    #expect(Set(file.faults(line: 2, column: 1)).isSuperset(of: [2]))
    // A line without one: the nearest.
    #expect(file.faults(line: 4, column: 1).count == 1)
    #expect(file.faults(line: 99, column: 1).isEmpty)
  }
}

@Suite("Drawing faults")
struct FaultSampleTests {
  private let text = (1...40).map { "let a\($0) = b\($0) < \($0)" }.joined(separator: "\n")

  private func names(_ text: String, seed: UInt64) -> [Fault.Name] {
    FaultSample(seed: seed).order(FaultFinder.faults(in: "A.swift", text: text)).map(\.name)
  }

  @Test("One seed draws the same, another one others")
  func seeds() {
    #expect(names(text, seed: 7) == names(text, seed: 7))
    #expect(names(text, seed: 7).prefix(20) != names(text, seed: 8).prefix(20))
  }

  @Test("Lines that move draw no others")
  func moved() {
    #expect(names("\n// a note\n" + text, seed: 7) == names(text, seed: 7))
  }

  @Test("Each line is drawn once before any is drawn twice")
  func lines() {
    let faults = FaultSample(seed: 7).order(FaultFinder.faults(in: "A.swift", text: text))
    #expect(Set(faults.prefix(40).map(\.line)).count == 40)
  }
}
