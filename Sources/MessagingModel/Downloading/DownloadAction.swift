/// An action that a caller carries out for a download queue, and whose end it reports. Actions
/// start in their order; do not wait for one to end before the next.
public enum DownloadAction: Hashable, Sendable {
  /// List what is on the disk, whole files and parts; report ``DownloadEvent/found(_:_:)`` or
  /// `notFound`.
  case list(DownloadTicket)
  /// Request the rest of a file from the server, append what comes to the bytes on the disk, and
  /// report ``DownloadEvent/ended(_:_:)``, unless it is aborted.
  case download(DownloadTicket, DownloadRequest)
  /// Stop a download: nothing more of it is written. What has come stays, up to the last
  /// ``DownloadEvent/received(_:_:)``. The queue keeps no room for what it has not heard of: that
  /// is cut off (`LOAD-021`). The end of the download need not be reported.
  case abort(DownloadTicket)
  /// Turn the part of a file into the file, in one step; report ``DownloadEvent/kept(_:)`` or
  /// `notKept`. A part with another number of bytes is not kept.
  case keep(DownloadTicket, StoredName, byteCount: Int)
  /// Remove a file, and its part; report ``DownloadEvent/evicted(_:)`` or `notEvicted`. A file that
  /// does not exist counts as evicted.
  case evict(StoredName)
  /// These files are on the screen, or were until now: remember the time.
  case touch([StoredName])
}

/// A request for the bytes of a file.
public struct DownloadRequest: Hashable, Sendable {
  public let file: FileKey
  public let name: StoredName
  /// How many bytes on the disk are kept and not requested. What lies behind them on the disk is
  /// cut off.
  public let offset: Int
  /// The most bytes that the whole file may have, including those before the offset.
  public let limit: Int

  public init(_ file: FileKey, name: StoredName, offset: Int, limit: Int) {
    self.file = file
    self.name = name
    self.offset = offset
    self.limit = limit
  }
}
