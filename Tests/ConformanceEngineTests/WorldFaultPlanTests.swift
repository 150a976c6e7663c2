import MessagingConformance
import Testing

@Suite struct WorldFaultPlanTests {
  private func outcomes(_ plan: FaultPlan, _ count: Int = 5) -> [FaultPlan.Outcome] {
    (1...count).map { plan.outcome(ofOperation: $0) }
  }

  @Test func `each rule names its operations`() {
    #expect(outcomes(.counting) == [.proceed, .proceed, .proceed, .proceed, .proceed])
    #expect(outcomes(.fail(at: 2)) == [.proceed, .fail, .proceed, .proceed, .proceed])
    #expect(outcomes(.fail(from: 4)) == [.proceed, .proceed, .proceed, .fail, .fail])
    #expect(outcomes(.crash(at: 3)) == [.proceed, .proceed, .crash, .crash, .crash])
  }

  @Test func `rules add up, and a crash wins`() {
    let plan = FaultPlan([.failAt(1), .failFrom(3), .crashAt(4)])
    #expect(outcomes(plan) == [.fail, .proceed, .fail, .crash, .crash])
  }

  @Test(arguments: ["nothing", "fail at 2", "fail from 12", "crash at 1", "fail at 2, crash at 7"])
  func `what is printed is read again`(text: String) throws {
    let plan = try #require(FaultPlan(text))
    #expect(plan.description == text)
  }

  @Test(arguments: [
    "", "fail", "fail at", "fail at 0", "fail at -1", "fail at +1", "fail at 01", "fail at x",
    "burn at 1", "crash from 1", "fail at 1,", "fail at 1,crash at 2", ", fail at 1", "fail  at 1",
    "fail at 1, nothing", " fail at 1", "fail at 99999999999999999999",
  ])
  func `anything else is refused`(text: String) {
    #expect(FaultPlan(text) == nil)
  }

  @Test func `the injector counts and throws where the plan says`() throws {
    let faults = FaultInjector(.fail(at: 2))
    try faults.operation("begin")
    #expect(throws: InjectedFault(kind: .failure, operation: 2, name: "write row")) {
      try faults.operation("write row")
    }
    try faults.operation("commit")
    #expect(faults.operationCount == 3)
    #expect(faults.operationNames == ["begin", "write row", "commit"])
    #expect(faults.firstFault?.description == "injected failure at operation 2 (write row)")
  }

  @Test func `after a crash nothing happens any more`() {
    let faults = FaultInjector(.crash(at: 1))
    for number in 1...2 {
      #expect(throws: InjectedFault(kind: .crash, operation: number, name: "write")) {
        try faults.operation("write")
      }
    }
    #expect(faults.firstFault?.operation == 1)
  }

  @Test func `calls from many tasks each get a number of their own`() async {
    let faults = FaultInjector(.fail(at: 50))
    let failed = await withTaskGroup(of: Int?.self) { group in
      for number in 1...100 {
        group.addTask {
          do throws(InjectedFault) {
            try faults.operation("task \(number)")
            return nil
          } catch {
            return error.operation
          }
        }
      }
      return await group.reduce(into: [Int]()) { if let number = $1 { $0.append(number) } }
    }
    #expect(failed == [50])
    #expect(faults.operationCount == 100)
  }

  @Test func `a sweep meets every operation once and then a whole run`() async throws {
    var met: [String] = []
    let runs = try await FaultInjector.sweep(plan: FaultPlan.crash(at:)) { faults in
      for step in ["begin", "write", "commit"] {
        do {
          try faults.operation(step)
        } catch let fault as InjectedFault {
          met.append(fault.name)
          return
        }
      }
    }
    #expect(runs == 3)
    #expect(met == ["begin", "write", "commit"])
  }

  @Test func `a sweep without end says so`() async {
    let runs = await FaultInjector.sweep(runsMax: 4, plan: FaultPlan.fail(from:)) { faults in
      while (try? faults.operation("again")) != nil {}
    }
    #expect(runs == nil)
  }
}
