import MessagingModel
import MessagingTimeline
import Testing

import struct MessagingConformance.SeededRandom

/// L1–L8: what stays where it is. Each on some hundred random lists; a failure names its seed.
@Suite struct ScrollLawTests {
  static let seeds: [UInt64] = Array(0..<600)

  @Test func `L1: the keyboard comes and goes, in every state`() {
    var wrong: [String] = []
    for seed in ScrollLawTests.seeds {
      var stage = ScrollStage(seed: seed)
      let state = stage.random.below(3)
      if state == 1 { _ = stage.read() }
      if state == 2 { stage.scroll(to: stage.least) }
      if stage.random.chance(1, of: 3) { stage.change(stage.deleted(9)) }
      let before = stage.reading
      let steps = 1 + stage.random.below(4)
      let keyboard = stage.quarters(260 / steps)
      for _ in 0..<steps { stage.frame { $0.bottomInset += keyboard } }
      for _ in 0..<steps { stage.frame { $0.bottomInset -= keyboard } }
      let after = stage.reading
      if after.offset != before.offset || after.isPinned != before.isPinned {
        wrong.append("\(seed): \(before) became \(after)")
      }
    }
    #expect(wrong.isEmpty, "\(wrong.count): \(wrong.prefix(3).joined(separator: "\n"))")
  }

  @Test func `L2: one transaction is any of its parts, in any order`() {
    var (wrong, tried): ([String], Int) = ([], 0)
    for seed in ScrollLawTests.seeds {
      var whole = ScrollStage(seed: seed)
      guard whole.read() else { continue }
      tried += 1
      var parts = whole
      let (front, back) = (whole.prepended(3), whole.appended(2))
      let count = whole.rows.count
      var resizes: [RowChanges.Resize] = []
      for row in whole.rows where whole.random.chance(1, of: 3) {
        resizes.append(
          RowChanges.Resize(
            id: row.id, height: 1 + whole.quarters(90),
            cause: [.content, .firstMeasurement, .grouping][whole.random.below(3)]))
      }
      let tail = back.inserts.map {
        RowChanges.Insert(index: count + front.inserts.count + $0.index - count, row: $0.row)
      }
      whole.change(RowChanges(inserts: front.inserts + tail, resizes: resizes))
      var steps: [(inout ScrollStage) -> Void] = resizes.map { resize in
        { $0.change(RowChanges(resizes: [resize])) }
      }
      steps.append { $0.change(front) }
      steps.append { stage in
        let start = stage.rows.count
        stage.change(
          RowChanges(
            inserts: back.inserts.enumerated().map {
              RowChanges.Insert(index: start + $0.offset, row: $0.element.row)
            }))
      }
      steps = whole.random.shuffled(steps)
      for step in steps { step(&parts) }
      // Somebody who comes to follow the end on the way keeps it in view.
      if parts.reading.isPinned || whole.reading.isPinned { continue }
      if parts.reading != whole.reading { wrong.append("\(seed): \(parts.reading)") }
    }
    #expect(wrong.isEmpty, "\(wrong.count) of \(tried): \(wrong.prefix(3).joined(separator: "\n"))")
    #expect(tried > 200)
  }

  @Test func `L3: what is done and undone was not done, even through a clamp`() {
    var (wrong, clamped): ([String], Int) = ([], 0)
    for seed in ScrollLawTests.seeds {
      var stage = ScrollStage(seed: seed)
      guard stage.read() else { continue }
      if stage.random.chance(1, of: 3) { stage.scroll(to: stage.greatest - 30) }
      if stage.reading.isPinned { continue }
      let before = stage.reading
      let rows = stage.rows
      let changes: RowChanges =
        switch stage.random.below(4) {
        case 0: stage.prepended(4)
        case 1: stage.appended(3)
        case 2: stage.resized()
        default: stage.deleted(20)
        }
      // The anchor's deletion is not undone (SCROLL-020).
      let loses = changes.deletes.contains { rows[$0].id == before.anchor }
      let inverse = stage.inverse(of: changes, before: rows)
      stage.change(changes)
      if stage.last.diagnostics.residual != 0 { clamped += 1 }
      // Who follows the end without a residual, follows it.
      let follows = stage.reading.isPinned && stage.last.diagnostics.residual == 0
      if loses || follows { continue }
      stage.change(inverse)
      let after = stage.reading
      if after.offset != before.offset || after.isPinned != before.isPinned {
        wrong.append("\(seed): \(changes) \(before) became \(after)")
      }
    }
    #expect(wrong.isEmpty, "\(wrong.count): \(wrong.prefix(2).joined(separator: "\n"))")
    #expect(clamped > 25)
  }

