import MessagingCore
import MessagingModel
import MessagingTimeline
import Testing

@testable import MessagingConformance

/// Marking what is new, and saying what of a row changed, are capabilities of a differ.
struct DifferCapabilityTests {
  private static let asked = "DIFF-001,DIFF-003,DIFF-010..017,DIFF-031"
  private static let beyond = Set((10...17).map { "DIFF-0\($0)" })

  @Test func `a plain differ holds its rules, and the others are unsupported`() async throws {
    let report = try await run(Differ(.plain), Self.asked)
    #expect(requirements(of: report, .unsupported) == Self.beyond)
    #expect(requirements(of: report, .pass) == ["DIFF-001", "DIFF-003", "DIFF-031"])
    #expect(report.verdict(on: "differ") == .conforming)
    let missing = Set(report.results.filter { $0.outcome == .unsupported }.map(\.message))
    #expect(missing == ["arrivals", "aspects"])
  }

  @Test func `a capability that is declared and missing is a failure`() async throws {
    let arrivals = try await run(Differ(.plain, declares: [.arrivals]), Self.asked)
    #expect(requirements(of: arrivals, .fail) == ["DIFF-012"])
    #expect(arrivals.verdict(on: "differ") == .violated)
    let aspects = try await run(Differ(.plain, declares: [.aspects]), Self.asked)
    #expect(requirements(of: aspects, .fail) == ["DIFF-014", "DIFF-015", "DIFF-016"])
    #expect(aspects.verdict(on: "differ") == .violated)
  }

  @Test func `a capability that works and is not declared is a warning`() async throws {
    let arrivals = try await run(Differ(.whole, declares: [.aspects]), "DIFF-031")
    #expect(messages(of: arrivals) == ["arrivals works and is not declared"])
    #expect(arrivals.verdict(on: "differ") == .conforming)
    let aspects = try await run(Differ(.whole, declares: [.arrivals]), "DIFF-031")
    #expect(messages(of: aspects) == ["aspects works and is not declared"])
    let both = try await run(Differ(.whole, declares: [.arrivals, .aspects]), Self.asked)
    #expect(Set(ran(both).map(\.outcome)) == [.pass])
  }

  @Test func `a store cannot declare what a differ can`() async throws {
    let store = try await run(Store(capabilities: [.arrivals]), "CAPA-001")
    #expect(
      messages(of: store) == [
        "arrivals is declared and does not work: "
          + "it is a capability of a list differ, and the subject is none"
      ])
    let both = try await run(StoreAndDiffer(kind: .whole), "CAPA-001,CAPA-002")
    #expect(Set(ran(both).map(\.outcome)) == [.pass])
    let lies = try await run(StoreAndDiffer(kind: .plain), "CAPA-001")
    #expect(
      messages(of: lies) == [
        "aspects is declared and does not work: from 'm1' to 'm1+' it says '', expected 'metadata'"
      ])
  }

  /// A new store has no earlier releases.
  @Test func `no profile has earlier releases, or what differs and sends; all else is in one`() {
    let others: [Capability] = [
      .releases, .arrivals, .aspects, .sendingEdits, .sendingFiles, .sendingDiagnosis,
      .sendingCredentials,
    ]
    #expect(Capability.allCases.filter { $0.profile == nil } == others)
    #expect(Profile.full.capabilities == Set(Capability.allCases).subtracting(others))
    #expect(Set<Capability>([.arrivals]).profile == .minimal)
  }

  /// One fault for each example.
  @Test(arguments: [
    (
      DifferFault.everyInsertIsNew, Capability.arrivals, "from '' to 'm1' it says 'm1', expected ''"
    ),
    (.nothingIsNew, .arrivals, "from 'm1' to 'm1 m2' it says '', expected 'm2'"),
    (.onlyTheLastIsNew, .arrivals, "from 'm1 c1' to 'm1 m2 c1' it says '', expected 'm2'"),
    (.typingIsNew, .arrivals, "from 'm1' to 'm1 typing' it says 'typing', expected ''"),
    (.alwaysContent, .aspects, "from 'm1' to 'm1+' it says 'content', expected 'metadata'"),
    (.alwaysMetadata, .aspects, "from 'm1' to 'm1*' it says 'metadata', expected 'content'"),
    (.groupingIsContent, .aspects, "from 'm1' to 'm1^' it says 'content', expected 'grouping'"),
  ])
  func `each smallest example finds a fault of its own`(
    fault: DifferFault, capability: Capability, problem: String
  ) throws {
    let example = try #require(DifferExample(capability))
    #expect(example.problem(of: FaultyDiffer(fault: fault)) == problem)
    #expect(example.problem(of: TimelineDiffer()) == nil)
  }

  private func run(_ subject: any ConformanceSubject, _ rules: String) async throws -> Report {
    let options = RunOptions(selection: try Selection(rules), historiesMax: 4)
    return try await ConformanceRunner(spec: .bundled(), options: options).run([subject])
  }

  private func ran(_ report: Report) -> [CaseResult] {
    report.results.filter { $0.outcome != .notRun }
  }

  private func messages(of report: Report) -> [String] { ran(report).map(\.message) }

  private func requirements(of report: Report, _ outcome: Outcome) -> Set<String> {
    Set(report.results.filter { $0.outcome == outcome }.map { "\($0.id.requirement)" })
  }
}

