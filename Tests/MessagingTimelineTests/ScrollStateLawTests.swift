import MessagingModel
import MessagingTimeline
import Testing

import struct MessagingConformance.SeededRandom

/// L9–L15: what is true of every state that random events lead to.
@Suite struct ScrollStateLawTests {
  static let seeds: [UInt64] = Array(0..<100)

  /// Anything that can happen.
  static func event(_ stage: inout ScrollStage) {
    switch stage.random.below(15) {
    case 0: stage.change(stage.prepended(1 + stage.random.below(20)))
    case 1: stage.change(stage.appended(1 + stage.random.below(3)))
    case 2: stage.change(stage.appended(1, isNew: true))
    case 3: if !stage.rows.isEmpty { stage.change(stage.resized(.content)) }
    case 4: if !stage.rows.isEmpty { stage.change(stage.resized(.firstMeasurement)) }
    case 5: if !stage.rows.isEmpty { stage.change(stage.resized(.grouping)) }
    case 6: stage.change(stage.deleted(4))
    case 7: if !stage.rows.isEmpty { stage.change(stage.moved()) }
    case 8: stage.frame { $0.bottomInset = 300 - $0.bottomInset }
    case 9: stage.frame { $0.topInset = 60 - $0.topInset }
    case 10:
      let y = stage.least - 40 + stage.quarters(Int(stage.greatest - stage.least) + 80)
      stage.send(.scrolled(to: y))
    case 11: stage.send(.phase(.tracking))
    case 12: stage.send(.phase(stage.random.chance(1, of: 3) ? .decelerating : .rest))
    case 13:
      guard !stage.rows.isEmpty else { return }
      let row = stage.rows[stage.random.below(stage.rows.count)]
      let alignment = JumpAlignment.allCases[stage.random.below(4)]
      stage.send(.jump(to: row.id, position: nil, alignment: alignment))
    default: if stage.random.chance(1, of: 4) { stage.send(.jumpToEnd) }
    }
  }

  static func stage(_ seed: UInt64) -> ScrollStage {
    var options = ScrollOptions()
    options.scale = 1 + Int(seed % 3)
    options.canWriteOffsetWhileScrolling = seed % 4 != 0
    options.preference = seed % 5 == 0 ? .bottom : .top
    return ScrollStage(seed: seed, options: options)
  }

  @Test func `L9, L10, L14: bounds, pixels and the number of unread ones`() {
    var wrong: [String] = []
    for seed in ScrollStateLawTests.seeds {
      var stage = ScrollStateLawTests.stage(seed)
      var isAtRest = true
      for step in 0..<60 {
        ScrollStateLawTests.event(&stage)
        let (reading, here) = (stage.reading, "\(seed)/\(step) \(stage.log[stage.log.count - 1])")
        if case .phase(let phase) = stage.log[stage.log.count - 1] { isAtRest = phase == .rest }
        if stage.last.rejection != nil { wrong.append("\(here): \(stage.last)") }
        if isAtRest, reading.offset < stage.least || reading.offset > stage.greatest {
          wrong.append("\(here): \(reading.offset) outside \(stage.least)…\(stage.greatest)")
        }
        if reading.contentHeight != stage.content { wrong.append("\(here): height") }
        if reading.distanceFromEnd != stage.greatest - reading.offset {
          wrong.append("\(here): distance")
        }
        let pixel = 1 / Double(1 + Int(seed % 3))
        if abs(reading.publishedOffset - reading.offset) > pixel / 2 + 1e-9 {
          wrong.append("\(here): \(reading.publishedOffset) for \(reading.offset)")
        }
        if reading.isPinned, reading.unread != 0 { wrong.append("\(here): unread at the end") }
        if case .programmatic(_, .follow)? = stage.last.command, !reading.isPinned {
          wrong.append("\(here): followed, not pinned")
        }
      }
    }
    #expect(wrong.isEmpty, "\(wrong.count): \(wrong.prefix(3).joined(separator: "\n"))")
  }

