/// A script as it is run: batches of steps, and expectations between them.
struct ScriptUnits: Sendable {
  /// Steps that share one `apply`, or one that does something else.
  struct Batch: Hashable, Sendable {
    var steps: [ScriptStep]
    /// The line of the last step, as an index into the script.
    var index: Int
    /// The lines as written.
    var lines: [String]

    /// The lines on one line, for messages.
    var source: String { lines.joined(separator: "; ") }
  }

  enum Unit: Hashable, Sendable {
    case batch(Batch)
    case expectation(ScriptExpectation, index: Int)
  }

  private(set) var units: [Unit] = []
  private(set) var settings: [ScriptSetting] = []

  init(_ script: [ScriptLine]) {
    for (index, line) in script.enumerated() {
      switch line.content {
      case .setting(let setting): settings.append(setting)
      case .expectation(let expectation): units.append(.expectation(expectation, index: index))
      case .step(let step):
        if step.joinsBatch, case .batch(var batch)? = units.last {
          batch.steps.append(step)
          batch.index = index
          batch.lines.append(line.source)
          units[units.count - 1] = .batch(batch)
        } else {
          units.append(.batch(Batch(steps: [step], index: index, lines: [line.source])))
        }
      }
    }
  }

  var batches: [Batch] {
    units.compactMap { if case .batch(let batch) = $0 { batch } else { nil } }
  }

  var expectations: [ScriptExpectation] {
    units.compactMap { if case .expectation(let expectation, _) = $0 { expectation } else { nil } }
  }

  /// Whether an expectation about errors follows a unit before the next batch.
  func expectsError(after place: Int) -> Bool {
    for unit in units[(place + 1)...] {
      switch unit {
      case .batch: return false
      case .expectation(let expectation, _): if expectation.observable == .error { return true }
      }
    }
    return false
  }

  /// A setting's arguments, if the script has it.
  func setting(_ directive: Directive) -> [ScriptArgument]? {
    settings.first { $0.directive == directive }?.arguments
  }
}
