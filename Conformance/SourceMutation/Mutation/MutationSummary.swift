package import SourceFaults

/// The findings of a run, as they are told in the end.
package struct MutationSummary: Sendable {
  /// The sample of one path.
  package struct Part: Sendable {
    package let path: String
    package let findings: [(fault: Fault, finding: Finding)]

    package init(path: String, findings: [(fault: Fault, finding: Finding)]) {
      self.path = path
      self.findings = findings
    }
  }

  private let parts: [Part]
  /// Whether unit tests ran for what no case notices.
  private let hasTests: Bool

  package init(_ parts: [Part], hasTests: Bool = false) {
    self.parts = parts
    self.hasTests = hasTests
  }

  /// Counts of a set of findings.
  struct Row {
    let name: String
    var planted = 0
    var killed = 0
    /// Killed by a unit test alone.
    var tested = 0
    var survived = 0
    var unreached = 0
    var equivalent = 0

    init(_ name: String, _ answers: [Finding.Answer]) {
      self.name = name
      planted = answers.count
      killed = answers.count(where: \.isKill)
      tested = answers.count { $0 == .tested }
      survived = answers.count { $0 == .survived }
      unreached = answers.count { $0 == .unreached }
      equivalent = answers.count { $0 == .equivalent }
    }

    /// Of those that are not equivalent; 100 if there are none.
    var percent: Double { percent(killed + tested) }

    private func percent(_ part: Int) -> Double {
      planted == equivalent ? 100 : 100 * Double(part) / Double(planted - equivalent)
    }

    private func share(_ part: Int) -> String {
      planted == equivalent ? "–" : "\(Int(percent(part).rounded(.down))) %"
    }

    func cells(hasTests: Bool) -> [String] {
      let counts = [planted, killed] + (hasTests ? [tested] : [])
      let rest = [survived, unreached, equivalent]
      return [name] + (counts + rest).map { "\($0)" } + [share(killed)]
        + (hasTests ? [share(killed + tested)] : [])
    }

    static func head(hasTests: Bool) -> [String] {
      ["", "planted", "killed"] + (hasTests ? ["unit tests"] : [])
        + ["survived", "not reached", "equivalent", "of non-equivalent"]
        + (hasTests ? ["with unit tests"] : [])
    }
  }

  /// The part of the faults that are not equivalent which cases, or the unit tests that ran, kill,
  /// in percent.
  package var percent: Double { Row("", answers(of: parts)).percent }

  private func answers(of parts: [Part]) -> [Finding.Answer] {
    parts.flatMap(\.findings).map(\.finding.answer)
  }

  /// Every survivor with its place and what was changed.
  package var survivors: String {
    parts.flatMap(\.findings).filter(\.finding.answer.isOpen).map { fault, finding in
      let reached =
        finding.answer == .unreached ? "not reached" : "survived \(finding.reachedBy) cases"
      let note = finding.message.map { "\n  (\($0))" } ?? ""
      let difference = fault.difference.split(separator: "\n").joined(separator: "\n  ")
      return "\(fault.place)  \(fault.name.kind.rawValue) \(fault.name.ordinal)  \(reached)\n"
        + "  \(difference)\(note)\n"
    }.joined(separator: "\n")
  }

  /// A line for each folder, and one for each path that has several.
  package var table: String {
    var rows: [Row] = []
    for part in parts {
      let folders = Dictionary(grouping: part.findings) { $0.fault.folder }
      for (folder, findings) in folders.sorted(by: { $0.key < $1.key }) where folders.count > 1 {
        rows.append(Row("  " + folder, findings.map(\.finding.answer)))
      }
      rows.append(Row(part.path, part.findings.map(\.finding.answer)))
    }
    if parts.count > 1 { rows.append(Row("all", answers(of: parts))) }
    return Self.text(
      [Row.head(hasTests: hasTests)] + rows.map { $0.cells(hasTests: hasTests) })
  }

  private static func text(_ rows: [[String]]) -> String {
    let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      row.enumerated().map { column, cell in
        let blank = String(repeating: " ", count: widths[column] - cell.count)
        return column == 0 ? cell + blank : blank + cell
      }.joined(separator: "  ")
    }.joined(separator: "\n")
  }
}

extension Fault {
  /// The folder of the file.
  var folder: String { name.path.split(separator: "/").dropLast().joined(separator: "/") }
}
