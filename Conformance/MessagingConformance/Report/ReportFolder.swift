package import Foundation

/// The folder that reports are written to.
package struct ReportFolder: Sendable {
  /// The URL of the folder.
  package let url: URL

  /// Creates the folder if needed, and removes the reports of an earlier run. After a crash they
  /// would look like those of this run.
  ///
  /// - Throws: an error if files cannot be written there. This is known before any case runs.
  package init(path: String) throws {
    url = URL(fileURLWithPath: path, isDirectory: true)
    let manager = FileManager.default
    try manager.createDirectory(at: url, withIntermediateDirectories: true)
    for name in try manager.contentsOfDirectory(atPath: url.path)
    where Report.isFile(name) || name == "running.txt" {
      try manager.removeItem(at: url.appendingPathComponent(name))
    }
    let probe = url.appendingPathComponent("running.txt")
    try Data().write(to: probe)
    try manager.removeItem(at: probe)
  }

  /// Writes all files of a report.
  package func write(_ report: Report) throws {
    for (name, text) in report.files {
      try Data(text.utf8).write(to: url.appendingPathComponent(name))
    }
  }
}
