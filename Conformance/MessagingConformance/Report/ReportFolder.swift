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
    for name in Report.fileNames + ["running.txt"] {
      let file = url.appendingPathComponent(name)
      if manager.fileExists(atPath: file.path) { try manager.removeItem(at: file) }
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
