public import Foundation
public import MessagingCore
public import MessagingModel

/// Where downloaded files lie: a `DownloadDirectory`, or yours.
public protocol DownloadFolder: DownloadedFiles {
  /// Where the whole file is, or would be.
  func url(of file: FileKey) -> URL
  /// Whether the whole file is there.
  func contains(_ file: FileKey) -> Bool
  /// Removes everything, because the owner has signed out.
  func removeAll()
}

extension DownloadDirectory: DownloadFolder {}

/// What a directory of downloads works with.
public struct DownloadFolderPorts: Sendable {
  /// Where the files may lie. The directory does not exist at first, and is for downloads alone.
  public var directory: URL
  /// The time at which a file is seen.
  public var time: @Sendable () -> Timestamp

  public init(directory: URL, time: @escaping @Sendable () -> Timestamp) {
    (self.directory, self.time) = (directory, time)
  }
}

/// A directory of downloads under test: the area KEEP.
///
///     struct MyDownloads: DownloadFolderSubject {
///       let name = "MyDownloads"
///       func downloadFolder(_ ports: DownloadFolderPorts) -> any DownloadFolder {
///         MyFolder(at: ports.directory, clock: ports.time)
///       }
///     }
public protocol DownloadFolderSubject: ConformanceSubject {
  /// Returns the directory, with the files of an earlier one at the same place.
  func downloadFolder(_ ports: DownloadFolderPorts) -> any DownloadFolder
}
