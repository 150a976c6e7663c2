internal import ExampleBackend
internal import Foundation
internal import MessagingConformance
internal import MessagingCore
internal import MessagingModel

/// A repository over one file of lines that does something to files of other releases before it
/// opens them.
struct MigratingSubject: StorageSubject, ReleasedSubject {
  enum Habit {
    /// Files of an earlier release lose what is unsent.
    case dropsOutbox
    /// A file of a later release is opened as an empty one.
    case emptiesNewer
  }

  let name: String
  let habit: Habit
  let capabilities = Profile.full.capabilities.subtracting([.shared, .powerLoss])
    .union([.releases])
  var roles: Set<Role> { [.repository] }

  func earlierReleases() throws -> [StoredRelease] {
    [StoredRelease("format 1", files: [file: JSONReleases.first], told: JSONReleases.told)]
  }

  func laterRelease() throws -> StoredRelease {
    StoredRelease("format 3", files: [file: JSONReleases.later], told: JSONReleases.told)
  }

  func storage(in environment: ConformanceEnvironment) async throws -> any MessageStorage {
    let file = environment.file(file)
    if let bytes = try? Data(contentsOf: file) { try migrated(bytes)?.write(to: file) }
    return try JSONFileStorage(file: file, onStep: environment.onStep)
  }

  private var file: String { "migrating.jsonl" }

  /// The bytes to open instead of these; `nil` if they stay.
  private func migrated(_ bytes: Data) -> Data? {
    let lines = bytes.split(separator: UInt8(ascii: "\n"))
    let format = lines.first.map { String(decoding: $0, as: UTF8.self) }
    if habit == .dropsOutbox, format == "messages-json 1" {
      let left = lines.filter { !isUnsent(Array($0)) }
      return Data(left.joined(separator: [UInt8(ascii: "\n")])) + [UInt8(ascii: "\n")]
    }
    return habit == .emptiesNewer && format == "messages-json 3" ? Data(JSONRows().lines) : nil
  }

  private func isUnsent(_ line: [UInt8]) -> Bool {
    guard case .message(let record)? = try? StoredRecord(canonical: line) else { return false }
    return record.position.confirmed == nil
  }
}
