internal import MessagingModel

// Another engine on the same store, in a process of its own.
extension SyncPlayer {
  /// Begins the other engine, unless it has begun.
  mutating func otherBegins() async throws {
    guard other == nil else { return }
    var begun = try await act { try await $0.another() }
    begun.setOnline(true)
    other = begun
  }

  /// Ends the process of the other engine. What it was about to store is lost.
  mutating func otherEnds() { other = nil }

  /// Makes something happen in the other process, if there is one.
  mutating func beside(_ body: (inout SyncWorld) async throws -> Void) async throws {
    guard var other else { return }
    other.follow(try world)
    other.catchUpWithTime()
    try await body(&other)
    try await act { world in
      world.follow(other)
      world.catchUpWithTime()
    }
    self.other = other
  }

  /// Makes the other engine catch up, show a conversation for some seconds, and end.
  mutating func otherRuns(showing conversation: ConversationID?) async throws {
    try await otherBegins()
    try await beside { other in
      try await other.settle()
      guard let conversation else { return }
      other.tell(.opened(conversation))
      try await other.advance(by: 3_000)
      try await other.settle()
    }
    otherEnds()
  }
}
