public import MessagingConformance
public import MessagingCore
public import MessagingModel

/// The complete download worker of this package.
public struct DownloadsSubject: DownloadWorkerSubject {
  public let name = "downloads"
  /// Few histories: `model` tries all histories of the queue alone.
  public let historiesMax: Int? = 40

  public init() {}

  public func downloadWorker(
    _ ports: DownloadPorts, policy: DownloadPolicy, seed: UInt64
  ) -> any MediaDownloadWorker {
    DownloadWorker(ports, policy: policy, seed: seed)
  }
}
