public import Foundation
public import MessagingModel

/// The way to the server, for files that others sent.
public protocol MediaDownloader: Sendable {
  /// Downloads a file, or the rest of it.
  ///
  /// A download may take any time, as long as bytes come: after `DownloadPolicy.silenceLimit`
  /// without one it is cancelled, and gone on with later. Cancelling the caller's task gives up
  /// waiting: return soon.
  ///
  /// - Parameters:
  ///   - offset: so many bytes are here already; not 0 after an interruption. A server that begins
  ///     at 0 all the same is to be answered with `DownloadError.Kind.offset`, or its first bytes
  ///     left out.
  ///   - hear: call it from one task with ``DownloadNews/begins(total:)``, then with all that
  ///     comes, in its order, and wait for it: the bytes are on the disk when it returns. If it
  ///     throws, nothing more is wanted: throw the same.
  /// - Throws: why it came to nothing. Returning means that the server said that this was all.
  func download(
    _ file: FileKey, from offset: Int,
    hear: @escaping @Sendable (DownloadNews) async throws(DownloadError) -> Void
  ) async throws(DownloadError)
}

/// What comes of a download.
public enum DownloadNews: Sendable {
  /// The server begins to send; how long the whole file is, those bytes included that were not
  /// asked for, if it says so.
  case begins(total: Int?)
  case bytes(Data)
}

/// Where downloaded files lie: apart from those that this device owns.
public protocol DownloadedFiles: Sendable {
  /// All that is there, whole files and parts.
  func list() async throws(DownloadError) -> [StoredFile]

  /// Opens the part of a file to go on with it, or begins one.
  ///
  /// - Parameter offset: what lies behind it is cut off.
  /// - Throws: `disk` if there are not so many bytes, or it cannot be written now.
  func part(
    _ name: StoredName, from offset: Int
  ) async throws(DownloadError) -> any PartialFile

  /// Makes the part the file, in one step that survives a loss of power.
  ///
  /// - Throws: `disk` if it does not have so many bytes.
  func keep(_ name: StoredName, byteCount: Int) async throws(DownloadError)

  /// Removes a file and its part; nothing if there is nothing.
  func remove(_ name: StoredName) async throws(DownloadError)

  /// Remembers that these were seen now. What cannot be remembered is left out.
  func touch(_ names: [StoredName]) async
}

/// The part of a file that has come so far, open at its end.
public protocol PartialFile: Sendable {
  /// - Throws: `diskFull`, or `disk`; also when it was closed.
  func write(_ bytes: Data) async throws(DownloadError)

  /// Nothing is written after it. A second call does nothing.
  func close()
}
