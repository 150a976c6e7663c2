import SourceFaults
import Testing

/// The faults of a text, as `kind: original → faulty`.
private func faults(_ text: String, index: SourceIndex = SourceIndex()) -> Set<String> {
  Set(
    FaultFinder.faults(in: "A.swift", text: text, index: index).map { fault in
      "\(fault.name.kind.rawValue): \(fault.name.original) → \(fault.name.faulty)"
    })
}

@Suite("Where faults can be planted")
struct FaultFinderTests {
  @Test("An operator becomes its neighbour and its opposite")
  func operators() {
    #expect(
      faults("let a = b < c") == ["boundary: b < c → b <= c", "comparison: b < c → b >= c"])
    #expect(faults("let a = b == c") == ["equality: b == c → b != c"])
    #expect(
      faults("let a = b - c") == ["arithmetic: b - c → b + c", "operand: b - c → b"])
    #expect(faults("func f() { a += b }").contains("arithmetic: a += b → a -= b"))
    #expect(faults("let a = b..<c") == ["boundary: b..<c → b...c"])
  }

  @Test("An operand of a connective is left out, a default taken always")
  func operands() {
    #expect(
      faults("let a = b && c") == [
        "connective: b && c → b || c", "operand: b && c → b", "operand: b && c → c",
      ])
    #expect(faults("let a = b ?? c") == ["operand: b ?? c → c"])
  }

  @Test("A condition says the opposite, always holds, or never")
  func conditions() {
    let found = faults("func f() { if isOpen { g() } }")
    #expect(found.contains("negation: isOpen → !(isOpen)"))
    #expect(found.contains("always: isOpen → true"))
    #expect(found.contains("never: isOpen → false"))
    #expect(faults("let a = !b") == ["negation: !b → b"])
  }

  @Test("A condition that binds can only fail; a loop is not made endless")
  func bindings() {
    let found = faults("func f() { guard let a = b else { return } }")
    #expect(found.contains("never: let a = b → let a = b, false"))
    #expect(!faults("func f() { while isOpen { g() } }").contains("always: isOpen → true"))
  }

  @Test("Statements are dropped, those that give the value of a function are not")
  func statements() {
    #expect(faults("func f() { a(); b() }").contains("statement: b() → "))
    #expect(faults("func f() { if c { return } }").contains("statement: return → "))
    #expect(faults("func f() -> Int { g() }").isEmpty)
    #expect(!faults("func f() { guard c else { return } }").contains("statement: return → "))
    // Each case of a switch has to give the value.
    #expect(
      !faults("func f() -> Int { switch a { case .b: return c; case .d: g(); return e } }")
        .contains("statement: return c → "))
    // A `break` that only says that nothing is done.
    #expect(!faults("func f() { switch a { case .b: break } }").contains("statement: break → "))
    #expect(!faults("struct A { init() { a = 1 } }").contains("statement: a = 1 → "))
    // A `defer` within an `if` runs at the end of the `if`.
    let deferred = faults("func f() { defer { g() }; h() }")
    #expect(deferred.contains("statement: g() → "))
    #expect(!deferred.contains("statement: defer { g() } → "))
  }

  @Test("A whole body is dropped: of a function, an else, a case")
  func bodies() {
    #expect(faults("func f() { let a = b; g(a) }").contains("body: let a = b; g(a) → "))
    let branch = "func f() { if c { g() } else { let a = b; h(a) } }"
    #expect(faults(branch).contains("body: let a = b; h(a) → "))
  }

  @Test("Numbers move by one, words become empty, texts for people stay")
  func values() {
    #expect(
      faults("let a = 20") == [
        "constant: 20 → 21", "constant: 20 → 19", "constant: 20 → 0",
      ])
    #expect(faults("let a = true") == ["boolean: true → false"])
    #expect(faults("let a = \"k1\"") == ["empty: \"k1\" → \"\""])
    #expect(faults("let a = \"to be read\"").isEmpty)
    #expect(faults("let a = [b]") == ["empty: [b] → []"])
    #expect(faults("func f() -> [Int] { g() }") == ["empty: g() → []"])
    #expect(faults("func f() -> Int? { g() }") == ["empty: g() → nil"])
    #expect(faults("let mask = 0xFF").isEmpty)
  }

  @Test("A name becomes its counterpart, on its own and called")
  func members() {
    #expect(faults("let a = b.first") == ["member: b.first → b.last"])
    #expect(faults("let a = b.first { $0.c }") == ["member: b.first { $0.c } → b.last { $0.c }"])
    #expect(faults("let a = min(b, c)") == ["member: min(b, c) → max(b, c)"])
  }

  @Test("Arguments change places where a function of the name takes one type twice")
  func arguments() {
    let index = SourceIndex(["func f(from a: Place, to b: Place, at c: Int) {}"])
    #expect(
      faults("let a = f(from: x, to: y, at: z)", index: index) == [
        "swap: f(from: x, to: y, at: z) → f(from: y, to: x, at: z)"
      ])
    #expect(faults("let a = f(from: x, to: x, at: z)", index: index).isEmpty)
    let fields = SourceIndex(["struct Gap { let after: Place?\n let before: Place? }"])
    #expect(
      faults("let a = Gap(after: x, before: y)", index: fields) == [
        "swap: Gap(after: x, before: y) → Gap(after: y, before: x)"
      ])
  }

  @Test("A case becomes another one of its enum; a pattern does not")
  func cases() {
    let index = SourceIndex(["enum Edge { case end, gap, more(Int) }"])
    #expect(faults("let a: Edge = .end", index: index) == ["enum-case: .end → .gap"])
    #expect(
      faults("func f() { switch a { case .end: g() } }", index: index)
        == ["statement: g() → ", "statement: switch a { case .end: g() } → "])
  }

  @Test("What is for people or for the compiler stays")
  func untouched() {
    #expect(faults("var description: String { \"a\" + b }").isEmpty)
    #expect(faults("func f() -> Int { precondition(a > 0); return b }").isEmpty)
    #expect(faults("enum A: Int { case b = 1 }").isEmpty)
    #expect(faults("@available(macOS 14, *) let a = b").isEmpty)
  }

  @Test("Equal texts are told apart by their number, whatever lines stand between")
  func ordinals() {
    let names = { (text: String) in
      FaultFinder.faults(in: "A.swift", text: text).map(\.name)
    }
    let close = names("let a = b == c\nlet d = b == c")
    #expect(close.map(\.ordinal) == [1, 2])
    #expect(names("let a = b == c\n\n// more\nlet d = b == c") == close)
  }

  @Test("What is made once in a process says so")
  func runOnce() {
    let found = FaultFinder.faults(
      in: "A.swift", text: "enum A { static let b = 1\n static var c: Int { 1 } }")
    #expect(Set(found.filter { $0.line == 1 }.map(\.isRunOnce)) == [true])
    #expect(Set(found.filter { $0.line == 2 }.map(\.isRunOnce)) == [false])
  }
}
