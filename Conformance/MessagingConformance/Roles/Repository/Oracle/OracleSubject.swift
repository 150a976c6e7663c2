public import MessagingCore

/// The suite's oracle as a subject of the Spec: a second implementation of the merge rules. The two
/// share no line, and both conform.
///
/// It has no rows, no index and no disk. It keeps the changes in memory, as a story. So it declares
/// the capabilities that a messaging app needs, that two handles may be open at once, and that its
/// operations can fail at each step, as a repository of the wide level announces them.
public struct OracleSubject: RepositorySubject {
  public let name = "oracle"
  public let capabilities = Profile.standard.capabilities.union([.shared, .faults])
  /// Replaying the whole story for each question is slow.
  public let historiesMax: Int? = 6

  public init() {}

  public func repository(
    in environment: ConformanceEnvironment
  ) async throws -> any MessageRepository {
    let memory = environment.shelf.value("oracle") {
      Locked(OracleMemory(owner: environment.owner))
    }
    return OracleRepository(memory, onStep: environment.onStep)
  }
}
