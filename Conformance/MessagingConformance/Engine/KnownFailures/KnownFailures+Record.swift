internal import Foundation
internal import MessagingModel

extension KnownFailures {
  /// Writes a list of the failures of a run to a file, atomically.
  ///
  /// - Parameters:
  ///   - report: a run that was not compared with any list.
  ///   - path: the path of the file. Lines in it that are still true are kept.
  ///   - name: the file's name in error messages.
  /// - Throws: the mistakes in the existing file. A file that cannot be read is not replaced,
  ///   because its comments would be lost.
  package static func record(
    _ report: Report, at path: String, named name: String
  ) throws -> KnownFailures {
    let isThere = FileManager.default.fileExists(atPath: path)
    let known = isThere ? try String(contentsOfFile: path, encoding: .utf8) : ""
    let text = try recorded(report, replacing: known, file: name)
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    return try KnownFailures(file: name, text: text)
  }

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
    // The list is in ASCII, and a message may be long. The start of a message is enough to
    // recognise it.
    let start = result.message.prefix { $0.isASCII && !$0.isNewline }.prefix(60)
    let message = start.split(separator: " ").joined(separator: " ")
    return "fail - recorded" + (message.isEmpty ? "" : " # \(message)")
  }
}

extension KnownFailure {
  /// Whether every case that the line names failed in the listed way. Cases that were not run do
  /// not count.
  fileprivate func isTrue(of results: [CaseResult]) -> Bool {
    let named = results.filter { pattern.matches($0.id) && $0.outcome != .notRun }
    return named.allSatisfy { result in
      result.outcome == .fail && message.map { result.message.hasPrefix($0) } ?? true
    }
  }

  /// The text after the pattern.
  fileprivate var text: String {
    let limit = until.map { "\($0)" } ?? condition?.rawValue ?? "-"
    return "\(kind.rawValue) \(limit) \(reference)" + (message.map { " # \($0)" } ?? "")
  }
}
