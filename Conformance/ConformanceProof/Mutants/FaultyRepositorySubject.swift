internal import MessagingConformance
internal import MessagingCore

/// The reference of the role repository with one fault between the rows and the rules, or between
/// the rules and whoever asks.
struct FaultyRepositorySubject: StorageSubject {
  let name: String
  let capabilities = Profile.full.capabilities
  /// Puts the fault in; called at each opening.
  let install: @Sendable (inout MutantHooks) -> Void

  var roles: Set<Role> { [.repository] }

  func storage(in environment: ConformanceEnvironment) async throws -> any MessageStorage {
    try open(in: environment, with: hooks())
  }

  func repository(
    in environment: ConformanceEnvironment
  ) async throws -> any MessageRepository {
    let hooks = hooks()
    let repository = try await StoredRepository(
      over: try open(in: environment, with: hooks), owner: environment.owner,
      announcing: hooks.onAnnouncements(environment.announcements))
    return MutantRepository(repository, hooks)
  }

  /// The hooks for one opened store.
  private func hooks() -> MutantHooks {
    var hooks = MutantHooks()
    install(&hooks)
    return hooks
  }

  private func open(
    in environment: ConformanceEnvironment, with hooks: MutantHooks
  ) throws -> any MessageStorage {
    if environment.disk.isWatched {
      let rows = try FileRows(in: environment, onSteps: hooks.onDiskSteps)
      return MutantStorage(environment.withFaults(rows), hooks)
    }
    let disk = SimulatedDisk.standing(in: environment)
    disk.rows.withLock { $0 = hooks.onOpen($0) }
    let storage = DiskStorage(disk, onStep: environment.onStep)
    return MutantStorage(environment.withFaults(storage), hooks)
  }
}
