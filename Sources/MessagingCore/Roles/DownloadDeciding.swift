public import MessagingModel

/// Decides which file is downloaded next, and which has to go: an event in, actions out. Pure: no
/// clock, no network, no files. The area LOAD of the Spec says its laws.
public protocol DownloadDeciding: Sendable {
  /// Takes an event and says what has to be done.
  ///
  /// - Parameter now: milliseconds of a clock that never goes back.
  mutating func handle(_ event: DownloadEvent, at now: Int64) -> [DownloadAction]

  /// When to come back with `DownloadEvent.clock`; `nil` for never.
  var nextDeadline: Int64? { get }

  /// How far each file is that is wished for.
  var status: DownloadStatus { get }
}

extension DownloadQueue: DownloadDeciding {}
