/// Draws faults: the same for the same seed, whatever else there is in the files.
public struct FaultSample: Sendable {
  private let seed: UInt64

  public init(seed: UInt64) {
    self.seed = seed
  }

  /// All faults, in the order in which they are planted: first one of each line, then a second one.
  ///
  /// The rank of a fault depends on the seed and its own name, so that a change elsewhere in the
  /// sources does not draw others.
  ///
  /// - Complexity: O(n log n)
  public func order(_ faults: [Fault]) -> [Fault] {
    let ranked = faults.map { (rank($0.name), $0) }
      .sorted { ($0.0, $0.1.name.description) < ($1.0, $1.1.name.description) }
    var drawn: [String: Int] = [:]
    let rounds = ranked.map { rank, fault in
      let line = "\(fault.name.path):\(fault.line)"
      defer { drawn[line, default: 0] += 1 }
      return (drawn[line, default: 0], fault)
    }
    return rounds.enumerated()
      .sorted { ($0.element.0, $0.offset) < ($1.element.0, $1.offset) }
      .map(\.element.1)
  }

  /// The output of SplitMix64 for a state of seed and name.
  private func rank(_ name: Fault.Name) -> UInt64 {
    var mixed = Fingerprint("\(seed) \(name)").value &+ 0x9E37_79B9_7F4A_7C15
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
