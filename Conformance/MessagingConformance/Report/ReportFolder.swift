package import Foundation

/// The folder that reports are written to.
package struct ReportFolder: Sendable {
  /// Where it is.
  package let url: URL

  /// Makes the folder, and removes the reports of the run before: after a crash they would pass for
  /// those of this run.
  ///
  /// - Throws: if nothing can be written there. It is known before anything runs.
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

  /// Writes all forms of a report.
  package func write(_ report: Report) throws {
    for (name, text) in report.files {
      try Data(text.utf8).write(to: url.appendingPathComponent(name))
    }
  }
}
