import MessagingCore
import Testing

@Suite("A network that is told", .timeLimit(.minutes(10))) struct ManualConnectivityTests {
  private func next(
    _ count: Int, of states: inout AsyncStream<Bool>.Iterator
  ) async -> [Bool] {
    var heard: [Bool] = []
    while heard.count < count, let state = await states.next() { heard.append(state) }
    return heard
  }

  @Test("the present state at once, then each change, to everybody") func changes() async {
    let network = ManualConnectivity()
    var first = network.states().makeAsyncIterator()
    #expect(await next(1, of: &first) == [true])
    network.set(isOnline: false)
    var second = network.states().makeAsyncIterator()
    #expect(await next(1, of: &first) == [false])
    #expect(await next(1, of: &second) == [false])
    network.set(isOnline: true)
    #expect(await next(1, of: &first) == [true])
    #expect(await next(1, of: &second) == [true])
  }

  @Test("said twice is heard once") func twice() async {
    let network = ManualConnectivity(isOnline: false)
    var states = network.states().makeAsyncIterator()
    #expect(await next(1, of: &states) == [false])
    network.set(isOnline: false)
    network.set(isOnline: true)
    #expect(await next(1, of: &states) == [true])
  }

  @Test("an interruption that nobody watched is heard all the same") func interruption() async {
    let network = ManualConnectivity()
    var states = network.states().makeAsyncIterator()
    #expect(await next(1, of: &states) == [true])
    for isOnline in [false, true, false, true] { network.set(isOnline: isOnline) }
    #expect(await next(2, of: &states) == [false, true])
  }

  @Test("told from many tasks, it ends as it was told last") func manyTasks() async {
    let network = ManualConnectivity()
    var states = network.states().makeAsyncIterator()
    await withDiscardingTaskGroup { group in
      for number in 0..<100 {
        group.addTask { network.set(isOnline: number.isMultiple(of: 2)) }
      }
    }
    network.set(isOnline: true)
    network.set(isOnline: false)
    #expect(await next(2, of: &states).last == false)
  }

  @Test("who follows ends with it") func ends() async {
    var network: ManualConnectivity? = ManualConnectivity()
    var states = network?.states().makeAsyncIterator()
    network = nil
    #expect(await states?.next() == true)
    #expect(await states?.next() == nil)
  }
}