  @Test func `L4, L5: pages above come and go, and nothing that is seen moves`() {
    var wrong: [String] = []
    for seed in ScrollLawTests.seeds {
      var stage = ScrollStage(seed: seed)
      guard stage.read() else { continue }
      if stage.random.chance(1, of: 3) { stage.scroll(to: stage.least) }
      if stage.reading.isPinned { continue }
      let (before, tops, seen) = (stage.reading, stage.tops, stage.seen)
      let page = stage.prepended(1 + stage.random.below(60))
      stage.change(page)
      let now = stage.tops
      for id in seen where now[id] != tops[id] { wrong.append("\(seed): \(id) moved") }
      if stage.last.diagnostics.anchorDelta != 0 { wrong.append("\(seed): delta") }
      stage.change(RowChanges(deletes: page.inserts.map(\.index).reversed()))
      if stage.reading.offset != before.offset { wrong.append("\(seed): evicted") }
    }
    #expect(wrong.isEmpty, "\(wrong.count): \(wrong.prefix(3))")
  }

  @Test func `L6, L13: what is added above is the correction`() {
    var wrong: [String] = []
    for seed in ScrollLawTests.seeds {
      var stage = ScrollStage(seed: seed)
      guard stage.read(), let anchor = stage.reading.anchor,
        let index = stage.rows.firstIndex(where: { $0.id == anchor }), index > 0
      else { continue }
      let before = stage.reading.offset
      let extra = Double(stage.random.below(7)) * 2.25
      let resizes = stage.rows[..<index].map {
        RowChanges.Resize(id: $0.id, height: $0.height + extra, cause: .content)
      }
      let outcome = stage.change(RowChanges(resizes: resizes))
      let sum = extra * Double(index)
      let expected: ScrollCommand? =
        sum == 0
        ? nil : .compensation(offset: stage.reading.publishedOffset, delta: sum)
      if outcome.command != expected || stage.reading.offset != before + sum {
        wrong.append("\(seed): \(outcome)")
      }
    }
    #expect(wrong.isEmpty, "\(wrong.count): \(wrong.prefix(3))")
  }

  @Test func `L7: nothing comes of nothing`() {
    for seed in ScrollLawTests.seeds {
      var stage = ScrollStage(seed: seed)
      if stage.random.chance(1, of: 2) { _ = stage.read() }
      let before = stage.reading
      #expect(stage.send(.transaction(ScrollTransaction())).command == nil, "\(seed)")
      #expect(stage.change(RowChanges()).command == nil, "\(seed)")
      #expect(stage.frame { _ in }.command == nil, "\(seed)")
      #expect(stage.reading == before, "\(seed)")
    }
  }

  @Test func `L8: who follows the end keeps the distance to it, and sees what arrives`() {
    var wrong: [String] = []
    for seed in ScrollLawTests.seeds {
      var stage = ScrollStage(seed: seed)
      for step in 0..<12 {
        guard stage.reading.isPinned, stage.greatest > stage.least + 60 else { break }
        let distance = stage.reading.distanceFromEnd
        switch stage.random.below(6) {
        case 0:
          let outcome = stage.change(stage.appended(1, isNew: true, decorated: false))
          if stage.reading.distanceFromEnd != 0 { wrong.append("\(seed)/\(step): not followed") }
          let follow = ScrollCommand.programmatic(
            offset: stage.reading.publishedOffset, reason: .follow)
          if outcome.command != follow { wrong.append("\(seed)/\(step): \(outcome)") }
          continue
        case 1: stage.change(stage.prepended(3))
        case 2: stage.change(stage.resized())
        case 3: stage.frame { $0.bottomInset = 150 - $0.bottomInset }
        case 4: stage.scroll(to: stage.greatest - 40)
        default: stage.change(stage.appended(1))
        }
        if stage.log.count > 3, case .phase = stage.log[stage.log.count - 1] { continue }
        let now = stage.reading.distanceFromEnd
        if now != distance, stage.greatest - stage.least > distance {
          wrong.append("\(seed)/\(step): \(distance) became \(now)")
        }
      }
    }
    #expect(wrong.isEmpty, "\(wrong.count): \(wrong.prefix(3))")
  }
}
