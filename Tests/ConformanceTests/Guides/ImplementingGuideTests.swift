import BuiltInSubjects
import Foundation
import MessagingConformance
import Testing

/// The guide for implementers puts each rule that the suite can test into one group, and each
/// selection under a group can be pasted as it is.
@Suite struct ImplementingGuideTests {
  /// The selections under the groups. The first ones of the page are examples.
  private static func selections() throws -> [String] {
    let root = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let guide = try String(
      contentsOf: root.appendingPathComponent("Spec/guides/implementing.md"), encoding: .utf8)
    let groups = guide.drop { $0 != "|" }
    return groups.split(separator: "--select '").dropFirst().map { part in
      String(part.prefix { $0 != "'" })
    }
  }

  /// One case of each requirement: together the built-in subjects play every role.
  private static func cases() throws -> [CaseID] {
    let cases = ConformanceRunner(spec: try .bundled()).cases(for: BuiltInSubjects.all)
    return Array(Dictionary(cases.map { ($0.requirement, $0) }) { first, _ in first }.values)
  }

  /// Groups are made to pass in their order, and one that begins with files or edits says so.
  @Test func `no group of a sender needs what a later one declares`() throws {
    let spec = try Spec.bundled()
    let selections = try Self.selections().filter { $0.hasPrefix("SEND-") }
    #expect(selections.count == 11)
    let early = selections.prefix(6).joined(separator: ",")
    let files = selections.prefix(9).joined(separator: ",")
    for requirement in spec.requirements {
      let name = requirement.id.description
      #expect(!early.contains(name) || requirement.needs.isEmpty, "\(name) belongs to 7, 9 or 10")
      let needsFiles = requirement.needs.contains("sending-files")
      #expect(!files.contains(name) || !needsFiles, "\(name) belongs to group 10")
      let needsDiagnosis = requirement.needs.contains("sending-diagnosis")
      #expect(!files.contains(name) || !needsDiagnosis, "\(name) belongs to group 11")
    }
  }

  @Test func `each rule that can be tested is in exactly one group`() throws {
    let cases = try Self.cases()
    let selections = try Self.selections()
    #expect(selections.count > 100)
    var groups: [RequirementID: Int] = [:]
    for text in selections {
      let selection = try Selection(text)
      try selection.check(against: cases)
      for id in Set(cases.filter(selection.includes).map(\.requirement)) {
        groups[id, default: 0] += 1
      }
    }
    let wrong = Set(cases.map(\.requirement)).filter { groups[$0] != 1 }.sorted()
    #expect(wrong.isEmpty, "in no group, or in several: \(wrong)")
  }
}
