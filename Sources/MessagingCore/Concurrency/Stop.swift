/// Stops one child task of a group: call `finish()`.
typealias Stop = AsyncStream<Void>.Continuation

extension DiscardingTaskGroup {
  /// Adds a child task that can be cancelled alone.
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
