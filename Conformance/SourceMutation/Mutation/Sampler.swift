package import SourceFaults

/// Says which faults of a list belong to the sample: the first ones that compile.
package struct Sampler: Sendable {
  /// Faults of one path that still have to be asked about.
  package struct Pending: Sendable {
    /// How many.
    package let wanted: Int
    /// In the order in which they are taken.
    package let candidates: [Fault]
  }

  let equivalents: EquivalentFaults
  let wanted: Int
  /// Whether what no case notices has to be asked of unit tests, too.
  var asksTests = false

  /// What is not known yet.
  func pending(
    in parts: [(path: String, faults: [Fault])], known: [Fault.Name: Finding]
  ) -> [Pending] {
    parts.compactMap { _, faults in
      let compiling = faults.filter { known[$0.name]?.answer != .uncompiled }
      let settled = compiling.prefix(wanted).filter { isSettled($0, known) }.count
      let missing = min(wanted, compiling.count) - settled
      guard missing > 0 else { return nil }
      return Pending(wanted: missing, candidates: compiling.filter { !isSettled($0, known) })
    }
  }

  /// What became of the sample, in the order of the places.
  func sample(
    of faults: [Fault], known: [Fault.Name: Finding]
  ) -> [(fault: Fault, finding: Finding)] {
    let found = faults.compactMap { fault -> (fault: Fault, finding: Finding)? in
      if equivalents.reason(for: fault.name) != nil {
        return (fault, Finding(name: fault.name, answer: .equivalent))
      }
      guard let finding = known[fault.name], finding.answer != .uncompiled else { return nil }
      return (fault, finding)
    }
    return found.prefix(wanted).sorted {
      ($0.fault.name.path, $0.fault.line, $0.fault.column)
        < ($1.fault.name.path, $1.fault.line, $1.fault.column)
    }
  }

  private func isSettled(_ fault: Fault, _ known: [Fault.Name: Finding]) -> Bool {
    if equivalents.reason(for: fault.name) != nil { return true }
    guard let finding = known[fault.name] else { return false }
    return !asksTests || !finding.answer.isOpen || finding.hasTests == true
  }
}
