internal import Foundation

/// A run as its `results.jsonl` records it: enough to compare it with another run.
package struct SavedRun: Hashable, Sendable {
  /// A requirement on a subject.
  struct Place: Hashable {
    let subject: String
    let requirement: RequirementID
  }

  /// The outcome of a case, and the reason.
  struct Ending: Hashable {
    let outcome: Outcome
    let message: String
  }

  /// A circumstance of a run: the version of the suite, the seed.
  struct Circumstance: Hashable {
    let name: String
    let value: String
  }

  /// The circumstances of the run, in the order in which differences are reported.
  private(set) var circumstances: [Circumstance] = []
  /// The titles of the requirements.
  private(set) var titles: [RequirementID: String] = [:]
  /// The outcomes of the requirements, for each subject that they apply to.
  private(set) var outcomes: [Place: Outcome] = [:]
  /// The results of the cases.
  private(set) var cases: [CaseID: Ending] = [:]
  /// The verdicts, by subject.
  private(set) var verdicts: [String: Verdict] = [:]
  /// Whether every planned case of the run has a result.
  private(set) var isComplete = false

  /// Reads `results.jsonl`. A file without a footer comes from a run that crashed. It can be read,
  /// and is not complete.
  ///
  /// - Throws: `SavedRunError` if a line is not from a report, or from one that this suite does not
  ///   know.
  package init(jsonLines text: String) throws(SavedRunError) {
    var number = 0
    for line in text.utf8.split(separator: UInt8(ascii: "\n")) {
      number += 1
      let reason: String
      do {
        try take(Data(line))
        if !circumstances.isEmpty { continue }
        reason = "the first line of a report is its header"
      } catch let error as Unknown {
        reason = error.reason
      } catch {
        reason = "this line is not from a report"
      }
      throw SavedRunError(line: number, reason: reason)
    }
    guard number > 0 else { throw SavedRunError(line: 1, reason: "the file is empty") }
  }

  /// Reads the `results.jsonl` at a path, or in the folder at that path.
  package init(path: String) throws {
    var file = URL(fileURLWithPath: path)
    var isFolder: ObjCBool = false
    if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue {
      file.appendPathComponent("results.jsonl")
    }
    try self.init(jsonLines: String(contentsOf: file, encoding: .utf8))
  }

  /// Creates the saved run of a report.
  package init(_ report: Report) {
    do {
      try self.init(jsonLines: report.jsonLines())
    } catch {
      preconditionFailure("a report was written that cannot be read: \(error)")
    }
  }

  private mutating func take(_ line: Data) throws {
    let decoder = JSONDecoder()
    switch try decoder.decode(Kind.self, from: line).record {
    case "header": circumstances = try decoder.decode(Header.self, from: line).circumstances()
    case "requirement":
      let record = try decoder.decode(RequirementLine.self, from: line)
      // The id is of an area that this suite does not have, so there is nothing to compare with.
      guard let id = RequirementID(record.id) else { return }
      titles[id] = record.title
      for (subject, outcome) in record.outcomes {
        outcomes[Place(subject: subject, requirement: id)] = try known(outcome, Outcome.init)
      }
    case "case":
      let record = try decoder.decode(CaseLine.self, from: line)
      guard let id = CaseID(record.id) else { return }
      cases[id] = Ending(
        outcome: try known(record.outcome, Outcome.init), message: record.message ?? "")
    case "footer":
      let record = try decoder.decode(Footer.self, from: line)
      isComplete = record.complete
      verdicts = try record.verdicts.mapValues { try known($0, Verdict.init) }
    case "problem": break
    default: throw Unknown(reason: "unknown kind of record")  // foreign: a file
    }
  }

  private func known<Value>(_ text: String, _ read: (String) -> Value?) throws -> Value {
    guard let value = read(text) else {
      throw Unknown(reason: "unknown outcome or verdict")
    }
    return value
  }
}

/// An error: a file is not a saved run.
package struct SavedRunError: Error, Hashable, CustomStringConvertible {
  /// The line, from 1.
  let line: Int
  /// What is wrong with the line. It never quotes the line.
  let reason: String

  package var description: String { "line \(line): \(reason)" }
}

private struct Unknown: Error {
  let reason: String
}

// MARK: - Lines

private struct Kind: Decodable {
  let record: String
}

private struct Header: Decodable {
  let schema: String
  let suite: String
  let spec: String
  let seed: String
  let build: String
  let selection: [String]

  func circumstances() throws -> [SavedRun.Circumstance] {
    guard schema == Report.jsonSchema else {
      throw Unknown(reason: "the schema is not \(Report.jsonSchema)")
    }
    let selected = selection.isEmpty ? "everything" : selection.joined(separator: ",")
    return [
      ("suite", suite), ("spec", spec), ("seed", seed), ("build", build), ("selection", selected),
    ].map(SavedRun.Circumstance.init)
  }
}

private struct RequirementLine: Decodable {
  let id: String
  let title: String
  let outcomes: [String: String]
}

private struct CaseLine: Decodable {
  let id: String
  let outcome: String
  let message: String?
}

private struct Footer: Decodable {
  let complete: Bool
  let verdicts: [String: String]
}
