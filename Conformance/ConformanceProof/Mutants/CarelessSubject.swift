internal import ExampleBackend
internal import Foundation
internal import MessagingConformance
internal import MessagingCore

/// A repository over one file of lines that opens it whatever is in it.
struct CarelessSubject: StorageSubject {
  /// What it does with a line that is not a row.
  enum Habit {
    case leavesItOut
    case beginsAnew
    /// Only if the line is the store's own record.
    case renewsItsRecord
  }

  let name: String
  let habit: Habit
  let capabilities = Profile.full.capabilities.subtracting([.shared, .powerLoss])
  var roles: Set<Role> { [.repository] }

  func storage(in environment: ConformanceEnvironment) async throws -> any MessageStorage {
    let file = environment.file("careless.jsonl")
    mend(file)
    return try JSONFileStorage(file: file, onStep: environment.onStep)
  }

  /// Leaves nothing in the file that cannot be read.
  private func mend(_ file: URL) {
    guard let bytes = try? Data(contentsOf: file), !isReadable(Array(bytes)) else { return }
    switch habit {
    case .beginsAnew: try? FileManager.default.removeItem(at: file)
    case .leavesItOut, .renewsItsRecord:
      let lines = bytes.split(separator: newline)
      let header = Array(lines.first ?? Data()) + [newline]
      let sound = lines.dropFirst().filter { line in
        let mayGo = habit == .leavesItOut || line.starts(with: #"{"store":"#.utf8)
        return !mayGo || isReadable(header + Array(line) + [newline])
      }
      try? Data(header + sound.flatMap { Array($0) + [newline] }).write(to: file)
    }
  }

  private var newline: UInt8 { UInt8(ascii: "\n") }

  private func isReadable(_ bytes: [UInt8]) -> Bool {
    (try? JSONRows(lines: bytes, of: "careless.jsonl")) != nil
  }
}
