public import MessagingModel

/// The settings of a ``MessagingClient`` in which products differ: retry delays, how many requests
/// run at once, and what may use which network.
public struct ClientPolicies: Sendable {
  public var sending: SendPolicy
  public var syncing: SyncPolicy
  public var downloading: DownloadPolicy

  public init(
    sending: SendPolicy = SendPolicy(), syncing: SyncPolicy = SyncPolicy(),
    downloading: DownloadPolicy = DownloadPolicy()
  ) {
    self.sending = sending
    self.syncing = syncing
    self.downloading = downloading
  }
}
