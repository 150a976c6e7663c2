internal import Foundation
internal import MessagingModel

extension KnownFailures {
  /// Writes the list of what fails in a run, as a whole or not at all.
  ///
  /// - Parameters:
  ///   - report: a run that was not compared with any list.
  ///   - path: of the file; what is in it stays where it is true.
  ///   - name: what its errors call it.
  /// - Throws: what is wrong with the file. One that cannot be read is not replaced: its comments
  ///   are somebody's work.
  package static func record(
    _ report: Report, at path: String, named name: String
  ) throws -> KnownFailures {
    let isThere = FileManager.default.fileExists(atPath: path)
    let known = isThere ? try String(contentsOfFile: path, encoding: .utf8) : ""
    let text = try recorded(report, replacing: known, file: name)
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    return try KnownFailures(file: name, text: text)
  }

  /// The list of what fails in a run, to be written to a file.
  ///
  /// Kept of the list that was there: the comments above its first line, the references, limits and
  /// messages of cases that fail as they did, and the lines whose cases were not run or are flaky.
  ///
  /// - Parameters:
  ///   - report: a run that was not compared with any list.
  ///   - text: the file as it is; empty if there is none.
  /// - Throws: what is wrong with that file.
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

  /// What stands behind the name of a case.
  private static func line(for result: CaseResult) -> String {
    // The list is in ASCII, and a message may be long: its start tells it from others.
    let start = result.message.prefix { $0.isASCII && !$0.isNewline }.prefix(60)
    let message = start.split(separator: " ").joined(separator: " ")
    return "fail - recorded" + (message.isEmpty ? "" : " # \(message)")
  }
}

extension KnownFailure {
  /// Whether everything that it names failed as it says.
  fileprivate func isTrue(of results: [CaseResult]) -> Bool {
    let named = results.filter { pattern.matches($0.id) && $0.outcome != .notRun }
    return named.allSatisfy { result in
      result.outcome == .fail && message.map { result.message.hasPrefix($0) } ?? true
    }
  }

  /// What stands behind its pattern.
  fileprivate var text: String {
    let limit = until.map { "\($0)" } ?? condition?.rawValue ?? "-"
    return "\(kind.rawValue) \(limit) \(reference)" + (message.map { " # \($0)" } ?? "")
  }
}
