/// How far downloads are: for screens and for logs. Nothing of it is stored.
public struct DownloadStatus: Hashable, Sendable {
  public enum Phase: Hashable, Sendable {
    /// What is on the disk is not known yet.
    case starting
    case running
    /// There is no network: what is here is shown, nothing is asked.
    case offline
    /// The disk is full, or cannot be used; tried again at ``DownloadStatus/nextAttempt``.
    case diskFailed(ExactString)
    /// The server rejected the credentials: nothing is requested.
    case needsSignIn
    case signedOut
  }

  public let phase: Phase
  /// Every file that is wished for, our own left out.
  public let files: [FileKey: FileState]
  /// What the files on the disk take, parts included, as far as it is known.
  public let byteCount: Int
  /// The earliest moment at which anything is tried again; `nil` for not before something happens.
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

/// How far a file is.
public enum FileState: Hashable, Sendable {
  /// For its turn, or for the network.
  case waiting
  /// For others to leave the screen: all that is here is wished for, or on its way.
  case noRoom
  /// In whole percent of its size, in steps of ``DownloadPolicy/progressStep``; 0 while nobody says
  /// how long it is.
  case loading(percent: Int)
  case here
  /// An attempt came to nothing; the next one is made at this moment, and not before.
  case failed(ExactString, nextAttempt: Int64)
  /// It is not asked for until a person insists.
  case refused(FileRefusal)
}

/// Why a file is not asked for.
public enum FileRefusal: Hashable, Sendable {
  /// The server does not give it; a code.
  case byServer(ExactString)
  /// It is longer than all files together may be, or than one of unknown size may be.
  case tooLarge
  /// Its length is not what it was said to be, again and again.
  case wrongLength
  /// It is said to have less than no bytes.
  case negativeSize
  /// It has no name, or one that is longer than ``Limits/name``.
  case badName
}
