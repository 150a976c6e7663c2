internal import MessagingCore

/// Many histories of one setting, and their results.
package struct SimulationRun: Sendable {
  package let setting: Simulation.Setting
  /// Creates new disks for each history.
  package let stores: @Sendable () throws -> SimulatedStores

  package init(
    _ setting: Simulation.Setting,
    stores: @escaping @Sendable () throws -> SimulatedStores = { MemoryDisks.fresh() }
  ) {
    self.setting = setting
    self.stores = stores
  }

  /// A history that failed, made as short as possible.
  package struct Finding: Sendable {
    package let seed: UInt64
    package let failure: SimulationFailure
    /// The steps that are needed for a failure of this kind.
    package let steps: [SimulationStep]
    /// The failure of these steps alone.
    package let shrunk: SimulationFailure
  }

  /// All steps of a history, or those with the given numbers.
  ///
  /// - Parameter first: the number of steps from the start to include; `nil` for all.
  package func steps(
    seed: UInt64, first: Int? = nil, only: Set<Int>? = nil
  ) -> [SimulationStep] {
    SimulationStep.history(
      seed: seed, devices: setting.devices, hasScreens: setting.hasScreens
    )
    .prefix(max(0, first ?? .max)).filter { only?.contains($0.number) ?? true }
  }

  /// Plays one history.
  ///
  /// - Returns: how often each event occurred.
  /// - Throws: ``SimulationFailure``, or an error of the stores.
  package func play(
    _ steps: [SimulationStep], seed: UInt64
  ) async throws -> [SimulationMark: Int] {
    try await Simulation.play(steps, in: setting, seed: seed, stores: stores())
  }

  /// Removes the steps that a failure does not need.
  package func shrink(
    _ failure: SimulationFailure, _ steps: [SimulationStep], seed: UInt64, evaluations: Int = 400
  ) async -> Finding {
    let last = Locked(failure)
    var quiet = setting
    quiet.trace = nil
    let end = failure.step.flatMap { number in steps.firstIndex { $0.number == number } }
    let needed = end.map { Array(steps[...$0]) } ?? steps
    let outcome = await Shrinker<SimulationStep>(evaluationsMax: evaluations)
      .shrink(needed) {
        [quiet] steps in
        do {
          _ = try await Simulation.play(steps, in: quiet, seed: seed, stores: stores())
          return false
        } catch let other as SimulationFailure {
          guard other.reason.kind == failure.reason.kind else { return false }
          last.withLock { $0 = other }
          return true
        } catch {
          return false
        }
      }
    return Finding(seed: seed, failure: failure, steps: outcome.steps, shrunk: last.current)
  }
}
