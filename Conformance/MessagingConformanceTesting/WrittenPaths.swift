internal import Foundation
internal import MessagingConformance
internal import MessagingCore

/// What the suites of this process write, and which of them. Two suites in one place would leave
/// only the files of the one that ends last.
enum WrittenPaths {
  private static let owners = Locked<[String: String]>([:])

  /// Reserves a path for a suite, until the process ends.
  ///
  /// - Parameter setting: where the path comes from, for the error.
  /// - Throws: a ``SettingsError`` if another suite has it.
  static func claim(
    _ path: String, for suite: String, setting: String
  ) throws(SettingsError) {
    let place = URL(fileURLWithPath: path).standardizedFileURL.path
    let owner = owners.withLock { owners in
      let owner = owners[place] ?? suite
      owners[place] = owner
      return owner
    }
    guard owner == suite else {
      throw SettingsError(
        description: "the suite '\(owner)' also writes to '\(path)' (\(setting)), and one would "
          + "replace the files of the other; run one of them with --filter, or give each its own")
    }
  }
}
