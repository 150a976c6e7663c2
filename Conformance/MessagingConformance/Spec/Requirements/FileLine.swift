/// A line of a text file, written as compilers write it: `REPO.md:18`.
///
/// The file is a name relative to the folder from which it was loaded, and never a path of the
/// machine, so that two runs print the same. Lines count from 1.
package struct FileLine: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The file's name, relative to its folder.
  package let file: String
  /// The line, from 1.
  package let line: Int

  /// Names a line of a file.
  package init(file: String, line: Int) {
    self.file = file
    self.line = line
  }

  /// `file:line`.
  package var description: String { "\(file):\(line)" }

  /// By file, then by line.
  package static func < (a: FileLine, b: FileLine) -> Bool {
    (a.file, a.line) < (b.file, b.line)
  }
}
