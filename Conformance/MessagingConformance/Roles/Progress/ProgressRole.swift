public import MessagingCore
public import MessagingModel

/// Something that makes one number of what is unsent, under test: the area PROG.
///
///     struct MyBar: ProgressSubject {
///       let name = "MyBar"
///       func sendingMetering(
///         _ afterFailure: SendPolicy.AfterFailure
///       ) -> any SendingMetering { MyMeter(afterFailure) }
///     }
public protocol ProgressSubject: ConformanceSubject {
  /// One that knows nothing yet.
  func sendingMetering(_ afterFailure: SendPolicy.AfterFailure) -> any SendingMetering
}

extension Role {
  /// Makes one number of what is unsent.
  public static let progress = Role(
    "progress", areas: [Area("PROG", "How far sending is as a whole", place: 65)],
    kinds: [.progress], checks: ProgressChecks.all.mapValues { Check($0) },
    isPlayed: { $0 is any ProgressSubject })
}

extension BlockKind {
  /// What is unsent, one moment after another, and the number that it comes to.
  static let progress = BlockKind("progress", ProgressLanguage.language) { subject, _, _ in
    ProgressPlayer(subject)
  }
}
