import MessagingModel
import MessagingTimeline
import Testing

@testable import MessagingConformance

/// What of a window no example of the Spec is long enough for.
@Suite struct ListWindowTests {
  private static func world(cap: Int = 500) -> WindowWorld {
    WindowWorld(ListWindow(WindowChecks.options(cap: cap)))
  }

  @Test func `a window longer than a read is read again in pieces`() throws {
    var world = Self.world(cap: 5_000)
    world.store.put((1...2_600).map(WindowNames.row))
    world.tell(.open(at: nil, height: 17_500))
    world.answer()
    for first in [2_101, 1_101, 101] {
      let rows = world.reading.rows
      let top = try #require(
        rows.firstIndex { $0.id == WindowNames.row(first).id } ?? rows.indices.first)
      world.see(
        WindowWorld.Sight(first: rows[top].id, last: rows[top + 9].id, height: 17_500))
      let rests = world.settle()
      #expect(rests)
    }
    #expect(world.reading.rows.count == 2_600)
    world.store.remove([3, 1_000, 1_001, 2_000, 2_599].map { WindowNames.row($0).id })
    world.store.put((2_601...2_605).map(WindowNames.row))
    let before = world.asked.count
    world.tell(.changed)
    while !world.reads.isEmpty { world.answer() }
    #expect(world.reading.rows == world.store.rows)
    #expect(world.asked.count - before == 3)
  }

  @Test func `a window of unsent messages finds them again when they are taken`() {
    var world = Self.world()
    world.store.put([WindowNames.own(1), WindowNames.own(2)])
    world.tell(.open(at: nil, height: 350))
    world.answer()
    world.store.put([WindowRow(id: WindowNames.ownID(1), position: WindowNames.place(1))])
    world.tell(.changed)
    world.answer()
    #expect(WindowNames.words(world.reading.rows.map(\.id)) == ["o1", "o2"])
  }

  @Test func `an empty conversation asks the network and then fills`() {
    var world = Self.world()
    world.store.miss((1...30).map(WindowNames.row))
    world.tell(.open(at: nil, height: 350))
    world.answer()
    #expect(world.fills.map(\.gap) == [.everything])
    #expect(world.reading.olderLoad == .filling(2))
    world.fill(12)
    world.answer()
    #expect(WindowNames.words(world.reading.rows.map(\.id)) == ["21-30"])
    #expect(world.reading.older == .more && world.reading.newer == .end)
  }

  @Test func `opening without a network shows what is stored beyond a gap`() {
    var world = Self.world()
    world.store.put((1...3).map(WindowNames.row))
    world.store.miss((4...9).map(WindowNames.row))
    world.store.put((10...11).map(WindowNames.row))
    world.tell(.open(at: nil, height: 350))
    world.answer()
    #expect(WindowNames.words(world.reading.rows.map(\.id)) == ["1-3", "10-11"])
    #expect(world.reading.gaps.map(WindowNames.word) == ["3..10"])
  }

  @Test(arguments: 0..<10) func `the same events give the same window`(seed: UInt64) {
    let windows = (0..<2).map { _ in
      var random = SeededRandom(seed: seed, stream: "replay")
      var history = WindowHistory([.changes, .troubles], &random) {
        ListWindow(WindowChecks.options(cap: 140))
      }
      for _ in 0..<80 { _ = history.step(&random) }
      return history.world.window as? ListWindow
    }
    #expect(windows[0] != nil && windows[0] == windows[1])
  }

  @Test func `a fill that nobody waits for any more is late`() {
    var world = Self.world()
    world.store.put((51...60).map(WindowNames.row))
    world.store.miss((1...50).map(WindowNames.row))
    world.tell(.open(at: nil, height: 350))
    world.answer()
    world.see(
      WindowWorld.Sight(
        first: WindowNames.row(51).id, last: WindowNames.row(60).id, height: 350))
    #expect(world.fills.count == 1)
    world.failFill()
    #expect(world.reading.olderLoad == .failed(until: 1_000))
    #expect(world.outcome.actions == [.wake(at: 1_000)])
    world.tell(.filled(2))
    #expect(world.reading.diagnostics.late == 1)
    world.wait(1_000)
    #expect(world.fills.count == 1)
  }
}
