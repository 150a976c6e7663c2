public import Foundation
public import MessagingCore
public import MessagingModel

/// The environment of one case: its folder, its clock and its faults.
public struct ConformanceEnvironment: Sendable {
  /// The owner of the store, whose messages are outgoing: `me`.
  public let owner: ParticipantID
  /// The seed of all randomness of the case.
  public let seed: UInt64
  /// The clock of the case. It stands still until the engine advances it.
  public let clock: ManualClock
  /// Values that a store keeps in memory from one opening to the next. It replaces the disk for a
  /// subject that has none.
  public let shelf: Shelf
  /// The store announces each storage operation here, so that the engine can make it fail or end
  /// the process at it (`faults`).
  public let faults: FaultInjector
  /// The store announces each disk operation here, if ``WatchedDisk/isWatched`` is `true`
  /// (`power-loss`).
  public let disk: WatchedDisk
  /// How often an observed store looks for commits of its other handles, on ``clock``; `nil` if it
  /// looks only when something is read or written (`shared`, `virtual-time`).
  public let pollInterval: Duration?
  private let folder: CaseFolder

  package init(
    seed: UInt64, disk: WatchedDisk = WatchedDisk(isWatched: false), pollInterval: Duration? = nil
  ) {
    owner = "me"
    self.seed = seed
    clock = ManualClock()
    shelf = Shelf()
    faults = FaultInjector()
    self.disk = disk
    self.pollInterval = pollInterval
    folder = CaseFolder()
  }

  /// An environment in a folder that its creator keeps. The folder is not removed when the case
  /// ends.
  init(seed: UInt64, directory: URL, disk: WatchedDisk) {
    owner = "me"
    self.seed = seed
    clock = ManualClock()
    shelf = Shelf()
    faults = FaultInjector()
    self.disk = disk
    pollInterval = nil
    folder = CaseFolder(standing: directory)
  }

  private init(_ other: ConformanceEnvironment, faults: FaultInjector) {
    owner = other.owner
    seed = other.seed
    clock = other.clock
    shelf = other.shelf
    disk = other.disk
    pollInterval = other.pollInterval
    folder = other.folder
    self.faults = faults
  }

  /// A folder that only this case uses, empty at the start. It is removed when the case ends.
  public var directory: URL { folder.url }

  /// The URL of a file in ``directory``.
  public func file(_ name: String) -> URL { directory.appendingPathComponent(name) }

  /// Options for announcements on the environment's clock: metadata at the default pace, and
  /// commits of other handles at ``pollInterval``.
  public var announcements: AnnouncementOptions {
    AnnouncementOptions(clock: clock, pollInterval: pollInterval)
  }

  /// A hook that a storage calls inside a write, before it writes a row and before it commits. If
  /// the hook throws, the write fails at that point. `nil` if the case plans no faults and does not
  /// watch the operations.
  ///
  /// The wrapper of ``withFaults(_:)`` cannot interrupt a write: its faults come before the storage
  /// has the rows, or after the commit. With this hook a fault can also come in the middle.
  ///
  ///     try MyRows(folder: environment.directory, onStep: environment.onStep)
  public var onStep: (@Sendable (_ name: String) throws(RepositoryError) -> Void)? {
    guard !faults.isIdle else { return nil }
    return { [faults] name throws(RepositoryError) in try faults.step(name) }
  }

  /// Wraps a storage so that its operations can fail. Returns the storage itself if the case plans
  /// no faults and does not watch the operations.
  public func withFaults(_ storage: any MessageStorage) -> any MessageStorage {
    faults.isIdle ? storage : FaultingStorage(storage, faults)
  }

  /// Returns the same environment with other faults.
  func injecting(_ faults: FaultInjector) -> ConformanceEnvironment {
    ConformanceEnvironment(self, faults: faults)
  }
}

/// Values by name that outlive one opening of a store.
public final class Shelf: Sendable {
  private let values = Locked<[String: any Sendable]>([:])

  init() {}

  /// Returns the value with a name. If there is none of this type, makes one and keeps it.
  public func value<Value: Sendable>(_ name: String, make: @Sendable () -> Value) -> Value {
    values.withLock { values in
      if let known = values[name] as? Value { return known }
      let made = make()
      values[name] = made
      return made
    }
  }
}

/// A folder that is created at its first use, and removed with the last reference to it.
final class CaseFolder: Sendable {
  private let made: Locked<URL?>
  /// Whether the folder belongs to the caller, who keeps it.
  private let isLent: Bool

  init() {
    (made, isLent) = (Locked(nil), false)
  }

  /// A folder that exists already and is not removed.
  init(standing url: URL) {
    (made, isLent) = (Locked(url), true)
  }

  var url: URL {
    made.withLock { made in
      if let made { return made }
      let url = CaseFolder.home.appendingPathComponent(
        ProcessInfo.processInfo.globallyUniqueString, isDirectory: true)
      // If this fails, the subject fails to open its store there and reports that.
      try? FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
      made = url
      return url
    }
  }

  /// The folder of this process, which contains the folders of its cases. It is removed when the
  /// process exits, together with the folders of cases that are still referenced.
  private static let home: URL = {
    atexit { try? FileManager.default.removeItem(at: CaseFolder.home) }
    let name = "conformance-\(ProcessInfo.processInfo.globallyUniqueString)"
    return parent.appendingPathComponent(name, isDirectory: true)
  }()

  /// A RAM disk (`/dev/shm`) where the system has one, otherwise the temporary folder. Faults and
  /// the loss of power are simulated, so no case has to wait for a real disk. The environment
  /// variable `CONFORMANCE_DIRECTORY` names another place.
  private static var parent: URL {
    let named = ProcessInfo.processInfo.environment["CONFORMANCE_DIRECTORY"]
    let isThere = FileManager.default.isWritableFile(atPath: "/dev/shm")
    guard let path = named ?? (isThere ? "/dev/shm" : nil) else {
      return FileManager.default.temporaryDirectory
    }
    return URL(fileURLWithPath: path, isDirectory: true)
  }

  deinit {
    if !isLent, let url = made.current { try? FileManager.default.removeItem(at: url) }
  }
}
