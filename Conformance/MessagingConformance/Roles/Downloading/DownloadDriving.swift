internal import MessagingCore
internal import MessagingModel

/// Something that a complete worker did at its ports.
enum DownloadDeed: Sendable {
  /// A call that stands for an action of the rules.
  case action(DownloadAction)
  /// A part was opened: what lies behind the offset is cut off.
  case opened(StoredName, offset: Int)
  case wrote(StoredName, [UInt8])
  /// The worker ended a download by itself, because its bytes cannot be stored.
  case ended(DownloadTicket)
}

/// A complete worker that is played like its rules. Its server passes bytes to it, and it writes
/// them.
protocol DownloadDriving: Driven, DownloadDeciding {
  /// Passes an event to the worker or its ports, and runs it until it rests.
  func play(_ event: DownloadEvent, at now: Int64) -> [DownloadDeed]
  /// Sends bytes of a file to the worker.
  func deliver(_ bytes: [UInt8], _ ticket: DownloadTicket, at now: Int64) -> [DownloadDeed]
  /// Sets whether no more bytes can be written.
  func setFull(_ isFull: Bool)
  /// What it did since the previous call.
  func takeDeeds() -> [DownloadDeed]
  /// Whether a run has begun and has not ended.
  var isRunning: Bool { get }
  /// Begins another run.
  func begin()
  /// Cancels the tasks of its runs.
  func cancel()
  /// Whether the caller that signed out still waits.
  var isLeaving: Bool { get }
  /// The number of parts that it has opened and not closed.
  var openParts: Int { get }
  /// Whether a request goes on although its download was stopped.
  var lingers: Bool { get }
  /// The number of its tasks that wait for time to pass.
  var sleeperCount: Int { get }
  /// The status that a new observer receives first; `nil` if none.
  func statusForNewcomer() -> DownloadStatus?
}

extension DownloadDriving {
  func handle(_ event: DownloadEvent, at now: Int64) -> [DownloadAction] {
    play(event, at: now).compactMap { deed in
      if case .action(let action) = deed { action } else { nil }
    }
  }
}

extension DownloadWorld {
  /// The complete worker that it plays; `nil` if it plays rules.
  var worker: (any DownloadDriving)? { rules as? any DownloadDriving }
}

/// Stands for a worker on a system that cannot drive it. The case reports the reason in
/// ``trouble``.
final class UndrivenDownloads: DownloadDriving {
  let trouble: String? = "a whole worker needs macOS 15, iOS 18 or Linux to be checked"
  let wokeByItself = false
  let endedRuns = 0
  let nextDeadline: Int64? = nil
  let status = DownloadStatus(phase: .starting)
  let isLeaving = false
  let isRunning = false
  let sleeperCount = 0
  let openParts = 0
  let lingers = false

  func play(_ event: DownloadEvent, at now: Int64) -> [DownloadDeed] { [] }
  func deliver(_ bytes: [UInt8], _ ticket: DownloadTicket, at now: Int64) -> [DownloadDeed] { [] }
  func takeDeeds() -> [DownloadDeed] { [] }
  func setFull(_ isFull: Bool) {}
  func begin() {}
  func cancel() {}
  func statusForNewcomer() -> DownloadStatus? { nil }
}
