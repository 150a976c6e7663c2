import ConformanceProof
import MessagingCore
import MessagingModel
import MessagingTimeline
import Testing

@testable import MessagingConformance

/// A subject plays a part, and is asked what concerns that part and nothing else.
@Suite struct RoleTests {
  /// Brings a difference only.
  private struct DiffOnly: DiffSubject {
    let name = "diff-only"
    func timelineDiffing() -> any TimelineDiffing { NoDifference() }
  }

  private struct NoDifference: TimelineDiffing {
    func diff(from old: Timeline, to new: Timeline) -> TimelineDiff {
      TimelineDiff(base: old.version, target: new.version)
    }
  }

  private static let twoAreas = [
    "REPO.md": SpecSamples.requirement(),
    "SCROLL.md": SpecSamples.requirement(
      id: "SCROLL-001", meta: "`must` · since `0.1` · mutants `ignores-prepends`",
      evidence: "```scroll page\n\(ScrollSamples.page)\n```"),
  ]

  @Test func `roles are those whose protocols a subject conforms to`() {
    #expect(DiffOnly().roles == [.diff])
    #expect(ScrollToy().roles == [.scroll])
    #expect(Canary.alwaysEmpty.roles == [.repository])
    #expect(DiffOnly().capabilities == [])
  }

  @Test func `every area asks one role, and every kind of block fits an area`() {
    for role in Role.all { #expect(Area.all.contains { $0.role == role }) }
    for kind in BlockKind.all {
      #expect(kind == .check ? kind.role == nil : kind.role != nil)
    }
  }

  @Test func `a subject gets the cases of its roles and no others`() async throws {
    let runner = ConformanceRunner(spec: try Spec(texts: Self.twoAreas))
    #expect(runner.cases(for: [ScrollToy()]).map(\.description) == ["toy::SCROLL-001/page"])
    #expect(runner.cases(for: [DiffOnly()]).isEmpty)
    let report = try await runner.run([ScrollToy(), Canary.alwaysEmpty])
    #expect(report.results(of: "toy").map(\.outcome) == [.pass])
    #expect(report.verdict(on: "toy") == .conforming)
    #expect(report.tally(of: "toy").total(.must) == 1)
    #expect(report.tally(of: "always-empty").total(.must) == 1)
    let terminal = report.terminal()
    #expect(terminal.contains("toy (scroll) conforms.\n  MUST: 1 of 1 hold\n"), "\(terminal)")
    #expect(
      report.jsonLines().contains(
        #""title":"A write is read back","outcomes":{"toy":"pass"}}"#))
  }

  @Test func `a subject that a selection asks nothing is left out`() async throws {
    let options = RunOptions(selection: try Selection("SCROLL-*"))
    let runner = ConformanceRunner(spec: try Spec(texts: Self.twoAreas), options: options)
    let report = try await runner.run([ScrollToy(), Canary.alwaysEmpty])
    #expect(report.subjects.map(\.name) == ["toy"])
    #expect(report.verdict == .conforming)
    await #expect(throws: PatternError.self) { try await runner.run([Canary.alwaysEmpty]) }
  }

  @Test func `a mutant plays the role that it is bad at, and is put to that alone`() async throws {
    let mutant = Mutant(
      "ignores-prepends", kills: "SCROLL-001", "Nothing is held.", origin: "a test",
      .scroll { ScrollToy(fault: .ignoresPrepends).scrollAnchoring($0) })
    #expect(mutant.role == .scroll)
    #expect(mutant.subject.roles == [.scroll])
    let matrix = try await KillMatrix(
      try Spec(texts: Self.twoAreas), mutants: [mutant], width: 1)
    #expect(matrix.rows.map(\.description) == ["ignores-prepends: caught by SCROLL-001"])
    #expect(matrix.problems == ["REPO-001: no mutant shows that it can fail"])
  }

  @Test func `the page leaves the cells of what is not asked empty`() async throws {
    let runner = ConformanceRunner(spec: try Spec(texts: Self.twoAreas))
    let page = try await runner.run([ScrollToy(), Canary.alwaysEmpty]).html()
    #expect(page.contains("<td data-subject=\"toy\"></td>"))
    #expect(!page.contains("not run</span></a></td>"))
  }
}
