import Testing

@testable import MessagingConformance

@Suite struct LawTests {
  @Test func `each law that speaks for a requirement names one of the Spec`() throws {
    let spec = try Spec.bundled()
    for law in Law.all {
      let id = try #require(law.requirement, "\(law.sentence)")
      #expect(spec[id] != nil, "\(law.sentence)")
    }
  }

  @Test func `a law is told once, where its requirement fails`() throws {
    let results = [
      try Self.case("SEND-005", .fail), try Self.case("SEND-030", .fail, law: "SEND-005"),
      try Self.case("SEND-040", .blocked, message: "SEND-030: it waits"),
      try Self.case("SEND-050", .pass),
    ]
    #expect(
      results.toldOnce().map { "\($0.outcome) \($0.message)" } == [
        "fail wrong", "blocked SEND-005: wrong", "blocked SEND-005: it waits", "pass wrong",
      ])
  }

  @Test func `a law whose requirement is blocked waits for the same root`() throws {
    let results = [
      try Self.case("OPEN-001", .fail), try Self.case("OPEN-008", .blocked, message: "OPEN-001: x"),
      try Self.case("OPEN-030", .fail, law: "OPEN-008"),
    ]
    #expect(results.toldOnce().map(\.message) == ["wrong", "OPEN-001: x", "OPEN-001: wrong"])
  }

  @Test func `a law that is told nowhere else stays where it is broken`() throws {
    let results = [
      try Self.case("SEND-030", .fail, law: "SEND-005"), try Self.case("SEND-005", .pass),
    ]
    #expect(results.toldOnce() == results)
  }

  @Test func `a requirement that also fails by itself keeps its failure`() throws {
    let results = [
      try Self.case("SEND-005", .fail), try Self.case("SEND-030", .fail),
      try Self.case("SEND-030", .fail, law: "SEND-005"),
      try Self.case("SEND-040", .blocked, message: "SEND-030: it waits"),
    ]
    #expect(
      results.toldOnce().map { "\($0.outcome) \($0.message)" } == [
        "fail wrong", "fail wrong", "blocked SEND-005: wrong", "blocked SEND-030: it waits",
      ])
  }

  private static func `case`(
    _ id: String, _ outcome: Outcome, law: String? = nil, message: String = "wrong"
  ) throws -> CaseResult {
    CaseResult(
      CaseID(subject: "mine", requirement: try #require(RequirementID(id)), slug: "one"),
      level: .must, outcome, message: message, law: law.flatMap { RequirementID($0) })
  }
}
