public import MessagingModel

/// Decides which file is downloaded next, and which is evicted: event in, actions out. Pure: no
/// clock, no network, no files. The laws of this role are the area LOAD of the Spec.
///
/// It is a value: what a copy handles does not change the original.
public protocol DownloadDeciding: Sendable {
  /// Handles an event and returns the actions to carry out.
  ///
  /// - Parameter now: milliseconds of a clock that never goes back.
  mutating func handle(_ event: DownloadEvent, at now: Int64) -> [DownloadAction]

  /// When to send `DownloadEvent.clock`, in milliseconds of the same clock; `nil` for never. A
  /// clock event before that does nothing.
  var nextDeadline: Int64? { get }

  /// The status of each file that a screen wishes for.
  var status: DownloadStatus { get }
}

extension DownloadQueue: DownloadDeciding {}
