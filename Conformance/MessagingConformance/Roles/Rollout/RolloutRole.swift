public import MessagingCore

/// A type that switches the three flags of a staged rollout, and compares two ways of paging, under
/// test: the area ROLL.
///
///     struct MyFlags: RolloutSubject {
///       let name = "MyFlags"
///       func rollingOut() -> any RollingOut { MyRollout() }
///     }
public protocol RolloutSubject: ConformanceSubject {
  /// Returns a rollout in its initial state.
  func rollingOut() -> any RollingOut
}

extension Role {
  /// Switches new code off, and compares it with the old code.
  public static let rollout = Role(
    "rollout", areas: [Area("ROLL", "Old and new beside each other", place: 125)],
    kinds: [.rollout], checks: RolloutChecks.all.mapValues { Check($0) },
    isPlayed: { $0 is any RolloutSubject })
}

extension BlockKind {
  /// A screen with flags, and pages that were read in two ways.
  static let rollout = BlockKind("rollout", RolloutLanguage.language) { subject, _, _ in
    RolloutPlayer(subject)
  }
}
