/// Stops one child of a group by being finished.
typealias Stop = AsyncStream<Void>.Continuation

extension DiscardingTaskGroup {
  /// Adds a child that can be cancelled alone.
  mutating func addStoppable(_ work: @escaping @Sendable () async -> Void) -> Stop {
    let (stopped, stop) = AsyncStream<Void>.makeStream()
    addTask {
      await withTaskGroup(of: Void.self) { pair in
        pair.addTask(operation: work)
        pair.addTask { for await _ in stopped {} }
        await pair.next()
        pair.cancelAll()
      }
    }
    return stop
  }
}
