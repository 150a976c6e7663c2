public import Foundation
public import MessagingCore
public import MessagingModel

/// The world of one case: where its store lies, what time it is, what goes wrong.
public struct ConformanceEnvironment: Sendable {
  /// Whose messages are outgoing: `me`.
  public let owner: ParticipantID
  /// Where all randomness of the case comes from.
  public let seed: UInt64
  /// Stands still until the engine moves it.
  public let clock: ManualClock
  /// What an opened store keeps in memory for the next one: the disk of subjects that have none.
  public let shelf: Shelf
  /// Announce each storage operation here to have it fail or be the last one (`faults`).
  public let faults: FaultInjector
  /// Announce each step on the disk here if somebody watches it (`power-loss`).
  public let disk: WatchedDisk
  private let folder: CaseFolder

  package init(seed: UInt64, disk: WatchedDisk = WatchedDisk(isWatched: false)) {
    owner = "me"
    self.seed = seed
    clock = ManualClock()
    shelf = Shelf()
    faults = FaultInjector()
    self.disk = disk
    folder = CaseFolder()
  }

  /// The part of a world that lies in a folder, which belongs to somebody else and stays.
  init(seed: UInt64, directory: URL, disk: WatchedDisk) {
    owner = "me"
    self.seed = seed
    clock = ManualClock()
    shelf = Shelf()
    faults = FaultInjector()
    self.disk = disk
    folder = CaseFolder(standing: directory)
  }

  private init(_ other: ConformanceEnvironment, faults: FaultInjector) {
    owner = other.owner
    seed = other.seed
    clock = other.clock
    shelf = other.shelf
    disk = other.disk
    folder = other.folder
    self.faults = faults
  }

  /// An empty folder of this case alone; it is removed when the case ends.
  public var directory: URL { folder.url }

  /// A file in ``directory``.
  public func file(_ name: String) -> URL { directory.appendingPathComponent(name) }

  /// Announcements on the environment's clock, at the default pace.
  public var announcements: AnnouncementOptions { AnnouncementOptions(clock: clock) }

  /// What a storage calls within a write, before it writes a row and before it commits: what it
  /// throws is a failure there. `nil` if no faults are planned and nobody watches.
  ///
  /// What ``withFaults(_:)`` puts around a storage cannot look into a write: all that it lets fail
  /// comes before the storage has the rows, or after the commit. A storage that calls this is seen
  /// in the middle, too.
  ///
  ///     try MyRows(folder: environment.directory, onStep: environment.onStep)
  public var onStep: (@Sendable (_ name: String) throws(RepositoryError) -> Void)? {
    guard !faults.isIdle else { return nil }
    return { [faults] name throws(RepositoryError) in try faults.step(name) }
  }

  /// The storage, with faults in front of each operation if any are planned or somebody watches.
  public func withFaults(_ storage: any MessageStorage) -> any MessageStorage {
    faults.isIdle ? storage : FaultingStorage(storage, faults)
  }

  /// The same world, in which other things go wrong.
  func injecting(_ faults: FaultInjector) -> ConformanceEnvironment {
    ConformanceEnvironment(self, faults: faults)
  }
}

/// Keeps values by name between two openings of a store.
public final class Shelf: Sendable {
  private let values = Locked<[String: any Sendable]>([:])

  init() {}

  /// The value under a name; made when there is none of this type.
  public func value<Value: Sendable>(_ name: String, make: @Sendable () -> Value) -> Value {
    values.withLock { values in
      if let known = values[name] as? Value { return known }
      let made = make()
      values[name] = made
      return made
    }
  }
}

/// A folder that exists from its first use until nobody knows it any more.
final class CaseFolder: Sendable {
  private let made: Locked<URL?>
  /// Whether it belongs to somebody else.
  private let isLent: Bool

  init() {
    (made, isLent) = (Locked(nil), false)
  }

  /// A folder that was there before and stays.
  init(standing url: URL) {
    (made, isLent) = (Locked(url), true)
  }

  var url: URL {
    made.withLock { made in
      if let made { return made }
      let url = CaseFolder.home.appendingPathComponent(
        ProcessInfo.processInfo.globallyUniqueString, isDirectory: true)
      // If it cannot be made, the subject cannot open its store there, and says so.
      try? FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
      made = url
      return url
    }
  }

  /// The folder of this process. A case that is still known when the process ends leaves its own
  /// folder in it; then all of it goes.
  private static let home: URL = {
    atexit { try? FileManager.default.removeItem(at: CaseFolder.home) }
    let name = "conformance-\(ProcessInfo.processInfo.globallyUniqueString)"
    return parent.appendingPathComponent(name, isDirectory: true)
  }()

  /// A disk in memory where the system has one: faults and deaths are simulated, so nothing is lost
  /// by not waiting for a real disk. `CONFORMANCE_DIRECTORY` names another place.
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
