/// The run of one subject's cases, one after another. The results of earlier cases decide whether a
/// later one runs.
struct SubjectRun {
  /// After this many stuck cases, or this many crashes, no more cases of the subject run.
  static let interruptionsMax = 3

  private let runner: CaseRunner
  private let options: RunOptions
  private var blocking: Blocking
  private var interruptions: [CaseResult.Interruption: Int] = [:]
  /// How many cases in a row could not open the store; `nil` once one could.
  private var closedDoors: Int? = 0
  /// The parts of the subject that cannot be driven.
  private var troubles: [DriveTrouble]

  init(_ plan: CasePlan, on subject: any ConformanceSubject, _ options: RunOptions) async {
    runner = CaseRunner(subject: subject, options: options)
    self.options = options
    blocking = Blocking(plan)
    troubles = await DriveProbe.troubles(of: subject, plan, options)
  }

  /// Returns the result of a selected case.
  mutating func result(of planned: PlannedCase) async -> CaseResult {
    let behind = blocking.root(of: planned)
    // What is not supported stays so, and passes on what blocks it.
    let root = planned.missing == nil ? behind : nil
    var result =
      if let known = untold(of: planned, root) {
        known
      } else {
        await runner.runWitnessed(planned).blocked(by: root)
      }
    if let interruption = result.interruption {
      interruptions[interruption, default: 0] += 1
      let count = interruptions[interruption, default: 0]
      if interruption == .stuck, count == Self.interruptionsMax {
        result.message += ", as in \(count - 1) cases before; nothing more is asked"
      }
    }
    note(opening: result)
    blocking.note(result, of: planned, behind: behind)
    return result
  }

  /// Returns the result of a case if it is known without running it; `nil` if the case has to run.
  private mutating func untold(of planned: PlannedCase, _ root: RequirementID?) -> CaseResult? {
    if let reason = reasonToStop { return planned.result(.notRun, reason) }
    let area = planned.id.requirement.area
    if let index = troubles.firstIndex(where: { $0.areas.contains(area) }) {
      defer { troubles[index].isTold = true }
      return troubles[index].isTold
        ? planned.result(.notRun, "the suite cannot drive this part of the subject")
        : planned.result(.error, troubles[index].message)
    }
    if let root, !options.runsBlocked { return planned.result(.blocked, "\(root)") }
    return options.witness?.verdict(on: planned, options.replayText(for: planned.id))
  }

  /// Notes whether a case could open the store.
  private mutating func note(opening result: CaseResult) {
    guard let count = closedDoors, result.id.requirement.area.role == .repository else { return }
    switch result.outcome {
    case .error where result.message.contains(SubjectError.cannotBeOpened): closedDoors = count + 1
    case .unsupported, .untested, .notRun, .blocked: break
    case .error, .fail, .unexpectedPass, .inconclusive, .knownFail, .pass: closedDoors = nil
    }
  }

  /// Why no more cases run; `nil` if they do.
  private var reasonToStop: String? {
    if let count = closedDoors, count >= Self.interruptionsMax {
      return "\(count) cases before it could not open the store"
    }
    for interruption in CaseResult.Interruption.allCases {
      let count = interruptions[interruption, default: 0]
      guard count >= Self.interruptionsMax else { continue }
      switch interruption {
      case .stuck: return "\(count) cases before it were slow or stuck"
      case .crashed: return "the process crashed under \(count) cases before it"
      }
    }
    return nil
  }
}

extension PlannedCase {
  /// A result without details.
  func result(_ outcome: Outcome, _ message: String) -> CaseResult {
    CaseResult(id, level: requirement.level, outcome, message: message)
  }
}