private enum Kind {
  case plain
  case whole

  var differ: any TimelineDiffing {
    switch self {
    case .plain: FaultyDiffer(fault: .saysNothing)
    case .whole: TimelineDiffer()
    }
  }
}

private struct Differ: DiffSubject {
  let name = "differ"
  let kind: Kind
  let capabilities: Set<Capability>

  init(_ kind: Kind, declares capabilities: Set<Capability> = []) {
    (self.kind, self.capabilities) = (kind, capabilities)
  }

  func timelineDiffing() -> any TimelineDiffing { kind.differ }
}

private struct Store: RepositorySubject {
  let name = "store"
  let capabilities: Set<Capability>

  func repository(in environment: ConformanceEnvironment) async throws -> any MessageRepository {
    try await InMemoryRepository(owner: environment.owner)
  }
}

private struct StoreAndDiffer: StorageSubject, DiffSubject {
  let name = "both"
  let kind: Kind

  var capabilities: Set<Capability> {
    Set(Capability.allCases)
      .subtracting([
        .releases, .sendingEdits, .sendingFiles, .sendingDiagnosis, .sendingCredentials,
      ])
      .subtracting(kind == .plain ? [.arrivals] : [])
  }

  func storage(in environment: ConformanceEnvironment) async throws -> any MessageStorage {
    try await ReferenceSubject().storage(in: environment)
  }

  func timelineDiffing() -> any TimelineDiffing { kind.differ }
}

enum DifferFault: CaseIterable, Sendable {
  case saysNothing
  case everyInsertIsNew
  case nothingIsNew
  case onlyTheLastIsNew
  case typingIsNew
  case alwaysContent
  case alwaysMetadata
  case groupingIsContent
}

/// The right difference, with one fault in what it says besides.
private struct FaultyDiffer: TimelineDiffing {
  let fault: DifferFault

  func diff(from old: Timeline, to new: Timeline) -> TimelineDiff {
    var diff = TimelineDiffer().diff(from: old, to: new)
    for index in diff.inserts.indices {
      diff.inserts[index].isNew = isNew(diff.inserts[index], new)
    }
    diff.updates = diff.updates.map { update in
      TimelineDiff.Update(
        from: update.from, to: update.to, item: update.item, aspects: aspects(update.aspects))
    }
    return diff
  }

  private func isNew(_ insert: TimelineDiff.Insert, _ new: Timeline) -> Bool {
    switch fault {
    case .everyInsertIsNew: true
    case .saysNothing, .nothingIsNew: false
    case .onlyTheLastIsNew: insert.isNew && insert.index == new.rows.count - 1
    case .typingIsNew: insert.isNew || insert.item.message == nil
    case .alwaysContent, .alwaysMetadata, .groupingIsContent: insert.isNew
    }
  }

  private func aspects(_ aspects: TimelineDiff.Aspects) -> TimelineDiff.Aspects {
    switch fault {
    case .saysNothing: []
    case .alwaysContent: .content
    case .alwaysMetadata: .metadata
    case .groupingIsContent: aspects.contains(.grouping) ? .content : aspects
    case .everyInsertIsNew, .nothingIsNew, .onlyTheLastIsNew, .typingIsNew: aspects
    }
  }
}
