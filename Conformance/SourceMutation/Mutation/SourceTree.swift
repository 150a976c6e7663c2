package import Foundation
internal import SourceFaults

/// The package as it is: every file that the suite is built of.
package struct SourceTree: Sendable {
  package let root: URL
  /// By path from the root.
  package let files: [String: Data]

  private static let parts = ["Package.swift", "Sources", "Conformance", "Spec", "Fixtures"]

  /// - Parameter hasTests: whether the unit tests belong to it.
  package init(root: URL, hasTests: Bool = false) throws {
    self.root = root
    var files: [String: Data] = [:]
    for part in Self.parts + (hasTests ? ["Tests"] : []) {
      for path in Self.walk(part, in: root) {
        files[path] = try Data(contentsOf: root.appendingPathComponent(path))
      }
    }
    self.files = files
  }

  private static func walk(_ part: String, in root: URL) -> [String] {
    let url = root.appendingPathComponent(part)
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder) else {
      return []
    }
    guard isFolder.boolValue else { return [part] }
    let names = FileManager.default.enumerator(atPath: url.path)?.allObjects ?? []
    return names.compactMap { $0 as? String }.filter { name in
      !name.split(separator: "/").contains { $0.hasPrefix(".") }
    }.map { part + "/" + $0 }.filter { path in
      var isFolder: ObjCBool = false
      let full = root.appendingPathComponent(path).path
      return FileManager.default.fileExists(atPath: full, isDirectory: &isFolder)
        && !isFolder.boolValue
    }
  }

  /// The Swift files below a file or folder, by name; those of commands are left out.
  package func sources(below path: String) -> [String] {
    files.keys.filter { file in
      (file == path || file.hasPrefix(path + "/")) && file.hasSuffix(".swift")
        && !SubjectTable.subjects(for: file).isEmpty
    }.sorted()
  }

  package func text(_ path: String) -> String {
    String(decoding: files[path] ?? Data(), as: UTF8.self)
  }

  /// Changes with any byte that what is measured depends on.
  package var fingerprint: String {
    var sum = Fingerprint()
    for (path, data) in files.sorted(by: { $0.key < $1.key }) {
      let isTool =
        path.hasPrefix("Conformance/SourceMutation/") && !path.hasPrefix(ScratchCopy.casesFolder)
      let isNote = path.hasSuffix(".txt") && path.hasPrefix("Conformance/")
      guard !isTool, !isNote else { continue }
      sum.add(path.utf8)
      sum.add(data)
    }
    return String(sum.value, radix: 16)
  }
}
