/// The state of downloads, for screens and for logs. Nothing of it is stored.
public struct DownloadStatus: Hashable, Sendable {
  public enum Phase: Hashable, Sendable {
    /// The disk is not listed yet.
    case starting
    case running
    /// There is no network, or the worker does not run: files on this device are shown, nothing is
    /// requested.
    case offline
    /// The disk is full, or cannot be used. The queue tries again at
    /// ``DownloadStatus/nextAttempt``.
    case diskFailed(ExactString)
    /// The server rejected the credentials: nothing is requested.
    case needsSignIn
    case signedOut
  }

  public let phase: Phase
  /// The state of every file with a wish, without those that this device has as its own.
  public let files: [FileKey: FileState]
  /// The bytes that the files on the disk take, including parts, as far as known.
  public let byteCount: Int
  /// The earliest moment at which anything is tried again; `nil` for not before an event.
  public let nextAttempt: Int64?

  public init(
    phase: Phase, files: [FileKey: FileState] = [:], byteCount: Int = 0, nextAttempt: Int64? = nil
  ) {
    self.phase = phase
    self.files = files
    self.byteCount = byteCount
    self.nextAttempt = nextAttempt
  }
}

/// The state of a file.
public enum FileState: Hashable, Sendable {
  /// It waits for its turn, or for the network.
  case waiting
  /// It waits for room: everything on the disk is wished for, or in flight.
  case noRoom
  /// In flight; whole percent of its size, in steps of ``DownloadPolicy/progressStep``; 0 while the
  /// size is unknown.
  case loading(percent: Int)
  case here
  /// An attempt failed, with this code. The next one begins at `nextAttempt`, and not before.
  case failed(ExactString, nextAttempt: Int64)
  /// It is not requested until a person insists.
  case refused(FileRefusal)
}

/// Why a file is not requested.
public enum FileRefusal: Hashable, Sendable {
  /// The server refuses it, with this code.
  case byServer(ExactString)
  /// It is larger than the budget for all files, or than a file of unknown size may be.
  case tooLarge
  /// Its length was wrong several times in a row.
  case wrongLength
  /// The message gives it a negative size.
  case negativeSize
  /// It has no name, or one that is longer than ``Limits/name``.
  case badName
}
