public import MessagingCore

/// The oracle of the suite as a subject of the Spec: two implementations of the rules of merging
/// that share no line, and both conform.
///
/// It has no rows, no index and no disk: what it was told is kept in memory, as a story. So it
/// claims what a messaging app needs, that two handles may be open at once, and nothing beyond.
public struct OracleSubject: RepositorySubject {
  public let name = "oracle"
  public let capabilities = Profile.standard.capabilities.union([.shared])
  /// Who tells the whole story for each question is slow.
  public let historiesMax: Int? = 6

  public init() {}

  public func repository(
    in environment: ConformanceEnvironment
  ) async throws -> any MessageRepository {
    let memory = environment.shelf.value("oracle") {
      Locked(OracleMemory(owner: environment.owner))
    }
    return OracleRepository(memory)
  }
}
