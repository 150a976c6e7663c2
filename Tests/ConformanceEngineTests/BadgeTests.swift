import Foundation
import Testing

@testable import MessagingConformance

@Suite struct BadgeTests {
  @Test func `each subject of a whole run has a badge that says what holds`() throws {
    let badges = try ReportSamples.report().badges
    #expect(badges.map(\.fileName) == ["badge-memory.svg", "badge-sqlite.svg"])
    #expect(
      badges.map(\.words) == [
        "does not conform (minimal), 0 of 2 MUST", "conforms (full), 2 of 2 MUST",
      ])
    #expect(
      badges[1].title
        == "sqlite: messaging-spec 0.1 conforms (full), 2 of 2 MUST; suite 0.1, seed 17, "
        + "debug build"
    )
  }

  @Test func `a part of the suite is no claim`() throws {
    let whole = try ReportSamples.report()
    var header = whole.header
    header.selection = ["REPO-*"]
    let part = Report(
      header: header, subjects: whole.subjects, requirements: whole.requirements,
      results: whole.results)
    #expect(part.badges.isEmpty)
    let torn = Report(
      header: whole.header, subjects: whole.subjects, requirements: whole.requirements,
      results: whole.results, planned: 99)
    #expect(torn.badges.isEmpty)
  }

  @Test func `a badge is well formed, stands alone and escapes its subject`() throws {
    let subject = ReportSubject(name: "a <b> & \"c\"/é", profile: "full")
    let report = Report(
      header: ReportHeader(suite: "0.1", spec: "0.1", seed: 1), subjects: [subject],
      requirements: [], results: [])
    let badge = try #require(report.badges.first)
    #expect(badge.fileName == "badge-a--b-----c---.svg")
    let document = try ParsedMarkup(badge.svg)
    #expect(document.elements.first?.name == "svg")
    #expect(
      document.elements.first?.attributes["aria-label"]?.hasPrefix("a <b> & \"c\"/é: ") == true)
    #expect(!badge.svg.contains("href"))
    #expect(!badge.svg.contains("url(h"))
  }

  @Test func `the folder of reports forgets the badges of the run before`() throws {
    let path = FileManager.default.temporaryDirectory
      .appendingPathComponent("badges-\(UUID())").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let report = try ReportSamples.report()
    try ReportFolder(path: path).write(report)
    let mine = path + "/notes.txt"
    try Data("mine".utf8).write(to: URL(fileURLWithPath: mine))
    let names = try FileManager.default.contentsOfDirectory(atPath: path)
    #expect(names.contains("badge-sqlite.svg"))
    _ = try ReportFolder(path: path)
    #expect(try FileManager.default.contentsOfDirectory(atPath: path) == ["notes.txt"])
  }
}
