import Foundation

/// The files of this repository.
struct Repository: Sendable {
  /// What the rules look at: Swift and prose, new files included.
  let files: [SourceFile]
  /// The paths that git tracks; all paths where there is no git.
  let trackedPaths: [String]

  /// Whether there is a file or a folder at a path.
  func holds(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: Self.root.appending(path: path).path)
  }

  /// The text of a file of any kind.
  func text(of path: String) -> String? {
    try? String(contentsOf: Self.root.appending(path: path), encoding: .utf8)
  }

  /// Read once for all tests.
  static let current = Repository(root: root)

  /// This file is three folders below the root.
  private static var root: URL {
    var root = URL(filePath: #filePath)
    for _ in 0..<4 { root.deleteLastPathComponent() }
    return root
  }

  init(root: URL) {
    let listed = Self.git(["ls-files", "-z"], in: root)
    let new = Self.git(["ls-files", "-z", "--others", "--exclude-standard"], in: root)
    let walked = listed == nil ? Self.walk(root) : []
    trackedPaths = listed ?? walked
    files = Set(trackedPaths + (new ?? [])).sorted().compactMap { path in
      guard path.hasSuffix(".swift") || path.hasSuffix(".md"),
        let data = try? Data(contentsOf: root.appending(path: path))
      else { return nil }  // Neither Swift nor prose, or deleted and not yet committed.
      return SourceFile(path: path, text: String(decoding: data, as: UTF8.self))
    }
  }

  /// The paths that git answers; nil when there is no git, or no repository.
  private static func git(_ arguments: [String], in root: URL) -> [String]? {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["git", "-C", root.path] + arguments
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return nil }
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { return nil }
    return String(decoding: data, as: UTF8.self).split(separator: "\0").map(String.init)
  }

  /// All paths below the root, without hidden ones: for a copy of the sources without git.
  private static func walk(_ root: URL) -> [String] {
    let walker = FileManager.default.enumerator(
      at: root, includingPropertiesForKeys: nil, options: [.skipsHiddenFiles])
    let base = root.standardizedFileURL.path
    return (walker?.allObjects ?? []).compactMap { entry in
      guard let url = entry as? URL, !url.hasDirectoryPath else { return nil }
      return String(url.standardizedFileURL.path.dropFirst(base.count).drop { $0 == "/" })
    }
  }
}
