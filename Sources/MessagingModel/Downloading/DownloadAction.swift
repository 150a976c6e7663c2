/// What somebody has to do for a download queue, and tell it how that ended. Actions are done in
/// their order, and are not waited for.
public enum DownloadAction: Hashable, Sendable {
  /// Say what is on the disk, whole files and parts; report ``DownloadEvent/found(_:_:)`` or
  /// `notFound`.
  case list(DownloadTicket)
  /// Ask the server for the rest of a file, put what comes behind what is there, and report
  /// ``DownloadEvent/ended(_:_:)``, unless it is aborted.
  case download(DownloadTicket, DownloadRequest)
  /// Stop a download: nothing more of it is written. What has come stays; how it ends is not asked
  /// for any more.
  case abort(DownloadTicket)
  /// Make the part of a file the file, in one step; report ``DownloadEvent/kept(_:)`` or `notKept`.
  /// One that does not have so many bytes is not kept.
  case keep(DownloadTicket, StoredName, byteCount: Int)
  /// Remove a file, and its part; report ``DownloadEvent/evicted(_:)`` or `notEvicted`. One that is
  /// not there is evicted.
  case evict(StoredName)
  /// These files are, or were up to now, on the screen: remember the time.
  case touch([StoredName])
}

/// Which bytes of which file.
public struct DownloadRequest: Hashable, Sendable {
  public let file: FileKey
  public let name: StoredName
  /// So many bytes are on the disk already, and are not asked for; what lies behind them there is
  /// cut off.
  public let offset: Int
  /// The most bytes that the whole file may have, those before the offset included.
  public let limit: Int

  public init(_ file: FileKey, name: StoredName, offset: Int, limit: Int) {
    self.file = file
    self.name = name
    self.offset = offset
    self.limit = limit
  }
}
