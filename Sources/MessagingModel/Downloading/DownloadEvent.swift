/// The events of a download queue. Each answer names the ticket of the action that it answers. An
/// answer is ignored if the queue does not wait for its ticket any more.
public enum DownloadEvent: Sendable {
  /// Whether there is a network; offline until the first of these.
  case online(Bool)
  /// ``DownloadQueue/nextDeadline`` has come.
  case clock
  /// All current wishes of a screen, the most important first. They replace its earlier wishes.
  /// Empty for a screen that is gone.
  case wished(FileScreen, [FileWish])
  /// A person requests a file again that was refused, or that waits for its next attempt.
  case insisted(FileKey)
  /// A file that was here could not be opened: somebody else removed it.
  case lost(FileKey)
  /// There are new credentials: after ``DownloadStatus/Phase/needsSignIn``, or before the server
  /// rejects the old ones (`LOAD-045`).
  case signedIn
  /// The owner signed out. The queue requests nothing more and ignores all later events.
  case signedOut

  // Answers of the disk.

  /// The answer to ``DownloadAction/list(_:)``: everything on the disk.
  case found(DownloadTicket, [StoredFile])
  /// The disk could not be listed. The queue asks again later.
  case notFound(DownloadTicket, DownloadError)
  /// The file of ``DownloadAction/keep(_:_:byteCount:)`` is in its place.
  case kept(DownloadTicket)
  /// The file is not in its place.
  case notKept(DownloadTicket, DownloadError)
  /// The file of ``DownloadAction/evict(_:)`` is gone.
  case evicted(StoredName)
  /// The file is not removed.
  case notEvicted(StoredName, DownloadError)

  // Answers of the server.

  /// The server begins to send. `total` is the size of the whole file in bytes; `nil` if the server
  /// does not report it.
  case began(DownloadTicket, total: Int?)
  /// So many bytes of the file are on the disk now, including those that were there before.
  case received(DownloadTicket, Int)
  /// How a download ended: with the number of bytes on the disk if the server reported the end of
  /// the file, or with an error.
  case ended(DownloadTicket, Result<Int, DownloadError>)
}

/// The number of one action in the run of a queue, and of its answer.
public struct DownloadTicket: Hashable, Comparable, Sendable {
  public let number: Int64

  public init(_ number: Int64) { self.number = number }

  public static func < (left: DownloadTicket, right: DownloadTicket) -> Bool {
    left.number < right.number
  }
}

/// Why a download, or an operation on the disk, failed.
public struct DownloadError: Error, Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    /// There is no network: not a failure.
    case offline
    /// The same request may succeed later: busy, rate limit, server error, a connection that broke.
    case transient
    /// The server rejected the credentials: everything stops, and nothing is lost.
    case unauthorized
    /// The server does not have the file, or refuses it (403, 404, 410).
    case refused
    /// The server cannot return the file from the requested offset.
    case offset
    /// More bytes came than ``DownloadRequest/limit``. Those above the limit are not on the disk.
    case overlong
    /// The disk cannot be read or written now.
    case disk
    case diskFull
  }

  public var kind: Kind
  /// A word for programs ("503", "disk-full").
  public var code: ExactString
  /// How long the server asks to wait, in milliseconds; `nil` if it does not.
  public var retryAfter: Int64?

  public init(_ kind: Kind, code: ExactString, retryAfter: Int64? = nil) {
    self.kind = kind
    self.code = code
    self.retryAfter = retryAfter
  }
}
