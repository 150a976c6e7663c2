public import MessagingCore
public import MessagingModel

/// A type that computes one number from everything unsent, under test: the area PROG.
///
///     struct MyBar: ProgressSubject {
///       let name = "MyBar"
///       func sendingMetering(
///         _ afterFailure: SendPolicy.AfterFailure
///       ) -> any SendingMetering { MyMeter(afterFailure) }
///     }
public protocol ProgressSubject: ConformanceSubject {
  /// Returns a meter in its initial state.
  func sendingMetering(_ afterFailure: SendPolicy.AfterFailure) -> any SendingMetering
}

extension Role {
  /// Computes one number from everything unsent.
  public static let progress = Role(
    "progress", areas: [Area("PROG", "How far sending is as a whole", place: 65)],
    kinds: [.progress], checks: ProgressChecks.all.mapValues { Check($0) },
    isPlayed: { $0 is any ProgressSubject })
}

extension BlockKind {
  /// What is unsent at each moment, and the number that results.
  static let progress = BlockKind("progress", ProgressLanguage.language) { subject, _, _ in
    ProgressPlayer(subject)
  }
}
