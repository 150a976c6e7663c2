import MessagingModel
import Testing

import struct MessagingConformance.SeededRandom

private func place(_ number: Int) -> ServerPosition {
  ServerPosition(
    serverTime: Timestamp(milliseconds: Int64(number)),
    timestamp: Timestamp(milliseconds: -Int64(number)), remoteID: RemoteID("s\(9 - number % 10)"))
}

private func gap(_ after: Int?, _ before: Int?, _ token: GapToken? = nil) -> Gap {
  Gap(after: after.map(place), before: before.map(place), token: token)
}

private func complete() -> GapSet {
  var set = GapSet.everything
  set.close(from: nil, to: nil)
  return set
}

extension GapSet {
  fileprivate var extents: [Gap] { gaps.map { Gap(after: $0.after, before: $0.before) } }
}

extension GapOracle {
  fileprivate var extents: [Gap] { runs.map { gap($0.after, $0.before) } }
}

/// GAP-003 and what rests on it, against a set of integers.
@Suite struct GapSetTests {
  @Test func `thousands of openings and closings leave what a set of integers leaves`() {
    var random = SeededRandom(seed: 3, stream: "gaps")
    var wrong: [String] = []
    var opened = 0
    for sequence in 0..<1_500 {
      var set = GapSet.everything
      var oracle = GapOracle(places: 8)
      var log: [String] = []
      for _ in 0..<6 {
        let lower = random.chance(1, of: 5) ? nil : 1 + random.below(8)
        let upper = random.chance(1, of: 5) ? nil : 1 + random.below(8)
        if let lower, let upper, lower > upper { continue }
        if random.chance(2, of: 5), lower != upper || lower == nil {
          set.open(gap(lower, upper))
          oracle.open(after: lower, before: upper)
          opened += 1
          log.append("open \(lower ?? 0)..\(upper ?? 99)")
        } else {
          set.close(from: lower.map(place), to: upper.map(place))
          oracle.close(from: lower, to: upper)
          log.append("close \(lower ?? 0)..\(upper ?? 99)")
        }
        if set.extents != oracle.extents { wrong.append("\(sequence): \(log)") }
      }
      for lower in 0...8 {
        for upper in (lower + 1)...9 {
          let (from, to) = (lower == 0 ? nil : lower, upper == 9 ? nil : upper)
          let found = set.gap(
            between: from.map { .confirmed(place($0)) }, and: to.map { .confirmed(place($0)) })
          let expected = oracle.run(between: from, and: to).map { gap($0.after, $0.before) }
          if found.map({ Gap(after: $0.after, before: $0.before) }) != expected {
            wrong.append("\(sequence): between \(lower) and \(upper) after \(log)")
          }
        }
      }
    }
    #expect(opened > 1_000, "the sequences reach what they are about")
    #expect(wrong.isEmpty, "\(wrong.count) wrong, first: \(wrong.first ?? "")")
  }

  @Test func `opening and closing twice is doing it once, in any order of openings`() {
    var random = SeededRandom(seed: 4, stream: "gaps")
    for _ in 0..<500 {
      let gaps = (0..<3).map { _ in
        let lower = 1 + random.below(7)
        return gap(lower, lower + 1 + random.below(8 - lower))
      }
      var set = complete()
      for gap in gaps { set.open(gap) }
      var other = complete()
      for gap in random.shuffled(gaps + gaps) { other.open(gap) }
      #expect(set == other)
      let lower = place(1 + random.below(8))
      set.close(from: lower, to: place(8))
      other = set
      other.close(from: lower, to: place(8))
      #expect(set == other)
    }
  }

  @Test func `gaps that only touch in a known place stay apart`() {
    var set = complete()
    set.open(gap(3, 5))
    set.open(gap(1, 3))
    #expect(set.gaps == [gap(1, 3), gap(3, 5)])
    set.open(gap(2, 4))
    #expect(set.gaps == [gap(1, 5)])
  }

  @Test func `a gap that ends before it begins is none`() {
    var set = complete()
    set.open(gap(5, 3))
    set.open(gap(3, 3))
    #expect(set.isComplete)
  }

  @Test func `the uppermost token of merged gaps stays, and a newer one replaces it`() {
    var set = complete()
    set.open(gap(1, 4, "low"))
    set.open(gap(3, 6, "high"))
    #expect(set.gaps == [gap(1, 6, "high")])
    set.open(gap(2, 5, "inside"))
    #expect(set.gaps == [gap(1, 6, "high")])
    set.open(gap(2, 6))
    #expect(set.gaps == [gap(1, 6, "high")], "no token says nothing")
    set.open(gap(2, 6, "newer"))
    #expect(set.gaps == [gap(1, 6, "newer")])
  }

  @Test func `a page leaves its token below it and the old one above`() {
    var set = complete()
    set.open(gap(1, 8, "old"))
    set.close(from: place(4), to: place(6), token: "next")
    #expect(set.gaps == [gap(1, 4, "next"), gap(6, 8, "old")])
    set.close(from: place(7), to: place(8))
    #expect(set.gaps == [gap(1, 4, "next"), gap(6, 7, "old")])
    set.advance(endingAt: place(4), token: "further")
    set.advance(endingAt: place(5), token: "nowhere")
    #expect(set.gaps == [gap(1, 4, "further"), gap(6, 7, "old")])
  }

  @Test func `a gap that the server cannot fill is marked, if it is still that gap`() {
    var set = complete()
    set.open(gap(1, 8, "old"))
    set.giveUp(gap(1, 8))
    set.giveUp(gap(2, 8, "old"))
    #expect(set.gaps == [gap(1, 8, "old")])
    set.giveUp(gap(1, 8, "old"))
    #expect(set.gaps == [lost(1, 8, "old")])
    set.close(from: place(4), to: place(6))
    #expect(set.gaps == [lost(1, 4, "old"), lost(6, 8, "old")], "what remains is still lost")
    set.advance(endingAt: place(4), token: "further")
    #expect(set.gaps == [gap(1, 4, "further"), lost(6, 8, "old")], "a new way to ask")
    set.giveUp(gap(1, 4, "further"))
    set.open(lost(3, 7))
    #expect(set.gaps == [lost(1, 8, "old")])
    set.open(gap(2, 3, "inside"))
    #expect(set.gaps == [gap(1, 8, "old")], "one of two can be asked for")
    set.giveUp(gap(1, 8, "old"))
    set.close(from: place(7), to: place(8), token: "next")
    #expect(set.gaps == [gap(1, 7, "next")])
  }

  private func lost(_ after: Int?, _ before: Int?, _ token: GapToken? = nil) -> Gap {
    Gap(
      after: after.map(place), before: before.map(place), token: token, isUnavailable: true)
  }

  @Test func `nothing separates unsent messages, and a gap at the live end lies below them`() {
    let unsent = Position.unconfirmed(sequence: 1)
    var set = GapSet.everything
    #expect(set.gap(between: unsent, and: .unconfirmed(sequence: 2)) == nil)
    #expect(set.gap(between: unsent, and: nil) == nil)
    #expect(set.gap(between: nil, and: unsent) == .everything)
    set.close(from: nil, to: place(3))
    #expect(set.gap(between: .confirmed(place(3)), and: unsent) == gap(3, nil))
    set.close(from: place(3), to: nil)
    #expect(set.gap(between: nil, and: unsent) == nil && set.isComplete)
  }
}
