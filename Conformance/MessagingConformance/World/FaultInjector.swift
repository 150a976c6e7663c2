import MessagingCore

/// The error of an operation that a `FaultPlan` made fail.
public struct InjectedFault: Error, Sendable, Hashable, CustomStringConvertible {
  public enum Kind: Sendable, Hashable {
    /// The operation failed. The caller continues and may retry.
    case failure
    /// The process died. Code that catches this must not use the instance it came from any more.
    case crash
  }

  public let kind: Kind
  /// The number of the operation, from 1.
  public let operation: Int
  /// The name that the operation gave itself.
  public let name: String

  public init(kind: Kind, operation: Int, name: String) {
    self.kind = kind
    self.operation = operation
    self.name = name
  }

  public var description: String {
    switch kind {
    case .failure: "injected failure at operation \(operation) (\(name))"
    case .crash: "injected crash at operation \(operation) (\(name))"
    }
  }
}

/// Counts the operations of one run, and makes those fail that its plan names.
///
/// Call `try faults.operation("write row")` before each step whose loss must be survivable. If it
/// throws, do not perform the step. After a crash every operation throws: open a new instance of
/// the code under test with a new injector, as a restarted process would.
///
/// Safe to call from several tasks; each call gets its own number.
public final class FaultInjector: Sendable {
  private struct Record {
    var names: [String] = []
    var firstFault: InjectedFault?
  }

  /// The planned faults. A new injector with this plan replays the run.
  package let plan: FaultPlan
  private let record = Locked(Record())
  private let onOperation: (@Sendable (Int) -> Void)?

  /// - Parameters:
  ///   - plan: the faults. The default only counts operations.
  ///   - onOperation: called with the number of each operation before it happens.
  package init(
    _ plan: FaultPlan = .counting, onOperation: (@Sendable (_ number: Int) -> Void)? = nil
  ) {
    self.plan = plan
    self.onOperation = onOperation
  }

  /// Announces the operation `name`, right before it happens.
  ///
  /// - Throws: `InjectedFault` if the operation must not happen.
  public func operation(_ name: String) throws(InjectedFault) {
    let number = record.withLock { record in
      record.names.append(name)
      return record.names.count
    }
    onOperation?(number)
    try record.withLock { record throws(InjectedFault) in
      let kind: InjectedFault.Kind
      switch plan.outcome(ofOperation: number) {
      case .proceed: return
      case .fail: kind = .failure
      case .crash: kind = .crash
      }
      let fault = InjectedFault(kind: kind, operation: number, name: name)
      record.firstFault = record.firstFault ?? fault
      throw fault
    }
  }

  /// Whether operations have no effect: no fault is planned, and nothing observes them.
  var isIdle: Bool { plan == .counting && onOperation == nil }

  /// The number of announced operations, including those that failed.
  public var operationCount: Int { record.withLock { $0.names.count } }

  /// The names of the operations, in the order of their numbers.
  public var operationNames: [String] { record.withLock { $0.names } }

  /// The first fault that happened; `nil` if the plan named no operation of this run.
  public var firstFault: InjectedFault? { record.withLock { $0.firstFault } }

  /// Runs `body` with a fault at operation 1, then 2, and so on, until a run meets no fault.
  ///
  /// This covers every operation without knowing their number.
  ///
  /// - Parameters:
  ///   - runsMax: the most runs, if each of them meets a fault.
  ///   - plan: returns the plan for a number, for instance `FaultPlan.crash(at:)`.
  /// - Returns: how many runs met a fault; `nil` if all `runsMax` runs did, so that some operation
  ///   may not be covered.
  package nonisolated(nonsending) static func sweep(
    runsMax: Int = 10_000,
    plan: (Int) -> FaultPlan,
    body: (FaultInjector) async throws -> Void
  ) async rethrows -> Int? {
    for number in 1...max(1, runsMax) {
      let injector = FaultInjector(plan(number))
      try await body(injector)
      if injector.firstFault == nil { return number - 1 }
    }
    return nil
  }
}