  @Test func `L10: a thousand pages of odd heights leave half a pixel at most`() {
    var stage = ScrollStage(seed: 10)
    while !stage.read() { stage.change(stage.prepended(9)) }
    let (anchor, offset) = (stage.reading.anchor, stage.reading.offset)
    var sum = 0
    for number in 0..<1_000 {
      let units = 1 + number * 7 % 900
      let row = ScrollRow(
        id: rowID(100_000 + number), kind: .remoteMessage, height: Double(units) / 192)
      stage.change(RowChanges(inserts: [RowChanges.Insert(index: 0, row: row)]))
      sum += units + Int(stage.geometry.gap * 192)
    }
    let exact = offset + Double(sum) / 192
    #expect(abs(stage.reading.offset - exact) < 1e-6)
    #expect(abs(stage.reading.publishedOffset - exact) <= 0.25 + 1e-6)
    #expect(stage.reading.anchor == anchor)
  }

  @Test func `L11: whichever rows go, the first of the chain that stays holds`() {
    for mask in 0..<(1 << 7) {
      var stage = ScrollStage(seed: 11, decorated: false)
      stage.frame {
        ($0.topInset, $0.bottomInset, $0.gap, $0.topPadding, $0.bottomPadding) = (0, 0, 4, 0, 0)
      }
      // Seven rows of 150 at the top of twenty: the third to the fifth are seen, the third is held.
      let rows = stage.fresh(20, decorated: false).map { row in
        ScrollRow(id: row.id, kind: .remoteMessage, height: 150, position: row.position)
      }
      stage.rows = rows
      stage.send(.transaction(ScrollTransaction(rows: .replace(rows))))
      stage.scroll(to: 350)
      #expect(stage.reading.anchor == rows[2].id)
      let deletes = (0..<7).reversed().filter { mask & (1 << $0) != 0 }
      let before = stage.tops
      stage.change(RowChanges(deletes: deletes))
      let chain = [2, 3, 4, 1, 0, 5, 6, 7]
      let first = chain.first { mask & (1 << $0) == 0 || $0 > 6 }
      guard let first else { continue }
      #expect(stage.reading.anchor == rows[first].id, "\(mask)")
      let moved = (stage.tops[rows[first].id] ?? .nan) - (before[rows[first].id] ?? .nan)
      #expect(moved == stage.last.diagnostics.residual, "\(mask)")
      #expect(stage.last.diagnostics.anchorDelta == moved, "\(mask)")
    }
  }

  @Test func `L12: what was written comes back and means nothing`() {
    var written = 0
    for seed in ScrollStateLawTests.seeds {
      var stage = ScrollStateLawTests.stage(seed)
      for _ in 0..<20 {
        ScrollStateLawTests.event(&stage)
        let command = stage.last.command
        let pixel = 1 / Double(1 + Int(seed % 3))
        stage.send(.phase(.rest))
        guard command != nil || stage.last.command != nil else { continue }
        written += 1
        let before = stage.anchor
        let off = Double(stage.random.below(3) - 1) * pixel
        stage.send(.scrolled(to: stage.reading.publishedOffset + off))
        #expect(stage.anchor == before, "\(seed)")
        #expect(stage.last.command == nil, "\(seed)")
      }
    }
    #expect(written > ScrollStateLawTests.seeds.count)
  }

  @Test func `L15: the same events give the same state`() {
    for seed in ScrollStateLawTests.seeds {
      var stage = ScrollStateLawTests.stage(seed)
      var outcomes: [ScrollOutcome] = []
      let opened = stage.log.count
      for _ in 0..<40 {
        let count = stage.log.count
        ScrollStateLawTests.event(&stage)
        if stage.log.count > count { outcomes.append(stage.last) }
      }
      let again = ScrollStateLawTests.stage(seed)
      var other = again.anchor
      let replayed = stage.log.dropFirst(opened).map { other.handle($0) }
      #expect(replayed == outcomes, "\(seed)")
      #expect(other == stage.anchor, "\(seed)")
    }
  }
}
