public import MessagingConformance
public import MessagingCore
public import MessagingModel

/// The complete download worker of this package, and the directory of its files.
public struct DownloadsSubject: DownloadWorkerSubject, DownloadFolderSubject {
  public let name = "downloads"
  /// Few histories: `model` tries all histories of the queue alone.
  public let historiesMax: Int? = 40

  public init() {}

  public func downloadWorker(
    _ ports: DownloadPorts, policy: DownloadPolicy, seed: UInt64
  ) -> any MediaDownloadWorker {
    DownloadWorker(ports, policy: policy, seed: seed)
  }

  public func downloadFolder(_ ports: DownloadFolderPorts) -> any DownloadFolder {
    DownloadDirectory(root: ports.directory, time: { ports.time().date })
  }
}
