public import MessagingCore
public import MessagingModel
public import MessagingTimeline

/// The reference of every role, its repository over a simulated disk: it claims everything and
/// holds everything.
public struct ReferenceSubject: StorageSubject {
  public let name: String
  public let capabilities = Profile.full.capabilities
  /// The faults of a repository that is to be caught.
  private let fault: (@Sendable (inout MutantHooks) -> Void)?

  public init() {
    name = "reference"
    fault = nil
  }

  /// A repository with a fault, and no other role.
  ///
  /// - Parameter fault: called at each opening.
  init(_ name: String, fault: @escaping @Sendable (inout MutantHooks) -> Void) {
    self.name = name
    self.fault = fault
  }

  public var roles: Set<Role> {
    fault == nil ? Set(Role.all.filter { $0.isPlayed(self) }) : [.repository]
  }

  public func storage(
    in environment: ConformanceEnvironment
  ) async throws -> any MessageStorage {
    open(in: environment, with: hooks())
  }

  public func repository(
    in environment: ConformanceEnvironment
  ) async throws -> any MessageRepository {
    let hooks = hooks()
    let repository = try await StoredRepository(
      over: open(in: environment, with: hooks), owner: environment.owner,
      announcing: hooks?.onAnnouncements(environment.announcements) ?? environment.announcements)
    return hooks.map { MutantRepository(repository, $0) } ?? repository
  }

  /// The hooks for one opened store.
  private func hooks() -> MutantHooks? {
    guard let fault else { return nil }
    var hooks = MutantHooks()
    fault(&hooks)
    return hooks
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

extension ReferenceSubject: RowsSubject {
  public func timelineBuilding() -> any TimelineBuilding { TimelineBuilder() }
}

extension ReferenceSubject: DiffSubject {
  public func timelineDiffing() -> any TimelineDiffing { TimelineDiffer() }
}

extension ReferenceSubject: ScrollSubject {
  public func scrollAnchoring(_ options: ScrollOptions) -> any ScrollAnchoring {
    ScrollAnchor(options)
  }
}

extension ReferenceSubject: WindowSubject {
  public func listWindow(_ options: WindowOptions) -> any ListWindowing { ListWindow(options) }
}

extension ReferenceSubject: SendWorkerSubject {
  public func sendWorker(
    _ ports: SendPorts, policy: SendPolicy, seed: UInt64
  ) -> any SendWorker {
    OutboxWorker(ports, policy: policy, seed: seed)
  }

  /// The decisions alone: the worker is asked about by the area WORKER.
  public func sendDeciding(_ policy: SendPolicy, seed: UInt64) -> any SendDeciding {
    SendQueue(policy: policy, seed: seed)
  }
}
