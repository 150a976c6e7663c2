import MessagingCore
import Testing

@Suite struct LockedTests {
  @Test func `a thousand concurrent additions are all counted`() async {
    let total = Locked(0)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask {
          for _ in 0..<125 { total.withLock { $0 += 1 } }
        }
      }
    }
    #expect(total.current == 1000)
  }

  @Test func `what was written before an error stays, and the lock is free again`() {
    struct Refused: Error, Equatable {}
    let list = Locked<[Int]>([])
    #expect(throws: Refused()) {
      try list.withLock { value throws(Refused) in
        value.append(1)
        throw Refused()
      }
    }
    list.withLock { $0.append(2) }
    #expect(list.current == [1, 2])
  }

  @Test func `the body may write to the caller's variables`() {
    let list = Locked([3, 1, 2])
    var smallest: Int?
    list.withLock { smallest = $0.min() }
    #expect(smallest == 1)
  }
}
