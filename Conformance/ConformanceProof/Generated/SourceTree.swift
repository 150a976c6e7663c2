package import Foundation

/// The sources of this repository, for pages that quote them.
package struct SourceTree: Sendable {
  private let root: URL

  /// - Parameter root: the root of the repository.
  package init(root: URL) { self.root = root }

  /// The text of a file; empty if there is none.
  func text(of path: String) -> String {
    (try? String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)) ?? ""
  }

  /// The names of the folders in a folder that hold Swift files, in ascending order.
  func folders(in path: String) -> [String] {
    names(in: path).filter { name in
      names(in: "\(path)/\(name)").contains { $0.hasSuffix(".swift") }
        || folders(in: "\(path)/\(name)") != []
    }
  }

  private func names(in path: String) -> [String] {
    let place = root.appendingPathComponent(path).path
    return ((try? FileManager.default.contentsOfDirectory(atPath: place)) ?? []).sorted()
  }
}
