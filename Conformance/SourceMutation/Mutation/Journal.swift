package import Foundation
package import SourceFaults

/// What was found out about the sources as they are: written as it comes, read when a run goes on.
///
/// One JSON line for each finding, below a line with the fingerprint of what was measured.
package struct Journal {
  private struct Header: Codable {
    let fingerprint: String
  }

  /// What is known of the sources with this fingerprint.
  package private(set) var findings: [Fault.Name: Finding] = [:]
  /// What survived in the last run, of whatever sources.
  package private(set) var lastSurvivors: Set<Fault.Name> = []
  private let file: FileHandle

  package init(_ url: URL, fingerprint: String, isFresh: Bool) throws {
    let old = (try? String(contentsOf: url, encoding: .utf8)) ?? ""
    let lines = old.split(separator: "\n").map { Data($0.utf8) }
    let decoder = JSONDecoder()
    let header = lines.first.flatMap { try? decoder.decode(Header.self, from: $0) }
    let known = lines.dropFirst().compactMap { try? decoder.decode(Finding.self, from: $0) }
    let latest = Dictionary(known.map { ($0.name, $0) }) { $1 }
    lastSurvivors = Set(
      latest.values.filter(\.answer.isOpen).map(\.name))
    let isSame = header?.fingerprint == fingerprint && !isFresh
    if isSame {
      findings = latest
    } else {
      let header = try JSONEncoder().encode(Header(fingerprint: fingerprint))
      try (header + Data("\n".utf8)).write(to: url)
    }
    file = try FileHandle(forWritingTo: url)
    try file.seekToEnd()
  }

  package mutating func note(_ finding: Finding) throws {
    findings[finding.name] = finding
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    try file.write(contentsOf: encoder.encode(finding) + Data("\n".utf8))
  }
}
