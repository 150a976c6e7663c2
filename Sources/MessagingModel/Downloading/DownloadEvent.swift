/// The events of a download queue. Each answer names the ticket of the action that it answers; one
/// with a ticket that nobody waits for any more is ignored, whatever it says.
public enum DownloadEvent: Sendable {
  /// Whether there is a network; offline until the first of these.
  case online(Bool)
  /// ``DownloadQueue/nextDeadline`` has come.
  case clock
  /// All that a screen wishes for now, the first first; what it wished for before and is not among
  /// it is not wished for any more. None for a screen that is gone.
  case wished(FileScreen, [FileWish])
  /// A person asks for a file once more that was refused, or waits for its next attempt.
  case insisted(FileKey)
  /// A file that was here could not be opened: somebody else removed it.
  case lost(FileKey)
  /// There are new credentials, after ``DownloadStatus/Phase/needsSignIn``.
  case signedIn
  /// The owner left. The last event that matters: nothing is asked after it.
  case signedOut

  // Answers of the disk.

  /// The answer to ``DownloadAction/list(_:)``: all that is there.
  case found(DownloadTicket, [StoredFile])
  /// The disk could not say it; asked again later.
  case notFound(DownloadTicket, DownloadError)
  /// The file of ``DownloadAction/keep(_:_:byteCount:)`` is in its place.
  case kept(DownloadTicket)
  /// It is not.
  case notKept(DownloadTicket, DownloadError)
  /// The file of ``DownloadAction/evict(_:)`` is gone.
  case evicted(StoredName)
  /// It is not.
  case notEvicted(StoredName, DownloadError)

  // Answers of the server.

  /// It begins to send, and says how long the whole file is, in bytes, if it does.
  case began(DownloadTicket, total: Int?)
  /// So many bytes of the file are on the disk now, those included that were there before.
  case received(DownloadTicket, Int)
  /// How a download ended: with so many bytes on the disk if the server says that this was all.
  case ended(DownloadTicket, Result<Int, DownloadError>)
}

/// Names one action in the run of a queue, and its answer.
public struct DownloadTicket: Hashable, Comparable, Sendable {
  public let number: Int64

  public init(_ number: Int64) { self.number = number }

  public static func < (left: DownloadTicket, right: DownloadTicket) -> Bool {
    left.number < right.number
  }
}

/// Why a download, or something on the disk, came to nothing.
public struct DownloadError: Error, Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    /// There is no network: not a failure.
    case offline
    /// The same file may be given later: busy, rate limit, server error, a connection that broke.
    case transient
    /// The server rejected the credentials: everything stops, and nothing is lost.
    case unauthorized
    /// The server does not have the file, or does not give it to us (403, 404, 410).
    case refused
    /// The server does not give the file from the offset that it was asked for.
    case offset
    /// More bytes came than ``DownloadRequest/limit``; none of those is on the disk.
    case overlong
    /// The disk cannot be read or written now.
    case disk
    case diskFull
  }

  public var kind: Kind
  /// A word for programs ("503", "disk-full").
  public var code: ExactString
  /// How long the server wants to be left alone, in milliseconds.
  public var retryAfter: Int64?

  public init(_ kind: Kind, code: ExactString, retryAfter: Int64? = nil) {
    self.kind = kind
    self.code = code
    self.retryAfter = retryAfter
  }
}
