internal import Foundation
internal import MessagingModel

/// A list of known failures that is written after a run.
///
/// The existing list is read before the run, so that a mistake in it does not cost the run.
package struct KnownFailuresRecord: Sendable {
  private let file: URL
  private let name: String
  /// The existing text; empty if there is none.
  private let text: String

  /// Reads the existing list.
  ///
  /// - Parameters:
  ///   - path: the path of the file. Lines in it that are still true are kept.
  ///   - name: the file's name in error messages.
  ///   - subjects: the subjects of the run. A list names no subject, so it is the list of one.
  /// - Throws: the mistakes in the existing file. A file that cannot be read is not replaced,
  ///   because its comments would be lost.
  package init(path: String, named name: String, of subjects: [any ConformanceSubject]) throws {
    guard subjects.count == 1 else { throw RecordError.subjects(subjects.map(\.name)) }
    file = URL(fileURLWithPath: path)
    self.name = name
    let manager = FileManager.default
    let isThere = manager.fileExists(atPath: path)
    text = isThere ? try String(contentsOf: file, encoding: .utf8) : ""
    _ = try KnownFailures(file: name, text: text)
    // The file is replaced by a new one in its folder.
    let folder = file.deletingLastPathComponent()
    let isFolder = (try? folder.resourceValues(forKeys: [.isDirectoryKey]))?.isDirectory ?? false
    guard isFolder, manager.isWritableFile(atPath: folder.path) else {
      throw RecordError.notWritable(folder.path)
    }
  }

  /// Writes the list of the failures of a run, atomically.
  ///
  /// - Parameter report: a run that was not compared with any list.
  package func write(_ report: Report) throws -> KnownFailures {
    let text = try KnownFailures.recorded(report, replacing: text, file: name)
    // What is written can be read again.
    let list = try KnownFailures(file: name, text: text)
    try text.write(to: file, atomically: true, encoding: .utf8)
    return list
  }
}

/// Why no list of known failures can be written.
private enum RecordError: Error, CustomStringConvertible {
  case subjects([String])
  case notWritable(String)

  var description: String {
    switch self {
    case .subjects(let names):
      "a list of known failures is that of one subject; name one of "
        + names.joined(separator: ", ")
    case .notWritable(let path): "\(path) is not writable"
    }
  }
}

extension KnownFailures {
  /// Returns the text of a list of the failures of a run.
  ///
  /// It keeps some of the existing list: the comments at the top, the lines of cases that still
  /// fail in the listed way, and the lines whose cases are flaky or were not run.
  ///
  /// - Parameters:
  ///   - report: a run that was not compared with any list.
  ///   - text: the existing text; empty if there is none.
  /// - Throws: the mistakes in the existing text.
  package static func recorded(
    _ report: Report, replacing text: String, file: String
  ) throws(KnownFailuresError) -> String {
    let old = try KnownFailures(file: file, text: text)
    let comments = text.textLines.prefix { $0.hasPrefix("#") }
    let isDone = { (line: KnownFailure) in
      let cases = report.results.filter { line.pattern.matches($0.id) }
      return line.kind == .fail && cases.contains { $0.outcome != .notRun }
    }
    let kept = old.lines.filter { line in !isDone(line) || line.isTrue(of: report.results) }
    var lines = kept.map { ($0.pattern.description, $0.text) }
    for result in report.results where result.outcome == .fail {
      guard !kept.contains(where: { $0.pattern.matches(result.id) }) else { continue }
      lines.append((result.id.path, line(for: result)))
    }
    let width = lines.map(\.0.utf8.count).max() ?? 0
    let written = lines.sorted { $0.0 < $1.0 }.map { name, rest in
      name + String(repeating: " ", count: width - name.utf8.count) + " " + rest
    }
    return (comments.map(String.init) + written).map { $0 + "\n" }.joined()
  }

  /// The text after the name of a case.
  private static func line(for result: CaseResult) -> String {
    // The list is in printable ASCII, and a message may be long. The start of a message is enough
    // to recognise it.
    let start = result.message.prefix { $0.asciiValue.map { (32...126).contains($0) } ?? false }
    let message = String(start.prefix(60)).singleSpaced
    return "fail - recorded" + (message.isEmpty ? "" : " # \(message)")
  }
}

extension KnownFailure {
  /// Whether every case that the line names failed in the listed way. Cases that were not run do
  /// not count.
  fileprivate func isTrue(of results: [CaseResult]) -> Bool {
    let named = results.filter { pattern.matches($0.id) && $0.outcome != .notRun }
    return named.allSatisfy { result in
      result.outcome == .fail && isMessage(result.message)
    }
  }

  /// The text after the pattern.
  fileprivate var text: String {
    let limit = until.map { "\($0)" } ?? condition?.rawValue ?? "-"
    return "\(kind.rawValue) \(limit) \(reference)" + (message.map { " # \($0)" } ?? "")
  }
}
