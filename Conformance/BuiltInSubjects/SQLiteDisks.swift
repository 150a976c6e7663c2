internal import Foundation
package import MessagingConformance
internal import MessagingSQLite

extension SQLiteSubject {
  /// The disks of one simulated history: SQLite files in a folder that is removed with the last of
  /// them.
  package static func disks() -> SimulatedStores {
    let environment = ConformanceEnvironment(seed: 0)
    return { name in
      try await SQLiteStorage(path: environment.file("\(name).db").path)
    }
  }
}
