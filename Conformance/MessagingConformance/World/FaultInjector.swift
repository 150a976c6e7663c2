import MessagingCore

/// The error of an operation that a `FaultPlan` let go wrong.
public struct InjectedFault: Error, Sendable, Hashable, CustomStringConvertible {
  public enum Kind: Sendable, Hashable {
    /// The operation failed; the one who called it lives on and may try again.
    case failure
    /// The process died; whoever catches this must do nothing more with the instance it came from.
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

/// Counts the operations of one run and lets those go wrong that its plan names.
///
/// Put `try faults.operation("write row")` in front of each step whose loss must be survivable. The
/// step does not happen when it throws. After a crash every operation throws: open a new instance
/// of the thing under test with a new injector, as a restarted process would.
///
/// Safe to call from several tasks; each call gets its own number.
public final class FaultInjector: Sendable {
  private struct Record {
    var names: [String] = []
    var firstFault: InjectedFault?
  }

  /// What is to go wrong. Give it to a new injector to replay the run.
  package let plan: FaultPlan
  private let record = Locked(Record())
  private let onOperation: (@Sendable (Int) -> Void)?

  /// - Parameters:
  ///   - plan: Without one the operations are only counted.
  ///   - onOperation: Called with the number of each operation before it happens.
  package init(
    _ plan: FaultPlan = .counting, onOperation: (@Sendable (_ number: Int) -> Void)? = nil
  ) {
    self.plan = plan
    self.onOperation = onOperation
  }

  /// Says that the operation `name` is about to happen.
  ///
  /// - Throws: `InjectedFault` when it must not.
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

  /// Whether nobody wants to know of operations: nothing goes wrong, and nobody watches.
  var isIdle: Bool { plan == .counting && onOperation == nil }

  /// How many operations were announced, those that went wrong included.
  public var operationCount: Int { record.withLock { $0.names.count } }

  /// The names of the operations, in the order of their numbers.
  public var operationNames: [String] { record.withLock { $0.names } }

  /// The first fault that happened; nil when the plan named no operation of this run.
  public var firstFault: InjectedFault? { record.withLock { $0.firstFault } }

  /// Runs `body` with a fault at operation 1, then 2, and so on, until a run meets no fault.
  ///
  /// That covers every operation without knowing how many there are.
  ///
  /// - Parameters:
  ///   - runsMax: Stops after so many runs, should each of them meet a fault.
  ///   - plan: The fault for a number, for instance `FaultPlan.crash(at:)`.
  /// - Returns: How many runs met a fault; nil when `runsMax` runs all did, so that some operation
  ///   may be left.
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
