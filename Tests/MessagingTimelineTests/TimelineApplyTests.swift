import MessagingModel
import Testing

@testable import MessagingTimeline

@Suite struct TimelineApplyTests {
  typealias Samples = TimelineSamples
  private static let old = Samples.timeline((0..<4).map { Samples.row($0) }, version: 7)

  private static func code(_ diff: TimelineDiff) -> TimelineDiffError.Code? {
    do throws(TimelineDiffError) {
      _ = try diff.apply(to: old)
      return nil
    } catch {
      return error.code
    }
  }

  @Test func anotherBase() {
    #expect(Self.code(TimelineDiff(base: 6, target: 7)) == .otherBase)
    #expect(Self.code(TimelineDiff(base: 7, target: 8)) == nil)
  }

  @Test(arguments: [
    TimelineDiff(base: 7, target: 8, deletes: [4]),
    TimelineDiff(base: 7, target: 8, deletes: [-1]),
    TimelineDiff(base: 7, target: 8, deletes: [1, 1]),
    TimelineDiff(base: 7, target: 8, deletes: [0, 1]),
    TimelineDiff(base: 7, target: 8, deletes: [3, 2, 1, 0, -1]),
    TimelineDiff(base: 7, target: 8, inserts: [.init(index: 5, item: Samples.row(9))]),
    TimelineDiff(
      base: 7, target: 8,
      inserts: [.init(index: 1, item: Samples.row(9)), .init(index: 0, item: Samples.row(8))]),
    TimelineDiff(base: 7, target: 8, moves: [.init(from: 0, to: 4)]),
    TimelineDiff(base: 7, target: 8, moves: [.init(from: 0, to: 1), .init(from: 0, to: 2)]),
    TimelineDiff(base: 7, target: 8, deletes: [0], moves: [.init(from: 0, to: 1)]),
    TimelineDiff(
      base: 7, target: 8, inserts: [.init(index: 1, item: Samples.row(9))],
      moves: [.init(from: 0, to: 1)]),
    TimelineDiff(
      base: 7, target: 8,
      updates: [.init(from: 1, to: 2, item: Samples.row(1, "x"), aspects: .content)]),
    TimelineDiff(
      base: 7, target: 8,
      updates: [.init(from: 4, to: 4, item: Samples.row(4, "x"), aspects: .content)]),
  ])
  func indexesThatDoNotFit(_ diff: TimelineDiff) {
    #expect(Self.code(diff) == .badIndex)
  }

  @Test func rowsThatDoNotFit() {
    let other = TimelineDiff.Update(from: 1, to: 1, item: Samples.row(2, "x"), aspects: .content)
    #expect(Self.code(TimelineDiff(base: 7, target: 8, updates: [other])) == .otherRow)
    let there = TimelineDiff.Insert(index: 0, item: Samples.row(3))
    #expect(Self.code(TimelineDiff(base: 7, target: 8, inserts: [there])) == .duplicateID)
    let twice = [there, .init(index: 2, item: Samples.row(3))]
    #expect(
      Self.code(TimelineDiff(base: 7, target: 8, deletes: [3], inserts: twice)) == .duplicateID)
  }

  @Test func whatIsShared() throws {
    let rows = (0..<640).map { Samples.row($0) }
    let old = Samples.timeline(rows)
    let new = try TimelineDiff(
      base: 1, target: 2, inserts: [.init(index: 320, item: Samples.row(999))]
    ).apply(to: old)
    let known = Set(old.store.chunks.map(ObjectIdentifier.init))
    #expect(new.store.chunks.filter { !known.contains(ObjectIdentifier($0)) }.count <= 2)
  }
}
