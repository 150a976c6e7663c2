import Foundation

/// The lines that changed since a revision, by file.
package struct ChangedLines: Sendable {
  private var lines: [String: [ClosedRange<Int>]] = [:]

  /// Asks git, in the root of a work tree; files that git does not know yet are new as a whole.
  package init(since revision: String, in root: String) async throws {
    let git = ["-C", root]
    let diff = try await Tool(
      "git",
      git + ["diff", "--unified=0", "--no-color", "--no-ext-diff", revision, "--", "Sources"]
    ).run()
    guard diff.status == 0 else {
      throw MutationError(description: "--base \(revision): \(diff.output)", isUsage: true)
    }
    self.init(diff: diff.output)
    let new = try await Tool(
      "git", git + ["ls-files", "--others", "--exclude-standard", "--", "Sources"]
    ).run()
    for path in new.output.split(separator: "\n") { lines[String(path)] = [1...Int.max] }
  }

  /// Reads what `git diff --unified=0` writes.
  init(diff: String) {
    var path = ""
    for line in diff.split(separator: "\n") {
      if line.hasPrefix("+++ b/") { path = String(line.dropFirst(6)) }
      // @@ -12,0 +13,2 @@
      guard line.hasPrefix("@@ "), let new = line.split(separator: " ").dropFirst(2).first else {
        continue
      }
      let numbers = new.dropFirst().split(separator: ",").compactMap { Int($0) }
      let count = numbers.count > 1 ? numbers[1] : 1
      if let start = numbers.first, count > 0 {
        lines[path, default: []].append(start...(start + count - 1))
      }
    }
  }

  package func contain(_ line: Int, of path: String) -> Bool {
    lines[path]?.contains { $0.contains(line) } ?? false
  }
}
