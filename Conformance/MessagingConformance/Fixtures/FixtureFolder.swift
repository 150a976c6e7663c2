package import Foundation

/// The folder of golden files on a disk.
package struct FixtureFolder: Sendable {
  package let directory: URL
  package let known: Set<RequirementID>?

  /// - Parameters:
  ///   - directory: the folder `golden`.
  ///   - known: the requirements of the Spec; `nil` to accept any well-formed id.
  package init(_ directory: URL, known: Set<RequirementID>? = nil) {
    self.directory = directory
    self.known = known
  }

  /// Returns the sorted names of the golden files, without databases and hidden files.
  package func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: directory.path)
      .filter { !$0.hasPrefix(".") && !isFolder($0) }.sorted()
  }

  /// Reads one file.
  package func file(_ name: String) throws -> FixtureFile {
    try FixtureFile(name: name, bytes: bytes(name), known: known)
  }

  package func url(_ name: String) -> URL { directory.appendingPathComponent(name) }
  package func bytes(_ name: String) throws -> [UInt8] { Array(try Data(contentsOf: url(name))) }

  package func isFolder(_ name: String) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: url(name).path, isDirectory: &isFolder)
      && isFolder.boolValue
  }
}
