import MessagingConformance
import Testing

@Suite struct WorldShrinkerTests {
  @Test func `leaves the steps that the failure needs, in their order`() async {
    let needed = [3, 17, 31]
    let outcome = await Shrinker<Int>().shrink(Array(0..<40)) { steps in
      needed.allSatisfy(steps.contains)
    }
    #expect(outcome.steps == needed)
    #expect(outcome.ending == .minimal)
    #expect(outcome.evaluations < 120)
  }

  @Test func `makes the steps that are left as simple as they can be`() async {
    let shrinker = Shrinker<Int>(simplify: { $0 > 0 ? [$0 / 2, $0 - 1] : [] })
    let outcome = await shrinker.shrink([5, 900, 8, 77]) { steps in
      steps.contains { $0 >= 10 }
    }
    #expect(outcome.steps == [10])
    #expect(outcome.ending == .minimal)
  }

  @Test func `a simpler step may let another one go`() async {
    // Fails while the sum is odd: 5 and 2 are needed by nobody once 5 became 1.
    let shrinker = Shrinker<Int>(simplify: { $0 > 1 ? [1] : [] })
    let outcome = await shrinker.shrink([2, 5, 2]) { $0.reduce(0, +) % 2 == 1 }
    #expect(outcome.steps == [1])
  }

  @Test func `ends when nothing is left to take away`() async {
    let always = await Shrinker<Int>().shrink([1, 2, 3, 4, 5]) { _ in true }
    #expect(always.steps == [])
    let whole = await Shrinker<Int>().shrink([1, 2, 3, 4, 5]) { $0.count == 5 }
    #expect(whole.steps == [1, 2, 3, 4, 5])
    #expect(whole.ending == .minimal)
    let empty = await Shrinker<Int>().shrink([]) { _ in true }
    #expect(empty.steps == [])
    #expect(empty.evaluations == 1)
  }

  @Test func `asks no more often than it may and keeps what it found`() async {
    var asked = 0
    let outcome = await Shrinker<Int>(evaluationsMax: 4).shrink(Array(0..<64)) { steps in
      asked += 1
      return steps.contains(63)
    }
    #expect(asked == 4)
    #expect(outcome.evaluations == 4)
    #expect(outcome.ending == .limitReached)
    #expect(outcome.steps == Array(48..<64))
  }

  @Test func `says when the failure did not come back`() async {
    let outcome = await Shrinker<Int>().shrink([1, 2]) { _ in false }
    #expect(outcome.ending == .notReproduced)
    #expect(outcome.steps == [1, 2])
    #expect(outcome.evaluations == 1)
  }

  @Test func `a walk in circles ends at the limit`() async {
    let shrinker = Shrinker<Int>(evaluationsMax: 50, simplify: { [1 - $0] })
    let outcome = await shrinker.shrink([0]) { $0.count == 1 }
    #expect(outcome.ending == .limitReached)
    #expect(outcome.evaluations == 50)
  }

  @Test func `the same question gives the same answer`() async {
    let shrinker = Shrinker<Int>(simplify: { $0 > 0 ? [0, $0 - 1] : [] })
    var random = SeededRandom(seed: 5)
    let steps = (0..<40).map { _ in random.below(50) }
    let first = await shrinker.shrink(steps) { $0.filter { $0 > 30 }.count >= 2 }
    let second = await shrinker.shrink(steps) { $0.filter { $0 > 30 }.count >= 2 }
    #expect(first.steps == [31, 31])
    #expect(second.steps == first.steps)
    #expect(second.evaluations == first.evaluations)
  }
}
