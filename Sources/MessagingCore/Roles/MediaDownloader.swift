public import Foundation
public import MessagingModel

/// The connection to the server for files that others sent.
public protocol MediaDownloader: Sendable {
  /// Downloads a file, or the rest of it.
  ///
  /// A download may take any time as long as bytes arrive. After `DownloadPolicy.silenceLimit`
  /// without one, it is cancelled and continued later. When the caller's task is cancelled, return
  /// soon.
  ///
  /// - Parameters:
  /// - offset: how many bytes are already stored; not 0 after an interruption. If the server begins
  ///   at 0 nevertheless, throw `DownloadError.Kind.offset` or skip the first bytes.
  /// - hear: call it from one task: first with ``DownloadNews/begins(total:)``, then with all bytes
  ///   in order. Wait for each call: the bytes are on the disk when it returns. If it throws, stop
  ///   the download and throw the same error.
  /// - Throws: why the download failed. Returning means that the server reported the end of the
  ///   file.
  func download(
    _ file: FileKey, from offset: Int,
    hear: @escaping @Sendable (DownloadNews) async throws(DownloadError) -> Void
  ) async throws(DownloadError)
}

/// An event of a download.
public enum DownloadNews: Sendable {
  /// The server begins to send. `total` is the size of the whole file in bytes, including the bytes
  /// that were not requested; `nil` if the server does not report it.
  case begins(total: Int?)
  case bytes(Data)
}

/// The storage of downloaded files, separate from the owner's own files.
public protocol DownloadedFiles: Sendable {
  /// All stored files, whole ones and parts. A file that is loaded again is listed once, as the
  /// whole file that it still is (`KEEP-008`).
  ///
  /// - Throws: `disk` if it cannot be known what is stored (`KEEP-010`).
  func list() async throws(DownloadError) -> [StoredFile]

  /// Opens the part of a file to continue it, or creates one.
  ///
  /// - Parameter offset: in bytes; anything stored after it is cut off.
  /// - Throws: `offset` if the part is shorter than that; the file is then downloaded from the
  ///   start (`LOAD-030`). `disk` if it cannot be written now.
  func part(
    _ name: StoredName, from offset: Int
  ) async throws(DownloadError) -> any PartialFile

  /// Turns the part into the file, in one step that survives a loss of power.
  ///
  /// - Throws: `disk` if the part does not have this many bytes.
  func keep(_ name: StoredName, byteCount: Int) async throws(DownloadError)

  /// Removes a file and its part; does nothing if there are none.
  func remove(_ name: StoredName) async throws(DownloadError)

  /// Records that these files were seen now. Errors are ignored.
  func touch(_ names: [StoredName]) async
}

/// The downloaded part of a file, open for appending.
public protocol PartialFile: Sendable {
  /// Appends bytes.
  ///
  /// - Throws: `diskFull`, or `disk`; also `disk` after ``close()``.
  func write(_ bytes: Data) async throws(DownloadError)

  /// Closes the part; nothing is written afterwards. A second call does nothing.
  func close()
}
