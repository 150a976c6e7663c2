import BuiltInSubjects
import ConformanceProof
import MessagingConformance
import Testing

/// The plan of `Conformance/soak`: it reaches what it is for, and its steps can be told apart.
@Suite struct SoakPlanTests {
  private func plan(seed: UInt64 = 1) throws -> SoakPlan {
    SoakPlan(
      try .bundled(), [ModelSubject(), SQLiteSubject(), OracleSubject()], seed: seed)
  }

  /// How many seeds the steps of a requirement try, from which on.
  private func seeds(_ id: String, of subject: String, in plan: SoakPlan) throws -> [Range<Int>] {
    try plan.full.filter { $0.name.hasPrefix("full/\(subject)/\(id)/") }.map { step in
      let (first, count) = (try step.value("--seed"), try step.value("--seeds"))
      return first..<(first + count)
    }
  }

  @Test func `steps have names of their own`() throws {
    let plan = try plan()
    let steps = plan.full + plan.parts("thread") + plan.parts("address")
    #expect(Set(steps.map(\.name)).count == steps.count)
    #expect(steps.allSatisfy { !$0.name.contains(" ") && !$0.line.contains("\n") })
  }

  @Test func `a thousand histories of sending meet in one step`() throws {
    // 17 times 60 are 1,020; what was met counts from a thousand in one call on.
    #expect(try seeds("SEND-061", of: "model", in: plan()) == [1..<18])
    #expect(try seeds("SEND-061", of: "model", in: plan(seed: 101)) == [101..<118])
  }

  @Test func `the seeds of a store are taken a few at a time, each once`() throws {
    // 12 histories for each seed: 84 seeds are 1,008, and 20 of them 240.
    let steps = try seeds("REPO-069", of: "sqlite", in: plan())
    #expect(steps.flatMap(Array.init) == Array(1..<85))
    #expect(steps.allSatisfy { $0.count <= 20 })
  }

  @Test func `whoever stops early has seen some of everything`() throws {
    let names = try plan().full.map(\.name)
    let last = try #require(names.lastIndex { $0.hasSuffix("/1") })
    let second = try #require(names.firstIndex { $0.hasSuffix("/2") })
    #expect(last < second)
    #expect(names[..<second].contains { $0.hasPrefix("full/simulate/sqlite/") })
  }

  @Test func `whoever repeats nothing is asked once`() throws {
    let names = try plan().full.map(\.name)
    #expect(names.contains("full/model/all"))
    #expect(!names.contains { $0.hasPrefix("full/model/DIFF-") })
    #expect(!names.contains { $0.hasPrefix("full/model/REPO-") })
  }

  @Test func `what a subject does not declare is left out`() throws {
    let names = try plan().full.map(\.name)
    // Files that are damaged, and processes that are killed: the oracle has neither.
    #expect(names.contains("full/sqlite/REPO-080/1"))
    #expect(!names.contains { $0.hasPrefix("full/oracle/REPO-080/") })
    #expect(names.contains("full/oracle/REPO-069/1"))
  }

  @Test func `the parts are all areas of all subjects`() throws {
    let names = try plan().parts("thread").map(\.name)
    #expect(names.contains("thread/model/DIFF"))
    #expect(names.contains("thread/sqlite/REPO"))
    #expect(!names.contains("thread/model/REPO"))
  }
}

extension SoakPlan.Step {
  /// The number behind an option.
  fileprivate func value(_ option: String) throws -> Int {
    let index = try #require(arguments.firstIndex(of: option))
    return try #require(Int(arguments[index + 1]))
  }
}
