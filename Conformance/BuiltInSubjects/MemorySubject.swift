public import MessagingConformance
public import MessagingCore

/// ``InMemoryRepository``: everything that does not need a disk.
public struct MemorySubject: RepositorySubject {
  public let name = "memory"
  public let capabilities: Set<Capability> =
    Profile.standard.capabilities.subtracting([.durable]).union([.index, .virtualTime])

  public init() {}

  public func repository(
    in environment: ConformanceEnvironment
  ) async throws -> any MessageRepository {
    try await InMemoryRepository(
      owner: environment.owner, announcing: environment.announcements)
  }
}
