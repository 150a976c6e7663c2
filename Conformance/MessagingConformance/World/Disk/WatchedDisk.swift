internal import MessagingCore

/// The disk of a case, as far as its store announces its steps (`power-loss`).
///
/// A store announces each step right before it performs it on the real disk. From the steps, the
/// engine computes what a loss of power may leave at any moment. It writes those files to another
/// folder, and makes the subject open them there. Nothing is left of a file whose steps are not
/// announced.
///
///     if let fault = environment.disk.announce(.sync("chat.log")) { throw refused(fault) }
///
/// Safe to call from several threads.
public final class WatchedDisk: Sendable {
  private struct State {
    var steps: [DiskStep] = []
    var concerned = 0
    var firstFault: DiskFault?
  }

  /// Whether steps are recorded. If not, a store need not announce anything.
  public let isWatched: Bool
  private let plan: DiskFaultPlan?
  private let onStep: (@Sendable (DiskStep) -> Void)?
  private let state = Locked(State())

  /// - Parameters:
  ///   - plan: the faults; none by default.
  ///   - onStep: called with each step before it is performed.
  package init(
    isWatched: Bool = true, plan: DiskFaultPlan? = nil,
    onStep: (@Sendable (DiskStep) -> Void)? = nil
  ) {
    self.isWatched = isWatched
    self.plan = plan
    self.onStep = onStep
  }

  /// Announces a step, right before it is performed.
  ///
  /// - Returns: the reason why it must not be performed; `nil` if it may.
  @discardableResult
  public func announce(_ step: DiskStep) -> DiskFault? {
    guard isWatched else { return nil }
    onStep?(step)
    return state.withLock { state in
      if let plan, plan.concerns(step) {
        state.concerned += 1
        if plan.lasts ? state.concerned >= plan.number : state.concerned == plan.number {
          let fault = DiskFault(kind: plan.kind, number: state.concerned, words: step.words)
          state.firstFault = state.firstFault ?? fault
          return fault
        }
      }
      if step.isChange { state.steps.append(step) }
      return nil
    }
  }

  /// Every step that changed the disk or waited for it, in order.
  package var steps: [DiskStep] { state.withLock { $0.steps } }

  /// The number of steps that changed the disk or waited for it.
  var stepCount: Int { state.withLock { $0.steps.count } }

  /// The number of steps that the plan could affect.
  var concernedCount: Int { state.withLock { $0.concerned } }

  /// The first step that was refused; `nil` if none was.
  var firstFault: DiskFault? { state.withLock { $0.firstFault } }
}
