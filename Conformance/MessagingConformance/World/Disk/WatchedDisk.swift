internal import MessagingCore

/// The disk of a case, as far as its store says what it asks of it (`power-loss`).
///
/// A store announces each step right before it takes it, and takes it on the real disk. From the
/// steps the engine computes what a loss of power may leave at any moment, lays that into another
/// folder, and has the subject open it there. Of a file that nobody announces nothing is left.
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

  /// Whether somebody wants to know. If not, a store need not announce anything.
  public let isWatched: Bool
  private let plan: DiskFaultPlan?
  private let onStep: (@Sendable (DiskStep) -> Void)?
  private let state = Locked(State())

  /// - Parameters:
  ///   - plan: what goes wrong; nothing, by default.
  ///   - onStep: called with each step before it is taken.
  package init(
    isWatched: Bool = true, plan: DiskFaultPlan? = nil,
    onStep: (@Sendable (DiskStep) -> Void)? = nil
  ) {
    self.isWatched = isWatched
    self.plan = plan
    self.onStep = onStep
  }

  /// Says what is about to be asked of the disk.
  ///
  /// - Returns: why it must not happen; `nil` if it may.
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

  /// Everything that changed the disk or waited for it, in order.
  package var steps: [DiskStep] { state.withLock { $0.steps } }

  /// How many steps changed the disk or waited for it.
  var stepCount: Int { state.withLock { $0.steps.count } }

  /// How many steps were met that the plan is about.
  var concernedCount: Int { state.withLock { $0.concerned } }

  /// The first step that was refused.
  var firstFault: DiskFault? { state.withLock { $0.firstFault } }
}
