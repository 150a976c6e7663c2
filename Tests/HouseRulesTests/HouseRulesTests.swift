import Testing

@Suite struct HouseRulesTests {
  @Test(arguments: HouseRule.all)
  func `the repository obeys`(rule: HouseRule) {
    let report = Repository.current.files.flatMap { rule.report(on: $0) }
    for line in report { print(line) }
    if !report.isEmpty {
      Issue.record("\(report.count) lines break \(rule.name); they are printed above this line.")
    }
  }

  @Test(arguments: HouseRule.all)
  func `a rule flags what it forbids, once`(rule: HouseRule) {
    #expect(Set(rule.check(rule.flagged.file).map(\.line)).count == 1)
  }

  @Test(arguments: HouseRule.all)
  func `a rule does not flag what it allows`(rule: HouseRule) {
    #expect(rule.check(rule.accepted.file) == [])
  }

  @Test func `rules have names of their own`() {
    let names = HouseRule.all.map(\.name)
    #expect(Set(names).count == names.count)
  }

  @Test func `each allowance is still needed`() {
    for allowance in Allowance.all {
      let rule = HouseRule.all.first { $0.name == allowance.rule }
      let file = Repository.current.files.first { $0.path == allowance.path }
      let found = file.flatMap { rule?.check($0) } ?? []
      #expect(found != [], "\(allowance.path) does not break \(allowance.rule) any more")
      #expect(allowance.reason.hasSuffix("."))
    }
  }

  @Test func `the top level is what the design says`() {
    let entries = Repository.current.trackedPaths.compactMap {
      $0.split(separator: "/", maxSplits: 1).first.map(String.init)
    }
    let expected: Set = [
      "Package.swift", "Sources", "Tests", "Spec", "Conformance", "Fixtures", "README.md",
      "LICENSE",
    ]
    #expect(Set(entries).filter { !$0.hasPrefix(".") } == expected)
  }

  @Test func `the rules see the repository`() {
    let paths = Set(Repository.current.files.map(\.path))
    #expect(paths.contains("Package.swift"))
    #expect(paths.contains("Tests/HouseRulesTests/HouseRulesTests.swift"))
    #expect(paths.contains("Spec/README.md"))
  }
}
