public import MessagingCore

/// The reference of every role, its repository over a simulated disk: it claims everything and
/// holds everything, unless it is given a mutant; then it plays the role of that alone.
public struct ReferenceSubject: StorageSubject {
  public let name: String
  public let capabilities = Profile.full.capabilities
  public let roles: Set<Role>
  let mutant: Mutant?

  /// - Parameter mutant: the one fault it has.
  public init(_ mutant: Mutant? = nil) {
    name = mutant?.name ?? "reference"
    self.mutant = mutant
    let possible = Role.allCases.filter { $0 != .worker || WorkerDrive.isPossible }
    roles = mutant.map { [$0.role] } ?? Set(possible)
  }

  public func storage(
    in environment: ConformanceEnvironment
  ) async throws -> any MessageStorage {
    open(in: environment, with: mutant?.hooks())
  }

  public func repository(
    in environment: ConformanceEnvironment
  ) async throws -> any MessageRepository {
    let hooks = mutant?.hooks()
    let repository = try await StoredRepository(
      over: open(in: environment, with: hooks), owner: environment.owner,
      announcing: hooks?.onAnnouncements(environment.announcements) ?? environment.announcements)
    return hooks.map { MutantRepository(repository, $0) } ?? repository
  }

  private func open(
    in environment: ConformanceEnvironment, with hooks: MutantHooks?
  ) -> any MessageStorage {
    let disk = environment.shelf.value("disk") { SimulatedDisk() }
    if let hooks { disk.rows.withLock { $0 = hooks.onOpen($0) } }
    let storage = environment.withFaults(DiskStorage(disk))
    return hooks.map { MutantStorage(storage, $0) } ?? storage
  }
}
